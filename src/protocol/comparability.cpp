// SPDX-License-Identifier: Apache-2.0
#include "protocol/comparability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "lower/arm_state.hpp"
#include "plan/references.hpp"
#include "protocol/schedule.hpp"
#include "result/rate_claim.hpp"

namespace assay::protocol {

namespace {

/// The gates run every instance twice on each data set.
constexpr std::uint64_t kMostDataSets = 64;

/// Whether a step only reads what it has bound there.
bool only_reads(const plan::Kernel& kernel, const plan::Binding& binding) {
  using Access = plan::Kernel::Reflection::Slot::Access;
  for (const auto& slot : kernel.reflection.slots) {
    if (slot.group == binding.group && slot.binding == binding.binding) return slot.access != Access::read_write;
  }
  return false;
}

/// What decides the bytes of an input: two buffers with the same text hold the same data.
std::string data_of(const plan::Buffer& buffer) {
  const auto& fill = buffer.fill;
  std::string text = fmt::format("{} {} {} {} {} {}", static_cast<int>(buffer.type), buffer.count,
                                 static_cast<int>(fill.kind), fill.seed, fill.bound, fill.file_sha256);
  for (const double value : fill.values) text += fmt::format(" {}", value);
  return text;
}

/// Data of everything that an arm reads and does not write → name of a buffer that holds it.
std::map<std::string, std::string> inputs_of(const plan::Plan& plan, const plan::Arm& arm) {
  std::map<std::string, std::string> inputs;
  plan::for_each_dispatch(arm, [&](const plan::Dispatch& dispatch) {
    for (const auto& binding : dispatch.bindings) {
      if (!only_reads(plan.kernels[dispatch.kernel], binding)) continue;
      inputs.emplace(data_of(plan.buffers[binding.buffer]), plan.buffers[binding.buffer].name);
    }
  });
  return inputs;
}

bool binds(const plan::Arm& arm, std::size_t buffer) {
  bool found = false;
  plan::for_each_dispatch(arm, [&](const plan::Dispatch& dispatch) {
    for (const auto& binding : dispatch.bindings) found = found || binding.buffer == buffer;
  });
  return found;
}

Expected<void> check_same_inputs(const plan::Plan& plan) {
  if (plan.inputs_are_subject) return {};
  const auto baseline = inputs_of(plan, plan.arms[0]);
  for (std::size_t arm = 1; arm < plan.arms.size(); ++arm) {
    const auto candidate = inputs_of(plan, plan.arms[arm]);
    for (const bool swapped : {false, true}) {
      const auto& other = swapped ? candidate : baseline;
      for (const auto& [data, name] : swapped ? baseline : candidate) {
        if (other.contains(data)) continue;
        return fail(
            {.fault = Fault::bad_input,
             .what = fmt::format("the arms do not read the same input: only {} reads data like that of '{}'",
                                 plan.arms[swapped ? 0 : arm].name, name),
             .where = plan.probe,
             .advice = "bind the same buffers, or say that the inputs are what is compared: subject = \"inputs\""});
      }
    }
  }
  return {};
}

Expected<void> check_references(const plan::Plan& plan) {
  for (const auto& reference : plan.check.references) {
    if (reference.kind == plan::Reference::Kind::shipped) {
      return fail({.fault = Fault::bad_input,
                   .what = "not yet: a reference that is shipped with Assay",
                   .value = plan::reference_text(reference),
                   .limit = "{ file = \"…\" }, { command = [\"…\"] }",
                   .where = plan.probe,
                   .advice = "leave it out; the arms are then checked against each other alone"});
    }
  }
  if (plan.check.references.empty() || lower::data_sets(plan) == 1) return {};
  return fail({.fault = Fault::bad_input,
               .what = "not yet: a reference for buffers whose data sets take turns",
               .where = plan.probe,
               .advice = "leave 'reference' or { rotate = N } out"});
}

/// Allocations serve all arms in turn. What one arm leaves in a buffer that is kept from trial to trial is what another
/// arm, which only reads it, would find there in place of the plan's data.
Expected<void> check_nothing_left_behind(const plan::Plan& plan) {
  for (std::size_t b = 0; b < plan.buffers.size(); ++b) {
    const auto& buffer = plan.buffers[b];
    if (buffer.each_trial != plan::EachTrial::keep) continue;
    const plan::Arm *writer = nullptr, *reader = nullptr;
    for (const auto& arm : plan.arms) {
      const auto touched = lower::touched_by(arm);
      if (std::find(touched.begin(), touched.end(), b) == touched.end()) continue;
      (lower::is_written_by(plan, arm, b) ? writer : reader) = &arm;
    }
    if (writer == nullptr || reader == nullptr) continue;
    return fail({.fault = Fault::bad_input,
                 .what = fmt::format("{} writes the buffer '{}', and {} only reads it: it would find there what {} "
                                     "left, and not the buffer's data",
                                     writer->name, buffer.name, reader->name, writer->name),
                 .where = buffer.where.empty() ? plan.probe : buffer.where,
                 .advice = fmt::format("put it back with each_trial = \"restore\" (or \"zero\") on '{}', or give {} a "
                                       "buffer of its own",
                                       buffer.name, writer->name)});
  }
  return {};
}

}  // namespace

std::string implausible_rate(double bytes, double trial_ns, double peak_bytes_per_second) {
  if (bytes <= 0 || trial_ns <= 0 || peak_bytes_per_second <= 0) return {};
  const double share = bytes / (trial_ns * 1e-9) / peak_bytes_per_second;
  if (share <= 1) return {};
  return fmt::format(
      "{:.0f} % of the declared peak: implausible; the input may be compressible, the cache may hold it, "
      "or the rate may be wrong",
      100 * share);
}

std::vector<std::string> rate_warnings(const result::Comparison& comparison, std::optional<double> declared_peak) {
  std::vector<std::string> warnings;
  const auto bytes = comparison.rates.find("bytes");
  if (bytes == comparison.rates.end()) return warnings;
  for (const auto& arm : comparison.arms) {
    if (arm.trial_ns() <= 0) continue;
    const double rate = bytes->second / arm.trial_ns() * 1e9;
    const auto claim = result::claim_of(rate, arm.working_set_bytes, comparison.schedule.cache);
    if (claim.above_copy) {
      warnings.push_back(
          fmt::format("{} reads at {:.4g} GB/s, above the {:.4g} GB/s of a large copy on this device: {}", arm.name,
                      rate / 1e9, *comparison.schedule.cache->copy_bytes_per_second / 1e9,
                      claim.cache_resident ? "the cache serves it"
                                           : "a cache may serve it, the input may be compressible, or "
                                             "the rate may be wrong"));
    }
    if (claim.cache_resident || !declared_peak) continue;
    const auto clause = implausible_rate(bytes->second, arm.trial_ns(), *declared_peak);
    if (!clause.empty()) warnings.push_back(arm.name + " reads at " + clause);
  }
  return warnings;
}

Expected<void> check_comparable(const plan::Plan& plan) {
  if (plan.arms.size() < 2) {
    return fail({.fault = Fault::bad_input,
                 .what = "a comparison needs two arms",
                 .value = fmt::format("{}", plan.arms.size()),
                 .where = plan.probe,
                 .advice = "add another [[arm]]"});
  }
  if (plan.arms.size() > kMostInstances / 2) {
    return fail({.fault = Fault::bad_input,
                 .what = "more arms than one square can hold",
                 .value = fmt::format("{} arms", plan.arms.size()),
                 .limit = fmt::format("{} arms", kMostInstances / 2),
                 .where = plan.probe,
                 .advice = "compare fewer at a time"});
  }
  if (const auto sets = lower::data_sets(plan); sets > kMostDataSets) {
    return fail({.fault = Fault::bad_input,
                 .what = "the buffers' data sets take too long to come round together",
                 .value = fmt::format("{} trials", sets),
                 .limit = fmt::format("{} trials", kMostDataSets),
                 .where = plan.probe,
                 .advice = "give all rotating buffers the same number of data sets"});
  }
  if (plan.check.outputs.empty()) {
    return fail({.fault = Fault::bad_input,
                 .what = "nothing would be checked: [check] names no outputs",
                 .where = plan.probe,
                 .advice = "add [check] outputs = [\"NAME\"]"});
  }
  if (auto known = check_references(plan); !known) return known;
  if (!plan.sweep.axes.empty()) {
    return fail({.fault = Fault::bad_input,
                 .what = "not yet: a sweep",
                 .where = plan.probe,
                 .advice = "leave [sweep] out and give one size at a time with --set"});
  }
  if (auto clean = check_nothing_left_behind(plan); !clean) return clean;
  return check_same_inputs(plan);
}

std::vector<std::string> comparison_notes(const plan::Plan& plan) {
  std::vector<std::string> notes;
  const auto passes = [&](std::size_t arm) { return plan::pass_count(plan.arms[arm]); };
  for (std::size_t arm = 1; arm < plan.arms.size(); ++arm) {
    if (passes(0) == passes(arm)) continue;
    notes.push_back(
        fmt::format("{} has {} passes and {} has {}", plan.arms[0].name, passes(0), plan.arms[arm].name, passes(arm)));
  }
  for (std::size_t b = 0; b < plan.buffers.size(); ++b) {
    const auto bound =
        std::count_if(plan.arms.begin(), plan.arms.end(), [&](const auto& arm) { return binds(arm, b); });
    if (bound == 0 || bound == static_cast<std::ptrdiff_t>(plan.arms.size())) continue;
    const auto only = std::find_if(plan.arms.begin(), plan.arms.end(), [&](const auto& arm) { return binds(arm, b); });
    if (bound == 1) {
      notes.push_back(
          fmt::format("allocation luck is not averaged for '{}': only {} binds it, so that no pool serves all "
                      "arms",
                      plan.buffers[b].name, only->name));
      continue;
    }
    notes.push_back(
        fmt::format("allocation luck is not averaged for '{}': {} binds it and another arm does not, so that "
                    "no pool serves all arms",
                    plan.buffers[b].name, only->name));
  }
  return notes;
}

}  // namespace assay::protocol
