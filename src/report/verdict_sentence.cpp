// SPDX-License-Identifier: Apache-2.0
#include "report/verdict_sentence.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <string_view>

#include "report/text_layout.hpp"

namespace assay::report {
namespace {

constexpr std::size_t kNameColumns = 32;

std::string difference_sentence(const result::Judgement& judgement, const ArmNames& names, const EffectText& text) {
  const std::optional<double> effect = known_effect(judgement);
  const bool slower = judgement.verdict == result::Verdict::slower;
  if (!effect)
    return fmt::format("{} is {} than {}; by how much is not known", names.b, slower ? "slower" : "faster", names.a);
  return fmt::format("{} takes {} {} time than {} ({} as fast), between {} and {}", names.b, text.size(*effect),
                     slower ? "more" : "less", names.a, text.speed(*effect),
                     text.signed_percent(judgement.interval.low), text.signed_percent(judgement.interval.high));
}

std::string null_sentence(const result::Judgement& judgement, double margin, const ArmNames& names,
                          const EffectText& text) {
  std::string sentence =
      fmt::format("no difference of {} or more between {} and {}", declared_percent_text(margin), names.b, names.a);
  const std::optional<double> effect = known_effect(judgement);
  if (effect && sign_is_resolved(judgement)) {
    sentence +=
        fmt::format("; {} is {} {}, below the margin", names.b, text.size(*effect), *effect > 0 ? "slower" : "faster");
  }
  return sentence;
}

std::string void_sentence(const result::Comparison& comparison) {
  const bool interrupted = comparison.ended_by && comparison.ended_by->interrupted;
  return fmt::format("this run {}, so it says nothing about the arms: no time is published",
                     interrupted ? "was interrupted" : "broke");
}

std::string unresolved_sentence(const result::Judgement& judgement, const ArmNames& names, const EffectText& text) {
  if (!known_effect(judgement)) return fmt::format("nothing can be said about {} against {} yet", names.b, names.a);
  if (judgement.replicates.size() == 1) {
    return fmt::format("one process alone bounds no difference between {} and {}", names.b, names.a);
  }
  if (!judgement.interval.is_finite()) {
    return fmt::format("too few squares to bound the difference between {} and {}", names.b, names.a);
  }
  return fmt::format("{} against {} lies between {} and {}{}", names.b, names.a,
                     text.signed_percent(judgement.interval.low), text.signed_percent(judgement.interval.high),
                     judgement.replicates.size() == 2 ? " in these two processes, which are too few for a verdict"
                                                      : ": neither which is faster nor that they are alike is shown");
}

}  // namespace

bool publishes_times(result::Verdict verdict) { return result::publishes_numbers(verdict); }

std::string arm_letter(std::size_t arm) {
  // Past Z the letters would run out: A to Z, then A1, B1, …
  constexpr std::size_t kLetters = 26;
  std::string letter(1, static_cast<char>('A' + static_cast<char>(arm % kLetters)));
  return arm < kLetters ? letter : letter + fmt::format("{}", arm / kLetters);
}

ArmNames names_of_pair(const result::Comparison& comparison, std::size_t first, std::size_t second) {
  const auto name = [&](std::size_t arm) {
    const bool named = arm < comparison.arms.size() && !comparison.arms[arm].name.empty();
    return named ? elide_middle(printable(comparison.arms[arm].name), kNameColumns) : arm_letter(arm);
  };
  ArmNames names{.a = name(first), .b = name(second)};
  if (names.a == names.b) {
    names.a += fmt::format(" ({})", arm_letter(first));
    names.b += fmt::format(" ({})", arm_letter(second));
  }
  return names;
}

ArmNames arm_names(const result::Comparison& comparison) {
  if (comparison.pairs.empty()) return names_of_pair(comparison, 0, 1);
  return names_of_pair(comparison, comparison.pairs.front().first, comparison.pairs.front().second);
}

EffectText::EffectText(const result::Judgement& judgement)
    : decimals_(percent_decimals((std::expm1(judgement.interval.high) - std::expm1(judgement.interval.low)) / 2)) {}

std::string EffectText::signed_percent(double log_ratio) const {
  return std::isfinite(log_ratio) ? percent_text(std::expm1(log_ratio), decimals_, Sign::always)
                                  : std::string(kNotKnown);
}

std::string EffectText::size(double log_ratio) const {
  return std::isfinite(log_ratio) ? percent_text(std::fabs(std::expm1(log_ratio)), decimals_) : std::string(kNotKnown);
}

std::string EffectText::range(const stats::Interval& interval) const {
  return fmt::format("{} … {}", signed_percent(interval.low), signed_percent(interval.high));
}

std::string EffectText::speed(double log_ratio) const {
  return std::isfinite(log_ratio) ? factor_text(std::exp(-log_ratio), decimals_ + 2) : std::string(kNotKnown);
}

std::string EffectText::factor_range(const stats::Interval& interval) const {
  if (!interval.is_finite()) return std::string(kNotKnown);
  std::string low = factor_text(std::exp(interval.low), decimals_ + 2);
  low.resize(low.size() - std::string_view(" ×").size());
  return fmt::format("{} … {}", low, factor_text(std::exp(interval.high), decimals_ + 2));
}

std::optional<double> known_effect(const result::Judgement& judgement) {
  if (judgement.replicates.empty() || !std::isfinite(judgement.effect)) return std::nullopt;
  return judgement.effect;
}

bool sign_is_resolved(const result::Judgement& judgement) {
  const stats::Interval& interval = judgement.interval;
  const stats::Interval& band = judgement.band;
  const bool excludes_zero = interval.is_finite() && (interval.low > 0 || interval.high < 0);
  const bool beyond_band = band.is_finite() && (judgement.effect < band.low || judgement.effect > band.high);
  return excludes_zero && beyond_band;
}

std::string headline_word(result::Verdict verdict) {
  std::string text(result::word(verdict));
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

Ink ink_of(result::Verdict verdict) {
  switch (verdict) {
    case result::Verdict::incorrect:
    case result::Verdict::void_run:
    case result::Verdict::slower: return Ink::red;
    case result::Verdict::faster: return Ink::green;
    case result::Verdict::null: return Ink::blue;
    case result::Verdict::unfit:
    case result::Verdict::unresolved: break;
  }
  return Ink::yellow;
}

std::string verdict_sentence(const result::Comparison& comparison) {
  if (comparison.judgement.verdict == result::Verdict::void_run) return void_sentence(comparison);
  return pair_sentence(comparison.judgement, arm_names(comparison), comparison.margin);
}

std::string pair_sentence(const result::Judgement& judgement, const ArmNames& names, double margin) {
  const EffectText text(judgement);
  switch (judgement.verdict) {
    case result::Verdict::incorrect: return "the outputs did not pass the gate: no time is published";
    case result::Verdict::void_run: return "this run broke, so it says nothing about the arms";
    case result::Verdict::unfit: return "this rig cannot carry the comparison: no time is published";
    case result::Verdict::null: return null_sentence(judgement, margin, names, text);
    case result::Verdict::faster:
    case result::Verdict::slower: return difference_sentence(judgement, names, text);
    case result::Verdict::unresolved: break;
  }
  return unresolved_sentence(judgement, names, text);
}

}  // namespace assay::report
