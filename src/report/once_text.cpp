// SPDX-License-Identifier: Apache-2.0
#include "report/once_text.hpp"

#include "report/text_layout.hpp"

namespace assay::report {

std::string once_text(const result::GateRecord& gate, const std::vector<std::string>& labels, std::string_view at,
                      std::string_view mark) {
  const std::string begin = mark.empty() ? "" : std::string(mark) + " ";
  std::string text;
  if (!at.empty()) text += begin + "at          " + printable(at) + "\n";
  text += begin + "gates       " + std::string(gate.passed ? "passed: " : "FAILED: ") + printable(gate.message) + "\n";
  for (std::size_t i = 0; i < labels.size(); ++i) {
    text += begin + (i == 0 ? "ran once    " : "            ") + printable(labels[i]) + "\n";
  }
  text += begin + (labels.empty() ? "next        mend the kernel: nothing was run for a capture\n"
                                  : "time        none: one run is for a debugger and measures nothing\n");
  return text;
}

}  // namespace assay::report
