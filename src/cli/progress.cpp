// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "host/environment.hpp"
#include "host/terminal.hpp"
#include "report/progress_text.hpp"

namespace assay::cli {
namespace {

using namespace std::chrono_literals;
// Often enough to look alive; on a terminal a rewrite costs nothing, in a log every line stays.
constexpr auto kRewriteEvery = 100ms;
constexpr auto kLogEvery = 5s;

void put(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace

Progress::Progress(bool quiet, std::string_view mark) : mark_(mark), quiet_(quiet) {
  if (!mark_.empty()) mark_ += ' ';
  const auto facts = host::terminal(host::OutputStream::standard_error, host::current_environment());
  terminal_ = facts.is_terminal;
  // A line of a log may be as long as it likes; one that is rewritten may not be longer than the terminal.
  constexpr std::size_t kUsualColumns = 80;
  const std::size_t columns = terminal_ ? facts.columns.value_or(kUsualColumns) : 0;
  style_.width = columns > mark_.size() ? columns - mark_.size() : columns;
  style_.color = facts.colour ? report::ColorMode::always : report::ColorMode::never;
}

Progress::~Progress() { clear(); }

void Progress::show(double share, std::string_view what) {
  if (quiet_) return;
  const auto now = Clock::now();
  const bool first = last_ == Clock::time_point{};
  if (!first && now - last_ < (terminal_ ? Clock::duration(kRewriteEvery) : Clock::duration(kLogEvery))) return;
  last_ = now;
  report::Progress progress{.fraction = share, .doing = std::string(what)};
  progress.elapsed_s = std::chrono::duration<double>(now - start_).count();
  // A remaining time is only worth its name once some of the work was seen.
  if (share > 0.1) progress.remaining_s = progress.elapsed_s * (1 - share) / share;
  const std::string line = mark_ + report::progress_text(progress, style_);
  put(terminal_ ? "\r\x1b[K" + line : line + "\n");
  shown_ = true;
}

void Progress::say(std::string_view line) {
  if (quiet_) return;
  clear();
  put(mark_ + std::string(line) + "\n");
}

void Progress::clear() {
  if (shown_ && terminal_) put("\r\x1b[K");
  shown_ = false;
}

}  // namespace assay::cli
