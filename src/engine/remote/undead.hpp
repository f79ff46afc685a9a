// SPDX-License-Identifier: Apache-2.0
/// \file
/// Workers that were killed and are still there: a process inside a driver call that does not return takes no signal.
/// Each holds its device, so a further one would hang behind it, and the one after that.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "error/error.hpp"

namespace assay::engine {

struct Undead {
  std::int64_t pid = 0;
  /// Looks, without waiting, whether it has gone at last; reaps it then.
  std::function<bool()> gone{};
};

/// Remembers a worker that its kill did not end, until it is gone.
void remember(Undead worker);

/// Why no further worker may be started; nothing when all that were killed are gone.
[[nodiscard]] std::optional<Error> still_undead();

}  // namespace assay::engine
