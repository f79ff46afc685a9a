// SPDX-License-Identifier: Apache-2.0
#include "worker/native/callback.hpp"

#include <vector>

namespace assay::worker::native {

void keep_until_exit(std::shared_ptr<void> state) {
  // Never destroyed: engines call back from their own clean-up, after the last of our statics is gone.
  static auto* kept = new std::vector<std::shared_ptr<void>>;
  kept->push_back(std::move(state));
}

}  // namespace assay::worker::native
