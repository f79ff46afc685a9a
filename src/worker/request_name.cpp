// SPDX-License-Identifier: Apache-2.0
#include "worker/request_name.hpp"

#include <array>

namespace assay::worker {

std::string_view request_name(const messages::RequestBody& body) {
  // In the order of the variant's alternatives.
  static constexpr std::array<std::string_view, std::variant_size_v<messages::RequestBody>> kNames = {
      "hello", "open", "kernels", "allocate", "release", "track", "run", "read", "write", "sha256", "close"};
  return kNames.at(body.index());
}

}  // namespace assay::worker
