// SPDX-License-Identifier: Apache-2.0
#include "protocol/wall_split.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "protocol/estimate.hpp"
#include "protocol/pass_times.hpp"

namespace assay::protocol {
namespace {

using result::Attribution;

struct Part {
  std::size_t session = 0;
  result::WallParts times{};
  bool span_known = false;
};

double between(std::uint64_t begin, std::uint64_t end) { return end >= begin ? static_cast<double>(end - begin) : 0; }

void add_span(Part& part, const result::TimedSubmission& submission, const result::Timing& timing,
              Attribution attribution) {
  const double stamp_ns = timing.certificate.stamp_ns.value_or(1);
  if (attribution == Attribution::no_clock || submission.stamps.size() != 2 * timing.passes.size()) return;
  const std::span stamps = submission.stamps;
  const auto trial = read_trial(stamps, 0, kLongestTrialRaw);
  if (trial.fault) return;
  auto& times = part.times;
  part.span_known = true;
  times.span_ns = static_cast<double>(trial.region.extent) * stamp_ns;
  const auto ticks = pass_ticks(stamps, attribution);
  for (std::size_t i = 0; i < std::min(ticks.size(), timing.passes.size()); ++i) {
    if (!timing.passes[i].bracket) times.passes_ns += ticks[i] * stamp_ns;
  }
  // What is left is no pass's: gaps, and the brackets that stand beside clears and copies.
  times.gaps_ns = times.span_ns - times.passes_ns;
  times.outside_ns = times.submit_ns + times.wait_ns - times.span_ns;
}

Part part_of(std::size_t session, const result::TimedSubmission& submission) {
  const std::uint64_t taken_ns = submission.submitted_ns.value_or(submission.submit_ns);
  const std::uint64_t encoded_ns = std::min(submission.encoded_ns.value_or(submission.submit_ns), submission.submit_ns);
  // Between the two the engine encodes the read-back of the stamps: of the instrument, not of whoever runs the arm.
  const std::uint64_t own_ns = submission.submit_ns - encoded_ns;
  return {.session = session,
          .times = {.wall_ns = between(own_ns, submission.mapped_ns),
                    .encode_ns = static_cast<double>(encoded_ns),
                    .submit_ns = between(submission.submit_ns, taken_ns),
                    .wait_ns = between(taken_ns, submission.done_ns),
                    .read_back_ns = between(submission.done_ns, submission.mapped_ns)}};
}

result::Estimate estimate(const std::vector<Part>& parts, std::size_t sessions, double quantum_ns, auto value) {
  Readings readings(sessions);
  for (const auto& part : parts) {
    if (const std::optional<double> ns = value(part)) readings[part.session].push_back(*ns);
  }
  return estimate_of(readings, {.quantum_ns = quantum_ns});
}

}  // namespace

result::WallSplit split_wall(const result::Timing& timing, Attribution attribution) {
  std::vector<Part> parts;
  result::WallSplit split{.submit_known = true};
  for (std::size_t s = 0; s < timing.sessions.size(); ++s) {
    for (const auto& submission : timing.sessions[s].alone) {
      auto& part = parts.emplace_back(part_of(s, submission));
      add_span(part, submission, timing, attribution);
      split.submit_known = split.submit_known && submission.submitted_ns.has_value();
    }
  }
  if (parts.empty()) return {};
  const auto host = [&](auto member) {
    return estimate(parts, timing.sessions.size(), 1,
                    [member](const Part& part) -> std::optional<double> { return part.times.*member; });
  };
  split.wall = host(&result::WallParts::wall_ns);
  split.encode = host(&result::WallParts::encode_ns);
  if (split.submit_known) split.submit = host(&result::WallParts::submit_ns);
  split.wait = host(&result::WallParts::wait_ns);
  split.read_back = host(&result::WallParts::read_back_ns);
  split.span = estimate(parts, timing.sessions.size(), timing.certificate.lattice_ns.value_or(1), [](const Part& part) {
    return part.span_known ? std::optional(part.times.span_ns) : std::nullopt;
  });
  std::erase_if(parts, [&](const Part& part) { return attribution != Attribution::no_clock && !part.span_known; });
  if (parts.empty()) return split;
  const auto middle = parts.begin() + static_cast<std::ptrdiff_t>((parts.size() - 1) / 2);
  std::ranges::nth_element(parts, middle, {}, [](const Part& part) { return part.times.wall_ns; });
  // A single reading is known to a step of the clock and no better: what is told to the nanosecond must be.
  const double lattice_ns = timing.certificate.lattice_ns.value_or(1);
  const bool coarse = attribution != Attribution::no_clock && lattice_ns > kQuantumThatMatters * middle->times.span_ns;
  if (!coarse) split.median_submission = middle->times;
  return split;
}

}  // namespace assay::protocol
