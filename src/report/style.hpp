// SPDX-License-Identifier: Apache-2.0
/// \file
/// How text is to be printed. The caller decides from its terminal and environment; this room asks neither.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace assay::report {

enum class ColorMode : std::uint8_t { never, always };

struct Style {
  std::size_t width = 80;  ///< columns; 0: lines are never broken; 1 … 39 count as 40
  ColorMode color = ColorMode::never;
};

enum class Ink : std::uint8_t { plain, faint, bold, red, green, yellow, blue };

/// `text` between the escape sequences of `ink`; unchanged with ColorMode::never.
[[nodiscard]] std::string paint(std::string_view text, Ink ink, ColorMode mode);

}  // namespace assay::report
