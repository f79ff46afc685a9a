// SPDX-License-Identifier: Apache-2.0
#include "protocol/gates.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "lower/arm_state.hpp"
#include "lower/reference.hpp"
#include "protocol/consumed_fills.hpp"
#include "protocol/reference_check.hpp"
#include "protocol/tolerance.hpp"

namespace assay::protocol {
namespace {

using instrument::Device;
using instrument::Region;

/// Of an output that is read back to be compared.
constexpr std::uint64_t kMostToleranceBytes = 256ULL << 20U;

/// Runs instances and digests under one of the two poisons.
class Gate {
 public:
  Gate(Device& device, const plan::Plan& plan, const Pool& pool, const std::vector<Instance>& instances,
       const GateSettings& settings)
      : device_(device),
        plan_(plan),
        pool_(pool),
        instances_(instances),
        seed_(settings.poison_seed),
        shift_(settings.shift),
        references_(settings.references) {}

  Expected<GateOutcome> run() {
    if (auto lands = check_poison(); !lands) return fail(lands.error());
    if (auto news = check_references_are_news(); !news) return fail(news.error());
    GateOutcome outcome;
    for (const std::size_t output : plan_.check.outputs) outcome.record.bytes += plan_.buffers[output].bytes();
    const std::uint64_t sets = lower::data_sets(plan_);
    for (std::uint64_t set = 0; set < sets; ++set) {
      auto passed = all_instances(set, outcome);
      if (!passed) return fail(passed.error());
      if (!*passed) return outcome;
    }
    if (auto changed = check_changed(outcome.expected.front().front()); !changed) return fail(changed.error());
    auto repeated = second_trials(outcome);
    if (!repeated) return fail(repeated.error());
    if (!*repeated) return outcome;
    outcome.record.passed = true;
    const auto& outputs = plan_.check.outputs;
    const bool all_poisoned = std::all_of(outputs.begin(), outputs.end(),
                                          [&](std::size_t output) { return lower::keeps_poison(plan_, output); });
    outcome.record.message = fmt::format("{} instances wrote the same {} bytes, {}twice", instances_.size(),
                                         outcome.record.bytes, all_poisoned ? "every word of them, " : "");
    if (!within_.empty()) {
      outcome.record.message =
          fmt::format("{} instances wrote the same bytes as their arm's first one, every word of them, twice; {}",
                      instances_.size(), fmt::join(within_, "; "));
    }
    if (sets > 1) outcome.record.message += fmt::format(", on each of {} data sets", sets);
    for (const auto& [output, words] : references_) {
      if (plan_.check.tolerance.contains(output)) continue;  // told with its tolerance
      outcome.record.message += fmt::format("; '{}' is equal to its reference", plan_.buffers[output].name);
    }
    return outcome;
  }

 private:
  [[nodiscard]] std::uint32_t index_of(std::size_t instance) const {
    return (static_cast<std::uint32_t>(instance) + shift_) % pool_.per_buffer();
  }
  [[nodiscard]] Region region(std::size_t output, std::uint32_t index, std::uint64_t set = 0) const {
    return pool_.region(plan_.check.outputs[output], index, set);
  }

  /// The proof of coverage rests on both poisons being there before an arm runs: a few words of each are read back.
  Expected<void> check_poison() {
    for (std::size_t o = 0; o < plan_.check.outputs.size(); ++o) {
      if (!lower::is_poisoned(plan_, plan_.check.outputs[o])) continue;
      const Region target = region(o, index_of(0));
      for (const bool complement : {false, true}) {
        if (auto filled = device_.fill(target, lower::poison_parameters(seed_, complement)); !filled) return filled;
        for (const std::uint64_t word : {std::uint64_t{0}, target.words() / 2, target.words() - 1}) {
          const auto found = device_.read_word(target, word);
          if (!found) return fail(found.error());
          const auto wanted = poison_at(static_cast<std::uint32_t>(word), complement);
          if (*found == wanted) continue;
          return fail(
              {.fault = Fault::unfit,
               .what = fmt::format("poison does not land in '{}', so no gate would prove anything", buffer(o).name),
               .value = fmt::format("0x{:08X} at word {}", *found, word),
               .limit = fmt::format("0x{:08X}", wanted),
               .advice = "this driver writes wrong bytes: try another driver or engine"});
        }
      }
    }
    return {};
  }

  /// Every instance on one data set, under both poisons. False: `outcome` says what differs.
  Expected<bool> all_instances(std::uint64_t set, GateOutcome& outcome) {
    for (std::size_t i = 0; i < instances_.size(); ++i) {
      std::vector<lower::Digest> digests[2];
      for (const bool complement : {false, true}) {
        auto got = execute(i, index_of(i), {.complement = complement, .set = set});
        if (!got) return fail(got.error());
        digests[complement ? 1 : 0] = std::move(*got);
      }
      const std::size_t arm = instances_[i].arm, first = 2 * arm;
      if (i == 0) outcome.expected.emplace_back();
      if (i == first) outcome.expected[set].push_back(digests[0]);
      for (std::size_t o = 0; o < plan_.check.outputs.size(); ++o) {
        auto found =
            what_differs({.instance = i, .output = o, .set = set}, digests[0][o], digests[1][o], outcome.expected[set]);
        if (!found) return fail(found.error());
        if (found->empty()) continue;
        outcome.record.message = std::move(*found);
        return false;
      }
    }
    return true;
  }

  struct Place {
    std::size_t instance = 0, output = 0;
    std::uint64_t set = 0;
  };

  /// One output of one instance: empty when it is what it should be. `expected`: of the arms so far, this one's last.
  Expected<std::string> what_differs(Place place, const lower::Digest& digest, const lower::Digest& complement,
                                     const std::vector<std::vector<lower::Digest>>& expected) {
    const auto [i, o, set] = place;
    const std::size_t arm = instances_[i].arm, first = 2 * arm;
    if (digest != complement) return not_repeated(i, o, set);
    if (digest != expected[arm][o]) return not_equal(first, i, o, set);
    if (i != first) return std::string{};
    auto other = not_as_reference(place, digest);
    if (!other || !other->empty()) return other;
    if (digest == expected[0][o]) return std::string{};
    const auto tolerance = plan_.check.tolerance.find(plan_.check.outputs[o]);
    if (tolerance == plan_.check.tolerance.end()) return not_equal(0, i, o, set);
    return outside_tolerance(place, tolerance->second);
  }

  /// The words that an output must hold; null: nobody says.
  [[nodiscard]] const std::vector<std::uint32_t>* reference_of(std::size_t output) const {
    const auto found = references_.find(plan_.check.outputs[output]);
    return found == references_.end() ? nullptr : &found->second;
  }

  /// An output against its reference; empty when it is equal, or within the tolerance.
  Expected<std::string> not_as_reference(Place place, const lower::Digest& digest) {
    const auto* reference = reference_of(place.output);
    if (reference == nullptr || digest == lower::reference_digest(*reference)) return std::string{};
    if (auto again = execute(place.instance, index_of(place.instance), {}); !again) return fail(again.error());
    const auto found = read_words(region(place.output, index_of(place.instance)));
    if (!found) return fail(found.error());
    auto finding = against_reference(instance_name(plan_, place.instance), buffer(place.output), *reference, *found,
                                     tolerance_of(place.output));
    if (!finding.agrees) return std::move(finding.text);
    if (finding.text.empty()) {
      return fmt::format("{} differs from the reference in '{}' once, and not when asked again: not deterministic",
                         instance_name(plan_, place.instance), buffer(place.output).name);
    }
    within_.push_back(std::move(finding.text));
    return std::string{};
  }

  [[nodiscard]] std::optional<plan::Tolerance> tolerance_of(std::size_t output) const {
    const auto found = plan_.check.tolerance.find(plan_.check.outputs[output]);
    return found == plan_.check.tolerance.end() ? std::nullopt : std::optional(found->second);
  }

  /// The values of an arm against those of the first arm; empty when they agree.
  Expected<std::string> outside_tolerance(Place place, const plan::Tolerance& tolerance) {
    const auto [i, o, set] = place;
    if (auto again = execute(0, index_of(0), {.set = set}); !again) return fail(again.error());
    const auto left = read_words(region(o, index_of(0), set));
    if (!left) return fail(left.error());
    if (auto again = execute(i, index_of(i), {.set = set}); !again) return fail(again.error());
    const auto right = read_words(region(o, index_of(i), set));
    if (!right) return fail(right.error());
    const auto found = agreement(*left, *right, buffer(o).type, buffer(o).count, tolerance.rel);
    within_.push_back(fmt::format("{} against {} in '{}': {}", instance_name(plan_, i), instance_name(plan_, 0),
                                  buffer(o).name, text_of(found, tolerance)));
    if (agrees(found, tolerance)) return std::string{};
    return fmt::format("{} differs from {} in '{}' by more than the tolerance: element {} is {} instead of {}; {}",
                       instance_name(plan_, i), instance_name(plan_, 0), buffer(o).name, found.first_outside,
                       found.first_b, found.first_a, text_of(found, tolerance));
  }

  Expected<std::vector<std::uint32_t>> read_words(Region region) {
    if (region.bytes <= kMostToleranceBytes) return device_.read_all(region);
    return fail({.fault = Fault::unfit,
                 .what = "an output with a tolerance is too large to be compared on the host",
                 .value = fmt::format("{} bytes", region.bytes),
                 .limit = fmt::format("{} bytes", kMostToleranceBytes),
                 .advice = "use a smaller size, or outputs that are equal byte for byte"});
  }

  /// Two trials in one slot: the second one's outputs are those of its own data set.
  Expected<bool> second_trials(GateOutcome& outcome) {
    const std::uint64_t second = 1 % lower::data_sets(plan_);
    for (std::size_t i = 0; i < instances_.size(); ++i) {
      const auto got = execute(i, index_of(i), {.set = 0, .trials = 2});
      if (!got) return fail(got.error());
      for (std::size_t o = 0; o < plan_.check.outputs.size(); ++o) {
        if ((*got)[o] == outcome.expected[second][instances_[i].arm][o]) continue;
        outcome.record.message = fmt::format(
            "{} does not repeat: its second trial in a row leaves other bytes in '{}' than its first; it carries state "
            "from trial to trial, so say each_trial = \"restore\" or \"zero\" for the buffers that it changes",
            instance_name(plan_, i), buffer(o).name);
        return false;
      }
    }
    return true;
  }

  /// An output as a trial finds it, in instance 0's allocation. Nothing where that is poison, which is different from
  /// anything right; what each_trial puts back wipes it out.
  Expected<std::optional<Region>> untouched(std::size_t o) {
    const std::size_t output = plan_.check.outputs[o];
    if (lower::keeps_poison(plan_, output)) return std::nullopt;
    const bool zeroed = plan_.buffers[output].each_trial == plan::EachTrial::zero;
    const std::uint32_t index = index_of(0);
    auto refill = zeroed ? device_.fill_slot(pool_.whole(output, index),
                                             lower::fill_parameters({.kind = plan::Fill::Kind::zero}, buffer(o).type))
                         : pool_.refill(device_, plan_, output, index);
    if (!refill) return fail(refill.error());
    if (auto done = device_.run({{.slots = {std::move(*refill)}}}); !done) return fail(done.error());
    return region(o, index);
  }

  [[nodiscard]] Unexpected nothing_to_tell(std::size_t o) const {
    return fail({.fault = Fault::unfit,
                 .what = fmt::format("the expected result in '{}' equals the untouched output, so no gate would tell "
                                     "an arm that does nothing",
                                     buffer(o).name),
                 .advice = "fill it with data that the arms change"});
  }

  /// An output that holds its right content before anything ran proves nothing about the arms.
  Expected<void> check_changed(const std::vector<lower::Digest>& expected) {
    for (std::size_t o = 0; o < plan_.check.outputs.size(); ++o) {
      const auto before = untouched(o);
      if (!before) return fail(before.error());
      if (!*before) continue;
      const auto digest = device_.digest(**before);
      if (!digest) return fail(digest.error());
      if (*digest == expected[o]) return nothing_to_tell(o);
    }
    return {};
  }

  /// The same of what outputs must be, before an arm is called wrong by it.
  Expected<void> check_references_are_news() {
    for (std::size_t o = 0; o < plan_.check.outputs.size(); ++o) {
      const auto* reference = reference_of(o);
      if (reference == nullptr) continue;
      const auto before = untouched(o);
      if (!before) return fail(before.error());
      if (!*before) continue;
      const auto words = read_words(**before);
      if (!words) return fail(words.error());
      if (against_reference("", buffer(o), *reference, *words, tolerance_of(o)).agrees) return nothing_to_tell(o);
    }
    return {};
  }

  /// What an arm may write gets its fill again, or poison: all data sets of it.
  Expected<messages::Submission> prepared(std::uint32_t index, bool complement) {
    messages::Submission before;
    const auto poison = lower::poison_parameters(seed_, complement);
    for (std::size_t b = 0; b < plan_.buffers.size(); ++b) {
      const bool poisoned = lower::is_poisoned(plan_, b) || lower::is_scratch(plan_, b);
      if (!poisoned && !lower::is_refilled_at_gates(plan_, b)) continue;
      auto slot = poisoned ? device_.fill_slot(pool_.whole(b, index), poison) : pool_.refill(device_, plan_, b, index);
      if (!slot) return fail(slot.error());
      before.slots.push_back(std::move(*slot));
    }
    return before;
  }

  struct Trial {
    bool complement = false;
    std::uint64_t set = 0;
    std::uint32_t trials = 1;
  };

  /// Poison, the trials, digests of every checked output of the last trial's data set, in allocation `index` of every
  /// buffer.
  Expected<std::vector<lower::Digest>> execute(std::size_t instance, std::uint32_t index, Trial trial) {
    auto before = prepared(index, trial.complement);
    if (!before) return fail(before.error());
    messages::Submission work;
    add_slots(work, instances_[instance], pool_, one_place(plan_, pool_, index),
              {.trials = trial.trials, .first_data_set = trial.set});
    if (auto answer = device_.run({std::move(*before), std::move(work)}); !answer) return fail(answer.error());
    std::vector<lower::Digest> digests;
    for (std::size_t o = 0; o < plan_.check.outputs.size(); ++o) {
      const auto digest = device_.digest(region(o, index, trial.set + trial.trials - 1));
      if (!digest) return fail(digest.error());
      digests.push_back(*digest);
    }
    return digests;
  }

  [[nodiscard]] const plan::Buffer& buffer(std::size_t output) const {
    return plan_.buffers[plan_.check.outputs[output]];
  }
  /// Words of poison are only told from written words by their value; the reference gives it.
  [[nodiscard]] std::uint32_t poison_at(std::uint32_t word, bool complement) const {
    return lower::reference_poison_word(seed_, complement, word);
  }

  /// The two poisons gave different bytes: some word was not written, or the arm does not repeat itself.
  Expected<std::string> not_repeated(std::size_t instance, std::size_t output, std::uint64_t set) {
    const std::uint32_t first = index_of(instance), second = (first + 1) % pool_.per_buffer();
    const Region left = region(output, first, set), right = region(output, second, set);
    if (auto again = execute(instance, first, {.set = set}); !again) return fail(again.error());
    if (auto again = execute(instance, second, {.complement = true, .set = set}); !again) return fail(again.error());
    const auto difference = device_.compare(left, right, buffer(output).type);
    if (!difference) return fail(difference.error());
    if (difference->count == 0) {
      return fmt::format(
          "{} differs from itself: '{}' was not the same twice, and on a third and "
          "fourth run it was; byte equality cannot be the gate for such a kernel",
          instance_name(plan_, instance), buffer(output).name);
    }
    const auto a = device_.read_word(left, difference->first);
    if (!a) return fail(a.error());
    const auto b = device_.read_word(right, difference->first);
    if (!b) return fail(b.error());
    const bool poisoned = lower::is_poisoned(plan_, plan_.check.outputs[output]);
    // Of a last word that is only half an element's, the other half may well have been written.
    const std::uint32_t counts = ~(difference->first + 1 == left.words() ? left.padding : 0U);
    const bool unwritten = poisoned && ((*a ^ poison_at(difference->first, false)) & counts) == 0 &&
                           ((*b ^ poison_at(difference->first, true)) & counts) == 0;
    const auto where = fmt::format("word {} of '{}'", difference->first, buffer(output).name);
    const auto share = fmt::format("{} of {} words", difference->count, buffer(output).bytes() / 4);
    if (unwritten && difference->count == buffer(output).bytes() / 4) {
      return fmt::format("{} never wrote '{}' (none of its {} words)", instance_name(plan_, instance),
                         buffer(output).name, buffer(output).bytes() / 4);
    }
    if (unwritten) return fmt::format("{}: {} was never written ({})", instance_name(plan_, instance), where, share);
    return fmt::format(
        "{} differs from itself at {}: {} and {} ({}); it is not deterministic, or it reads what it did not "
        "write (then give that buffer a fill)",
        instance_name(plan_, instance), where, word_text(*a, buffer(output).type), word_text(*b, buffer(output).type),
        share);
  }

  /// Fully written and repeatable, but not what the first instance wrote.
  Expected<std::string> not_equal(std::size_t first, std::size_t instance, std::size_t output, std::uint64_t set) {
    const Region left = region(output, index_of(first), set), right = region(output, index_of(instance), set);
    if (auto again = execute(first, index_of(first), {.set = set}); !again) return fail(again.error());
    if (auto again = execute(instance, index_of(instance), {.set = set}); !again) return fail(again.error());
    const auto difference = device_.compare(left, right, buffer(output).type);
    if (!difference) return fail(difference.error());
    const bool duplicate = instances_[instance].arm == instances_[first].arm;
    const auto against = fmt::format("{} differs from {}", instance_name(plan_, instance), instance_name(plan_, first));
    if (difference->count == 0) {
      return fmt::format("{} in '{}' once, and not when asked again: not deterministic", against, buffer(output).name);
    }
    const auto a = device_.read_word(left, difference->first);
    if (!a) return fail(a.error());
    const auto b = device_.read_word(right, difference->first);
    if (!b) return fail(b.error());
    return fmt::format("{} first at word {} of '{}': {} instead of {} ({} of {} words differ){}", against,
                       difference->first, buffer(output).name, word_text(*b, buffer(output).type),
                       word_text(*a, buffer(output).type), difference->count, buffer(output).bytes() / 4,
                       duplicate ? "; both are the same code, so the kernel is not deterministic" : "");
  }

  Device& device_;
  const plan::Plan& plan_;
  const Pool& pool_;
  const std::vector<Instance>& instances_;
  std::uint32_t seed_, shift_;
  const References& references_;
  std::vector<std::string> within_{};  ///< what was found to agree within a tolerance
};

}  // namespace

Expected<GateOutcome> run_gate(Device& device, const plan::Plan& plan, const Pool& pool,
                               const std::vector<Instance>& instances, const GateSettings& settings) {
  auto outcome = Gate(device, plan, pool, instances, settings).run();
  if (!outcome || !outcome->record.passed) return outcome;
  if (auto last = check_fills_last(device, plan, pool, instances, settings.shift); !last) return fail(last.error());
  return outcome;
}

}  // namespace assay::protocol
