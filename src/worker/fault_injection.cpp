// SPDX-License-Identifier: Apache-2.0
#include "worker/fault_injection.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace assay::worker {

Expected<FaultPlan> FaultPlan::parse(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, InjectedFault>, 4> kKinds = {{{"crash", InjectedFault::crash},
                                                                                        {"abort", InjectedFault::abort},
                                                                                        {"hang", InjectedFault::hang},
                                                                                        {"lost", InjectedFault::lost}}};
  const auto bad = [&] {
    return fail({.fault = Fault::bad_input,
                 .what = "ASSAY_WORKER_FAULT is not understood",
                 .value = std::string(text),
                 .limit = "crash|abort|hang|lost @ REQUEST : N, as in abort@run:2",
                 .where = "environment",
                 .advice = "unset it outside tests"});
  };
  const auto at = text.find('@');
  const auto colon = text.rfind(':');
  if (at == std::string_view::npos || colon == std::string_view::npos || colon < at) return bad();

  FaultPlan plan;
  for (const auto& [name, kind] : kKinds) {
    if (text.substr(0, at) == name) plan.kind_ = kind;
  }
  plan.request_ = text.substr(at + 1, colon - at - 1);
  const std::string_view number = text.substr(colon + 1);
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), plan.remaining_);
  const bool whole = error == std::errc{} && end == number.data() + number.size() && plan.remaining_ > 0;
  if (!plan.kind_ || plan.request_.empty() || !whole) return bad();
  return plan;
}

std::optional<InjectedFault> FaultPlan::next(std::string_view request) {
  if (!kind_ || remaining_ == 0 || request != request_) return std::nullopt;
  --remaining_;
  return remaining_ == 0 ? kind_ : std::nullopt;
}

void die_of(InjectedFault fault) {
  if (fault == InjectedFault::crash) {
    std::fputs("injected crash: these are the last words\n", stderr);
    std::signal(SIGSEGV, SIG_DFL);  // a sanitizer's handler would turn the signal into an exit code
    std::raise(SIGSEGV);
  }
  if (fault == InjectedFault::abort) {
    std::fputs("injected abort: these are the last words\n", stderr);
    std::signal(SIGABRT, SIG_DFL);
    std::abort();
  }
  for (;;) pause();
}

}  // namespace assay::worker
