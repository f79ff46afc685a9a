// SPDX-License-Identifier: Apache-2.0
#include "protocol/slot_length.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "stats/location.hpp"
#include "stats/spread.hpp"

namespace assay::protocol {

namespace {

constexpr double kMarginsPerQuantum = 50;

bool is_time(double ns) { return std::isfinite(ns) && ns > 0; }

Expected<void> check(const SlotLengthInput& input) {
  const bool known = !input.trial_ns.empty() && std::all_of(input.trial_ns.begin(), input.trial_ns.end(), is_time);
  if (!known || !is_time(input.quantum_ns) || !is_time(input.longest_slot_ns) || !(input.empty_pass_ns >= 0)) {
    return fail(
        {.fault = Fault::bad_input,
         .what = "no slot length can be chosen without a positive time of one trial of each arm and a known clock",
         .advice = "check that every arm does something that takes time"});
  }
  return {};
}

Unexpected too_coarse(const SlotLengthInput& input, double demanded_ns, double trials) {
  return fail(
      {.fault = Fault::unfit,
       .what = fmt::format("a slot of {:.4g} ms, which this clock demands, cannot be made of these arms",
                           demanded_ns / 1e6),
       .value = fmt::format("{:.4g} trials of {:.4g} to {:.4g} µs", trials,
                            *std::min_element(input.trial_ns.begin(), input.trial_ns.end()) / 1e3,
                            *std::max_element(input.trial_ns.begin(), input.trial_ns.end()) / 1e3),
       .limit = fmt::format("{} trials and {:.4g} ms", input.most_trials, input.longest_slot_ns / 1e6),
       .advice = input.most_trials < kMostTrials
                     ? "give the buffers that take turns more data sets ({ rotate = N } with a larger N: a slot "
                       "has one trial for each), use a larger problem, or an engine whose clock is finer"
                     : "use a larger problem for the quick arm, a smaller one for the slow arm, or an engine "
                       "whose clock is finer"});
}

}  // namespace

Expected<SlotLength> choose_slot_length(const SlotLengthInput& input) {
  if (auto valid = check(input); !valid) return fail(valid.error());
  const double quickest = *std::min_element(input.trial_ns.begin(), input.trial_ns.end());
  const double slowest = *std::max_element(input.trial_ns.begin(), input.trial_ns.end());
  const double demanded_ns = demanded_slot_ns(input.quantum_ns, input.empty_pass_ns);

  const double needed = input.trials_apart ? 1.0 : std::max(1.0, std::ceil(demanded_ns / quickest));
  const double wished = std::max(1.0, std::ceil(input.wished_slot_ns / quickest));
  const double most =
      std::min(std::max(1.0, std::floor(input.longest_slot_ns / slowest)), static_cast<double>(input.most_trials));
  if (needed > most) return too_coarse(input, demanded_ns, needed);

  const double trials = std::min(std::max(needed, wished), most);
  return SlotLength{.trials = static_cast<std::uint32_t>(trials),
                    .shortest_ns = trials * quickest,
                    .longest_ns = trials * slowest,
                    .past_longest = slowest > input.longest_slot_ns};
}

bool needs_dither(double quantum_ns, double shortest_slot_ns, double margin) {
  return quantum_ns * kMarginsPerQuantum > margin * shortest_slot_ns;
}

result::Location choose_location(double quantum_ns, std::span<const std::vector<double>> warm_up_ns) {
  std::vector<double> about_median;
  for (const auto& instance : warm_up_ns) {
    const auto centre = stats::median(instance);
    if (!centre) continue;
    for (const double span_ns : instance) about_median.push_back(span_ns - *centre);
  }
  const auto sd = stats::robust_standard_deviation(about_median);
  return sd && quantum_ns <= *sd ? result::Location::trimmed : result::Location::sum;
}

}  // namespace assay::protocol
