// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the two output streams are connected to.
#pragma once

#include <cstddef>
#include <optional>

#include "host/environment.hpp"

namespace assay::host {

enum class OutputStream { standard_output, standard_error };

struct Terminal {
  bool is_terminal = false;
  std::optional<std::size_t> columns{};  ///< empty: not a terminal, or it does not tell
  /// A terminal that understands colour, and the user does not object (NO_COLOR, TERM=dumb).
  bool colour = false;
};

[[nodiscard]] Terminal terminal(OutputStream stream, const Environment& environment);

/// The rule for `Terminal::colour`: NO_COLOR set to anything but nothing forbids it (https://no-color.org).
[[nodiscard]] bool colour_wanted(bool is_terminal, const Environment& environment);

}  // namespace assay::host
