// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the device's memory does: the rate of a copy at growing sizes, the size past which a cache no longer holds it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "error/error.hpp"
#include "instrument/certify.hpp"
#include "instrument/device.hpp"
#include "result/certificate.hpp"

namespace assay::instrument {

/// One size of the copy: bytes touched (read and written together) and bytes moved a second.
struct CopyReading {
  std::uint64_t working_set_bytes = 0;
  double bytes_per_second = 0;
};

/// What a sweep of copies says. `copy_bytes_per_second` is the rate of the largest size. `cache_bytes` is the largest
/// working set whose rate is 1.3 times that and more, where there is one and a larger set is not: sizes are powers of
/// two, so the cache is at least that large and less than twice it.
struct MemoryFinding {
  result::CertificateItem item{};
  std::optional<double> copy_bytes_per_second{};
  std::optional<std::uint64_t> cache_bytes{};
};
[[nodiscard]] MemoryFinding judge_memory(std::span<const CopyReading> readings);

/// Copies of 64 KiB … 256 MiB (a software device: 64 MiB), as far as the device's limits and its memory go. The best of
/// five runs each: what else uses the memory only takes away from it.
[[nodiscard]] Expected<std::vector<CopyReading>> measure_copies(Device& device, double stamp_ns, double quantum_ns,
                                                                const Progress& progress);

}  // namespace assay::instrument
