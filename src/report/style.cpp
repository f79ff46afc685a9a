// SPDX-License-Identifier: Apache-2.0
#include "report/style.hpp"

#include <fmt/format.h>

namespace assay::report {

std::string paint(std::string_view text, Ink ink, ColorMode mode) {
  if (mode == ColorMode::never || ink == Ink::plain || text.empty()) return std::string(text);
  // Source: ECMA-48, SGR parameters.
  const std::string_view code = [ink] {
    switch (ink) {
      case Ink::faint: return "2";
      case Ink::bold: return "1";
      case Ink::red: return "1;31";
      case Ink::green: return "1;32";
      case Ink::yellow: return "1;33";
      case Ink::blue: return "1;34";
      case Ink::plain: break;
    }
    return "0";
  }();
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

}  // namespace assay::report
