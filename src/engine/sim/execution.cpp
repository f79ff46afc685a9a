// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/execution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "engine/remote/engine_errors.hpp"
#include "lower/parameter_block.hpp"
#include "lower/reference.hpp"

namespace assay::engine::sim {
namespace {

using Access = plan::Kernel::Reflection::Slot::Access;

// Nominal times: about those of a large GPU.
constexpr double kHelperNs = 2000, kHelperWordNs = 0.004;
constexpr double kSpacerNs = 500, kSpacerStepNs = 1;
constexpr std::size_t kMostDigests = 4096;
constexpr std::uint32_t kWrongBits = 0x00000001U;

Unexpected malformed_run(std::string what, std::string value) {
  return fail(error_of(
      messages::Failure{.kind = messages::Failure::Kind::protocol, .what = std::move(what), .value = std::move(value)},
      "run"));
}

plan::ElementType element_type(std::uint32_t number) {
  using plan::ElementType;
  for (const auto type : {ElementType::i32, ElementType::f32, ElementType::f16}) {
    if (lower::type_number(type) == number) return type;
  }
  return ElementType::u32;
}

}  // namespace

lower::Digest DigestMemo::of(const Stretch& stretch, std::uint32_t first_index) {
  const auto key = stretch.contents->key(stretch.first, stretch.count);
  if (!key) return lower::reference_digest(stretch.words(), first_index);
  const std::string name = fmt::format("{}@{}", *key, first_index);
  const std::lock_guard lock(mutex_);
  if (const auto found = known_.find(name); found != known_.end()) return found->second;
  if (known_.size() >= kMostDigests) known_.clear();
  return known_.emplace(name, lower::reference_digest(stretch.words(), first_index)).first->second;
}

Expected<Stretch> Execution::role(const messages::Slot& slot, messages::Role role, std::uint64_t offset,
                                  std::uint64_t bytes, std::uint32_t trial) {
  if (role >= slot.roles.size()) return malformed_run("a slot does not bind a role", fmt::format("role {}", role));
  if (const auto found = slot.offsets.find(role); found != slot.offsets.end() && !found->second.empty()) {
    offset += found->second[trial % found->second.size()];
  }
  if (bytes == 0) return malformed_run("a range is empty", fmt::format("role {}", role));
  return memory_.stretch(slot.roles[role], offset, bytes, "run");
}

Expected<Stretch> Execution::bound(const messages::TrackDispatch& dispatch, const messages::Slot& slot,
                                   std::uint32_t group, std::uint32_t binding, std::uint32_t trial) {
  for (const auto& b : dispatch.bindings) {
    if (b.group == group && b.binding == binding) return role(slot, b.role, b.offset, b.size, trial);
  }
  return malformed_run("a kernel's binding is not bound", fmt::format("group {}, binding {}", group, binding));
}

Expected<lower::Parameters> Execution::parameters(const messages::TrackDispatch& dispatch, const messages::Slot& slot,
                                                  std::uint32_t binding) {
  const auto stretch = bound(dispatch, slot, 0, binding, 0);
  if (!stretch) return fail(stretch.error());
  lower::Parameters values{};
  const auto words = stretch->words();
  std::copy_n(words.begin(), std::min(words.size(), values.size()), values.begin());
  return values;
}

Expected<double> Execution::nominal_ns(const Pipeline& pipeline, const messages::TrackDispatch& dispatch,
                                       const messages::Slot& slot) {
  switch (pipeline.program.kind) {
    case Program::Kind::spacer: {
      const auto values = parameters(dispatch, slot, 0);
      if (!values) return fail(values.error());
      return kSpacerNs + kSpacerStepNs * (*values)[lower::kStepsWord];
    }
    case Program::Kind::fill:
    case Program::Kind::digest:
    case Program::Kind::compare: {
      const double bytes = dispatch.bindings.empty() ? 0.0 : static_cast<double>(dispatch.bindings.front().size);
      return kHelperNs + kHelperWordNs * bytes / 4;
    }
    case Program::Kind::user: break;
  }
  std::array<std::uint32_t, 3> groups{};
  if (const auto* const direct = std::get_if<std::array<std::uint32_t, 3>>(&dispatch.groups)) {
    groups = *direct;
  } else {
    const auto& indirect = std::get<messages::IndirectGroups>(dispatch.groups);
    const auto stretch = role(slot, indirect.role, indirect.offset, 12, 0);
    if (!stretch) return fail(stretch.error());
    const auto words = stretch->words();
    std::copy_n(words.begin(), groups.size(), groups.begin());
  }
  const double count = static_cast<double>(groups[0]) * static_cast<double>(groups[1]) * static_cast<double>(groups[2]);
  return count * group_ns_ * pipeline.program.time;
}

Expected<void> Execution::execute(Pipeline& pipeline, const messages::TrackDispatch& dispatch,
                                  const messages::Slot& slot, std::uint32_t trial, std::uint32_t times) {
  switch (pipeline.program.kind) {
    case Program::Kind::digest: return digest(dispatch, slot, trial, times);
    case Program::Kind::compare: return compare(dispatch, slot, trial);
    case Program::Kind::user: return user(pipeline, dispatch, slot, trial, times);
    case Program::Kind::fill: {
      const auto target = bound(dispatch, slot, 0, 0, trial);
      if (!target) return fail(target.error());
      const auto values = parameters(dispatch, slot, 1);
      if (!values) return fail(values.error());
      target->put({.kind = Source::Kind::fill, .parameters = *values});
      return {};
    }
    case Program::Kind::spacer: break;
  }
  const auto values = parameters(dispatch, slot, 0);
  if (!values) return fail(values.error());
  const auto sink = bound(dispatch, slot, 0, 1, trial);
  if (!sink) return fail(sink.error());
  sink->put({.kind = Source::Kind::spacer, .parameters = *values});
  return {};
}

Expected<void> Execution::digest(const messages::TrackDispatch& dispatch, const messages::Slot& slot,
                                 std::uint32_t trial, std::uint32_t times) {
  const auto subject = bound(dispatch, slot, 0, 0, trial);
  if (!subject) return fail(subject.error());
  const auto values = parameters(dispatch, slot, 1);
  if (!values) return fail(values.error());
  const auto lanes = bound(dispatch, slot, 0, 2, trial);
  if (!lanes) return fail(lanes.error());
  const std::uint32_t first = (*values)[lower::kFirstWord], padding = (*values)[lower::kPaddingWord];
  const auto digest =
      padding == 0 ? memo_->of(*subject, first) : lower::reference_digest(subject->words(), first, padding);
  auto words = lanes->words();
  for (std::size_t k = 0; k < std::min(words.size(), digest.size()); ++k) words[k] += digest[k] * times;
  lanes->put_words(std::move(words));
  return {};
}

Expected<void> Execution::compare(const messages::TrackDispatch& dispatch, const messages::Slot& slot,
                                  std::uint32_t trial) {
  const auto left = bound(dispatch, slot, 0, 0, trial);
  if (!left) return fail(left.error());
  const auto right = bound(dispatch, slot, 0, 1, trial);
  if (!right) return fail(right.error());
  const auto values = parameters(dispatch, slot, 2);
  if (!values) return fail(values.error());
  const auto result = bound(dispatch, slot, 0, 3, trial);
  if (!result) return fail(result.error());
  const auto found = lower::reference_compare(left->words(), right->words(), element_type((*values)[lower::kTypeWord]),
                                              (*values)[lower::kPaddingWord]);
  auto words = result->words();
  if (words.size() < 3)
    return malformed_run("a result of a comparison is short", fmt::format("{} words", words.size()));
  if (found.count > 0) words[0] = std::min(words[0], (*values)[lower::kFirstWord] + found.first);
  words[1] += found.count;
  words[2] = std::max(words[2], found.largest);
  result->put_words(std::move(words));
  return {};
}

Expected<std::uint32_t> Execution::sum_of_inputs(const Program& program, const messages::TrackDispatch& dispatch,
                                                 const messages::Slot& slot, std::uint32_t trial) {
  std::uint32_t sum = 0;
  for (const auto& declared : program.slots) {
    if (declared.access == Access::read_write) continue;
    const auto input = bound(dispatch, slot, declared.group, declared.binding, trial);
    if (!input) return fail(input.error());
    const auto words = input->words();
    sum = std::accumulate(words.begin(), words.end(), sum);
  }
  return sum;
}

void Execution::write_output(const Pipeline& pipeline, const Stretch& stretch) {
  const Program& program = pipeline.program;
  Stretch written = stretch;
  written.count = static_cast<std::uint64_t>(std::floor(program.written * static_cast<double>(stretch.count)));
  if (written.count == 0) return;
  written.put({.kind = Source::Kind::output, .variant = program.random ? ++random_variant_ : 0});
  const auto word = program.wrong_word;
  if (!word || *word >= written.count || pipeline.executions <= program.wrong_after) return;
  Stretch wrong = stretch;
  wrong.first += *word;
  wrong.count = 1;
  wrong.put_words({wrong.words().front() ^ kWrongBits});
}

Expected<void> Execution::user(Pipeline& pipeline, const messages::TrackDispatch& dispatch, const messages::Slot& slot,
                               std::uint32_t trial, std::uint32_t times) {
  const Program& program = pipeline.program;
  pipeline.executions += times;
  std::uint32_t sum = 0;
  if (program.sum) {
    const auto summed = sum_of_inputs(program, dispatch, slot, trial);
    if (!summed) return fail(summed.error());
    sum = *summed;
  }
  for (const auto& declared : program.slots) {
    if (declared.access != Access::read_write) continue;
    auto output = bound(dispatch, slot, declared.group, declared.binding, trial);
    if (!output) return fail(output.error());
    if (output->count == 0) continue;
    if (!program.sum) {
      write_output(pipeline, *output);
      continue;
    }
    output->count = 1;
    output->put_words({sum});
  }
  return {};
}

Expected<void> Execution::clear(const messages::ClearOp& op, const messages::Slot& slot, std::uint32_t trial) {
  const auto stretch = role(slot, op.role, op.offset, op.size, trial);
  if (!stretch) return fail(stretch.error());
  stretch->put({});
  return {};
}

Expected<void> Execution::copy(const messages::CopyOp& op, const messages::Slot& slot, std::uint32_t trial) {
  const auto from = role(slot, op.from, op.from_offset, op.size, trial);
  if (!from) return fail(from.error());
  const auto to = role(slot, op.to, op.to_offset, op.size, trial);
  if (!to) return fail(to.error());
  to->contents->copy(to->first, *from->contents, from->first, from->count);
  return {};
}

}  // namespace assay::engine::sim
