// SPDX-License-Identifier: Apache-2.0
#include "plan/toml_text.hpp"

namespace assay::plan {

std::string toml_string(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += {'\\', c};
    } else if (byte < 32 || byte == 127) {
      result += "\\u00";
      result += {kDigits[byte >> 4U], kDigits[byte & 15U]};
    } else {
      result += c;
    }
  }
  return result + "\"";
}

}  // namespace assay::plan
