// SPDX-License-Identifier: Apache-2.0
#include "report/progress_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/number_text.hpp"
#include "report/text_layout.hpp"

namespace assay::report {
namespace {

constexpr std::size_t kBarColumns = 20;

std::string bar(double fraction) {
  // Rounded down: a full bar means done.
  const auto full = static_cast<std::size_t>(fraction * static_cast<double>(kBarColumns));
  return fmt::format("[{}{}]  ", std::string(full, '#'), std::string(kBarColumns - full, '-'));
}

}  // namespace

std::string progress_text(const Progress& progress, const Style& style) {
  const double fraction = std::isfinite(progress.fraction) ? std::clamp(progress.fraction, 0.0, 1.0) : 0.0;
  const std::size_t width = style.width == 0 ? 10000 : style.width;
  const std::string percent = fmt::format("{:>3} %  ", static_cast<int>(fraction * 100));
  const std::string left = progress.remaining_s ? waiting_text(*progress.remaining_s) + " left" : "time left not known";
  const std::string times = fmt::format("  {}, {}", waiting_text(progress.elapsed_s), left);
  const std::size_t fixed = percent.size() + times.size();
  const std::size_t bar_columns = kBarColumns + 4;
  // What is done is worth more than the bar: the percentage beside it says the same.
  const bool with_bar = width >= fixed + bar_columns + display_width(printable(progress.doing));
  const std::size_t used = fixed + (with_bar ? bar_columns : 0);
  const std::string doing = used < width ? elide_middle(printable(progress.doing), width - used) : std::string();
  const std::string line = percent + doing + times;
  if (used > width) return elide_middle(percent + doing + times, width);
  return with_bar ? paint(bar(fraction), Ink::green, style.color) + line : line;
}

}  // namespace assay::report
