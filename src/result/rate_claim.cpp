// SPDX-License-Identifier: Apache-2.0
#include "result/rate_claim.hpp"

namespace assay::result {

RateClaim claim_of(double bytes_per_second, std::uint64_t working_set_bytes, const std::optional<CacheRecord>& cache) {
  RateClaim claim;
  if (!cache || bytes_per_second <= 0) return claim;
  claim.cache_resident = cache->state != CacheState::cold && cache->least_bytes && working_set_bytes > 0 &&
                         working_set_bytes <= *cache->least_bytes;
  if (!cache->copy_bytes_per_second || *cache->copy_bytes_per_second <= 0) return claim;
  const double share = bytes_per_second / *cache->copy_bytes_per_second;
  claim.above_copy = share > 1;
  if (!claim.cache_resident) claim.share_of_copy = share;
  return claim;
}

}  // namespace assay::result
