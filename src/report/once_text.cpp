// SPDX-License-Identifier: Apache-2.0
#include "report/once_text.hpp"

#include "report/text_layout.hpp"

namespace assay::report {

std::string once_text(const result::GateRecord& gate, const std::vector<std::string>& labels, std::string_view at) {
  std::string text;
  if (!at.empty()) text += "at          " + printable(at) + "\n";
  text += "gates       " + std::string(gate.passed ? "passed: " : "FAILED: ") + printable(gate.message) + "\n";
  for (std::size_t i = 0; i < labels.size(); ++i) {
    text += (i == 0 ? "ran once    " : "            ") + printable(labels[i]) + "\n";
  }
  text += labels.empty() ? "next        mend the kernel: nothing was run for a capture\n"
                         : "time        none: one run is for a debugger and measures nothing\n";
  return text;
}

}  // namespace assay::report
