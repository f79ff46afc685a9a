// SPDX-License-Identifier: Apache-2.0
/// \file
/// Deaths on demand. With `ASSAY_WORKER_FAULT=KIND@REQUEST:N` in its environment the worker dies at the N-th request of
/// that name, so that tests prove what the host says about every kind of death. Without the variable nothing here acts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "error/error.hpp"

namespace assay::worker {

enum class InjectedFault {
  crash,  ///< SIGSEGV, as a driver would
  abort,  ///< SIGABRT, as an engine's panic would
  hang,  ///< never answers
  lost,  ///< the device counts as lost from here on
};

/// Parsed form of `abort@run:2`.
class FaultPlan {
 public:
  FaultPlan() = default;
  /// Fault::bad_input when the text is not `KIND@REQUEST:N` with N ≥ 1.
  [[nodiscard]] static Expected<FaultPlan> parse(std::string_view text);

  /// Counts the request and says what is to happen before it is answered.
  [[nodiscard]] std::optional<InjectedFault> next(std::string_view request);

 private:
  std::optional<InjectedFault> kind_{};
  std::string request_{};
  std::uint32_t remaining_ = 0;
};

/// Ends (or stops) the process. `lost` is not for here: the session carries it out.
[[noreturn]] void die_of(InjectedFault fault);

}  // namespace assay::worker
