// SPDX-License-Identifier: Apache-2.0
#include "protocol/gates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>

#include "lower/reference.hpp"

namespace assay::protocol {
namespace {

using instrument::Device;
using instrument::Region;

std::vector<std::uint32_t> one_allocation(const plan::Plan& plan, const Pool& pool, std::uint32_t index) {
  return std::vector<std::uint32_t>(plan.buffers.size(), index % pool.per_buffer());
}

/// A word as its buffer's type prints it, with the bits beside it where they say more.
std::string value_text(std::uint32_t word, plan::ElementType type) {
  switch (type) {
    case plan::ElementType::f32: return fmt::format("{} (0x{:08X})", std::bit_cast<float>(word), word);
    case plan::ElementType::i32: return fmt::format("{}", static_cast<std::int32_t>(word));
    case plan::ElementType::u32: return fmt::format("{}", word);
    case plan::ElementType::f16: return fmt::format("0x{:08X}", word);
  }
  return {};
}

/// Runs instances and digests under one of the two poisons.
class Gate {
 public:
  Gate(Device& device, const plan::Plan& plan, const Pool& pool, const std::vector<Instance>& instances,
       std::uint32_t poison_seed, std::uint32_t shift)
      : device_(device), plan_(plan), pool_(pool), instances_(instances), seed_(poison_seed), shift_(shift) {}

  Expected<GateOutcome> run() {
    if (auto lands = check_poison(); !lands) return fail(lands.error());
    GateOutcome outcome;
    for (const std::size_t output : plan_.check.outputs) outcome.record.bytes += plan_.buffers[output].bytes();
    for (std::size_t i = 0; i < instances_.size(); ++i) {
      std::vector<lower::Digest> digests[2];
      for (const bool complement : {false, true}) {
        auto got = execute(i, index_of(i), complement);
        if (!got) return fail(got.error());
        digests[complement ? 1 : 0] = std::move(*got);
      }
      if (i == 0) outcome.expected = digests[0];
      for (std::size_t o = 0; o < plan_.check.outputs.size(); ++o) {
        if (digests[0][o] != digests[1][o]) return not_repeated(i, o, std::move(outcome));
        if (digests[0][o] != outcome.expected[o]) return not_equal(i, o, std::move(outcome));
      }
    }
    outcome.record.passed = true;
    outcome.record.message = fmt::format("{} instances wrote the same {} bytes, every word of them, twice",
                                         instances_.size(), outcome.record.bytes);
    return outcome;
  }

 private:
  [[nodiscard]] std::uint32_t index_of(std::size_t instance) const {
    return (static_cast<std::uint32_t>(instance) + shift_) % pool_.per_buffer();
  }
  [[nodiscard]] Region region(std::size_t output, std::uint32_t index) const {
    return pool_.region(plan_.check.outputs[output], index);
  }

  /// The proof of coverage rests on both poisons being there before an arm runs: a few words of each are read back.
  Expected<void> check_poison() {
    for (std::size_t o = 0; o < plan_.check.outputs.size(); ++o) {
      const Region target = region(o, index_of(0));
      for (const bool complement : {false, true}) {
        if (auto filled = device_.fill(target, lower::poison_parameters(seed_, complement)); !filled) return filled;
        for (const std::uint64_t word : {std::uint64_t{0}, target.words() / 2, target.words() - 1}) {
          const auto found = device_.read_word(target.allocation, word);
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

  /// Poison, one trial, digests: of every checked output, in allocation `index` of every buffer.
  Expected<std::vector<lower::Digest>> execute(std::size_t instance, std::uint32_t index, bool complement) {
    messages::Submission before;
    for (std::size_t o = 0; o < plan_.check.outputs.size(); ++o) {
      auto slot = device_.fill_slot(region(o, index), lower::poison_parameters(seed_, complement));
      if (!slot) return fail(slot.error());
      before.slots.push_back(std::move(*slot));
    }
    messages::Submission work;
    work.slots.push_back(slot_of(instances_[instance], pool_, one_allocation(plan_, pool_, index), 1, false));
    if (auto answer = device_.run({std::move(before), std::move(work)}); !answer) return fail(answer.error());
    std::vector<lower::Digest> digests;
    for (std::size_t o = 0; o < plan_.check.outputs.size(); ++o) {
      const auto digest = device_.digest(region(o, index));
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
  Expected<GateOutcome> not_repeated(std::size_t instance, std::size_t output, GateOutcome outcome) {
    const std::uint32_t left = index_of(instance);
    const std::uint32_t right = (left + 1) % pool_.per_buffer();
    if (auto again = execute(instance, left, false); !again) return fail(again.error());
    if (auto again = execute(instance, right, true); !again) return fail(again.error());
    const auto difference = device_.compare(region(output, left), region(output, right), buffer(output).type);
    if (!difference) return fail(difference.error());
    if (difference->count == 0) {
      outcome.record.message = fmt::format(
          "{} differs from itself: '{}' was not the same twice, and on a third and "
          "fourth run it was; byte equality cannot be the gate for such a kernel",
          instance_name(plan_, instance), buffer(output).name);
      return outcome;
    }
    const auto a = device_.read_word(region(output, left).allocation, difference->first);
    if (!a) return fail(a.error());
    const auto b = device_.read_word(region(output, right).allocation, difference->first);
    if (!b) return fail(b.error());
    const bool unwritten = *a == poison_at(difference->first, false) && *b == poison_at(difference->first, true);
    const auto where = fmt::format("word {} of '{}'", difference->first, buffer(output).name);
    const auto share = fmt::format("{} of {} words", difference->count, buffer(output).bytes() / 4);
    if (unwritten && difference->count == buffer(output).bytes() / 4) {
      outcome.record.message = fmt::format("{} never wrote '{}' (none of its {} words)", instance_name(plan_, instance),
                                           buffer(output).name, buffer(output).bytes() / 4);
    } else if (unwritten) {
      outcome.record.message =
          fmt::format("{}: {} was never written ({})", instance_name(plan_, instance), where, share);
    } else {
      outcome.record.message = fmt::format(
          "{} differs from itself at {}: {} and {} ({}); it is not deterministic, or it reads its output before "
          "writing it",
          instance_name(plan_, instance), where, value_text(*a, buffer(output).type),
          value_text(*b, buffer(output).type), share);
    }
    return outcome;
  }

  /// Fully written and repeatable, but not what the first instance wrote.
  Expected<GateOutcome> not_equal(std::size_t instance, std::size_t output, GateOutcome outcome) {
    const Region left = region(output, index_of(0));
    const Region right = region(output, index_of(instance));
    if (auto again = execute(0, index_of(0), false); !again) return fail(again.error());
    if (auto again = execute(instance, index_of(instance), false); !again) return fail(again.error());
    const auto difference = device_.compare(left, right, buffer(output).type);
    if (!difference) return fail(difference.error());
    const bool duplicate = instances_[instance].arm == instances_[0].arm;
    const auto against = fmt::format("{} differs from {}", instance_name(plan_, instance), instance_name(plan_, 0));
    if (difference->count == 0) {
      outcome.record.message =
          fmt::format("{} in '{}' once, and not when asked again: not deterministic", against, buffer(output).name);
      return outcome;
    }
    const auto a = device_.read_word(left.allocation, difference->first);
    if (!a) return fail(a.error());
    const auto b = device_.read_word(right.allocation, difference->first);
    if (!b) return fail(b.error());
    outcome.record.message =
        fmt::format("{} first at word {} of '{}': {} instead of {} ({} of {} words differ){}", against,
                    difference->first, buffer(output).name, value_text(*b, buffer(output).type),
                    value_text(*a, buffer(output).type), difference->count, buffer(output).bytes() / 4,
                    duplicate ? "; both are the same code, so the kernel is not deterministic" : "");
    return outcome;
  }

  Device& device_;
  const plan::Plan& plan_;
  const Pool& pool_;
  const std::vector<Instance>& instances_;
  std::uint32_t seed_, shift_;
};

}  // namespace

Expected<GateOutcome> run_gate(Device& device, const plan::Plan& plan, const Pool& pool,
                               const std::vector<Instance>& instances, std::uint32_t poison_seed, std::uint32_t shift) {
  return Gate(device, plan, pool, instances, poison_seed, shift).run();
}

Expected<std::string> hash_first_output(Device& device, const plan::Plan& plan, const Pool& pool,
                                        std::uint64_t most_bytes) {
  if (plan.check.outputs.empty()) return std::string{};
  const Region region = pool.region(plan.check.outputs.front(), 0);
  if (region.bytes > most_bytes) return std::string{};
  return device.engine().sha256({.allocation = region.allocation, .offset = 0, .bytes = region.bytes});
}

}  // namespace assay::protocol
