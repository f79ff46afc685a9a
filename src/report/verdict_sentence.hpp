// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a comparison came to, in one sentence, and how its numbers are written.
#pragma once

#include <optional>
#include <string>

#include "report/number_text.hpp"
#include "report/style.hpp"
#include "result/comparison.hpp"

namespace assay::report {

/// Whether numbers of the arms may be shown at all: not after a failed gate, a broken run, or on an unfit rig.
[[nodiscard]] bool publishes_times(result::Verdict verdict);

/// Names of the two arms as they fit into a sentence: printable, at most 32 columns, never equal.
struct ArmNames {
  std::string a, b;
};
[[nodiscard]] ArmNames arm_names(const result::Comparison& comparison);

/// Effects and limits of one judgement, on one number of decimal places: two significant digits of the interval's half
/// width.
class EffectText {
 public:
  explicit EffectText(const result::Judgement& judgement);
  /// "+4.87 %" of a natural log; "not known" for anything that is not finite.
  [[nodiscard]] std::string signed_percent(double log_ratio) const;
  /// The same without its sign, for "4.87 % less time".
  [[nodiscard]] std::string size(double log_ratio) const;
  /// "-0.42 % … +1.57 %"
  [[nodiscard]] std::string range(const stats::Interval& interval) const;
  /// How many times as fast, exp(−x): "0.9536 ×".
  [[nodiscard]] std::string speed(double log_ratio) const;
  /// exp(x) of both ends: "1.0412 … 1.0563 ×".
  [[nodiscard]] std::string factor_range(const stats::Interval& interval) const;

 private:
  int decimals_;
};

/// The effect (natural log); absent: no replicate was read, or the number is not finite.
[[nodiscard]] std::optional<double> known_effect(const result::Judgement& judgement);

/// An effect whose interval excludes zero and which lies outside the band of the duplicates.
[[nodiscard]] bool sign_is_resolved(const result::Judgement& judgement);

/// "SLOWER", "VOID", …
[[nodiscard]] std::string headline_word(result::Verdict verdict);
[[nodiscard]] Ink ink_of(result::Verdict verdict);

/// "subgroup takes 4.9 % more time than tree (0.953 × as fast), between +4.1 % and +5.6 %"
[[nodiscard]] std::string verdict_sentence(const result::Comparison& comparison);

}  // namespace assay::report
