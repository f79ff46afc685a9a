// SPDX-License-Identifier: Apache-2.0
/// \file
/// What every verdict word means and what to do next: `assay help verdicts`. The long form is docs/verdicts.md.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "report/style.hpp"
#include "result/judgement.hpp"

namespace assay::report {

struct VerdictHelp {
  result::Verdict verdict;
  std::string_view meaning;  ///< a sentence
  std::string_view rule;     ///< a sentence with the numbers
  std::string_view next;     ///< a sentence: what to do
  int exit_code;             ///< without --gate
  int gate_exit_code;        ///< with --gate
};

/// All words, in the order in which they are tested.
[[nodiscard]] std::span<const VerdictHelp> verdict_help();
[[nodiscard]] const VerdictHelp& verdict_help(result::Verdict verdict);

/// The whole page, for a terminal.
[[nodiscard]] std::string verdict_help_text(const Style& style);

}  // namespace assay::report
