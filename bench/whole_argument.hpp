// SPDX-License-Identifier: Apache-2.0
/// \file
/// A whole number among a bench program's arguments.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace assay::bench {

/// Argument `index`, or `otherwise` where there are fewer; nothing where it is no whole number.
[[nodiscard]] inline std::optional<std::uint64_t> whole_argument(int argc, const char* const* argv, int index,
                                                                 std::uint64_t otherwise) {
  if (argc <= index) return otherwise;
  const std::string_view text(argv[index]);
  std::uint64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace assay::bench
