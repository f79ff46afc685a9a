// SPDX-License-Identifier: Apache-2.0
#include "report/plan_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "plan/default_limits.hpp"
#include "plan/load.hpp"
#include "plan/references.hpp"
#include "report/number_text.hpp"
#include "report/plan_steps.hpp"
#include "report/text_layout.hpp"

namespace assay::report {
namespace {

std::string_view type_text(plan::ElementType type) {
  switch (type) {
    case plan::ElementType::u32: return "u32";
    case plan::ElementType::i32: return "i32";
    case plan::ElementType::f32: return "f32";
    case plan::ElementType::f16: return "f16";
  }
  return "";
}

template <class Count>
std::string counted(Count count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

/// Whether every arm finds poison in it: an output of which nobody said what it holds.
bool holds_poison(const plan::Plan& plan, std::size_t buffer) {
  const auto& outputs = plan.check.outputs;
  const auto& one = plan.buffers[buffer];
  return !one.fill.declared && one.each_trial == plan::EachTrial::keep &&
         std::ranges::find(outputs, buffer) != outputs.end();
}

std::string fill_text(const plan::Plan& plan, std::size_t buffer) {
  using Kind = plan::Fill::Kind;
  if (holds_poison(plan, buffer)) return "poison (written by all arms)";
  const plan::Fill& fill = plan.buffers[buffer].fill;
  const std::string seed = fmt::format(", seed {}", fill.seed);
  const std::string origin = fill.declared ? "" : " (default)";
  switch (fill.kind) {
    case Kind::zero: return "zero";
    case Kind::values: return counted(fill.values.size(), "value", "values");
    case Kind::iota: return "iota";
    case Kind::bits: return "bits" + seed + origin;
    case Kind::integers: return fmt::format("integers below {}{}", fill.bound, seed);
    case Kind::uniform: return "uniform" + seed;
    case Kind::normal: return "normal" + seed;
    case Kind::file:
      return "file " + printable(fill.file.filename().string()) + (fill.file_sha256.empty() ? " (not found)" : "");
  }
  return "";
}

std::string each_trial_text(const plan::Buffer& buffer) {
  switch (buffer.each_trial) {
    case plan::EachTrial::keep: return buffer.keep_declared ? "; kept from trial to trial" : "";
    case plan::EachTrial::zero: return "; zeroed for each trial";
    case plan::EachTrial::restore: return "; restored for each trial";
    case plan::EachTrial::rotate: return fmt::format("; {} data sets in turn", buffer.rotate);
  }
  return "";
}

std::string field(std::string_view name, const std::string& value) { return fmt::format("{:<11} {}\n", name, value); }

std::string percent(double fraction) { return fmt::format("{:.6g} %", fraction * 100); }

std::string head(const plan::Plan& plan) {
  std::string text = printable(plan.probe) + "\n";
  if (!plan.question.empty()) text += field("question", plan.question);
  if (plan.prediction) {
    std::string bet = percent(plan.prediction->least) + " .. " + percent(plan.prediction->most);
    if (!plan.prediction->because.empty()) bet += ", because " + plan.prediction->because;
    text += field("predicted", bet);
  }
  text += field("margin", percent(plan.margin));
  if (plan.cache != plan::CacheWish::unstated) text += field("cache", std::string(plan::name_of(plan.cache)));
  const auto without_text =
      std::ranges::count_if(plan.kernels, [](const plan::Kernel& kernel) { return kernel.wgsl.empty(); });
  const auto without_data = std::ranges::count_if(plan.buffers, [](const plan::Buffer& buffer) {
    return buffer.fill.kind == plan::Fill::Kind::file && buffer.fill.file_sha256.empty();
  });
  if (without_text + without_data > 0) {
    text += field("identity", "not known, as files are missing: " + counted(without_text, "kernel", "kernels") + ", " +
                                  counted(without_data, "fill", "fills"));
  } else {
    const auto id = plan::identity(plan);
    text += field("identity", id ? *id : sentence(id.error()));
  }
  std::string params;
  for (const auto& [name, value] : plan.params)
    params += fmt::format("{}{} = {:.0f}", params.empty() ? "" : ", ", name, value);
  if (!params.empty()) text += field("params", params);
  return text;
}

std::string buffers(const plan::Plan& plan) {
  if (plan.buffers.empty()) return {};
  struct Row {
    std::string name, shape, bytes, notes;
  };
  std::vector<Row> rows;
  std::uint64_t all = 0;
  bool all_known = true;
  for (std::size_t b = 0; b < plan.buffers.size(); ++b) {
    const plan::Buffer& buffer = plan.buffers[b];
    const std::uint64_t bytes = buffer.bytes() * buffer.rotate;
    const bool known = buffer.count > 0;
    all += bytes;
    all_known = all_known && known;
    rows.push_back({buffer.name, fmt::format("{}[{}]", type_text(buffer.type), known ? count_text(buffer.count) : "?"),
                    known ? count_text(bytes) : "not known",
                    (buffer.uniform ? "uniform buffer; " : "") + fill_text(plan, b) + each_trial_text(buffer)});
  }
  rows.push_back({"in all", "", (all_known ? "" : "at least ") + count_text(all), ""});
  std::size_t name = 0, shape = 0, bytes = 0;
  for (const Row& row : rows) {
    name = std::max(name, row.name.size());
    shape = std::max(shape, row.shape.size());
    bytes = std::max(bytes, row.bytes.size());
  }
  std::string text = "\nbuffers, in bytes\n";
  for (const Row& row : rows) {
    std::string line =
        fmt::format("  {:<{}}  {:<{}}  {:>{}}  {}", row.name, name, row.shape, shape, row.bytes, bytes, row.notes);
    while (line.ends_with(' ')) line.pop_back();
    text += line + "\n";
  }
  return text;
}

std::string arms(const plan::Plan& plan) {
  std::string text;
  bool equal = true;
  std::string counts;
  for (const plan::Arm& arm : plan.arms) {
    const std::size_t passes = plan::pass_count(arm);
    equal = equal && passes == plan::pass_count(plan.arms.front());
    counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", arm.name, passes);
    text += fmt::format("\narm \"{}\": {}", arm.name, counted(passes, "pass", "passes"));
    for (std::size_t i = 0; i < arm.requires_features.size(); ++i) {
      text += (i == 0 ? ", requires " : " and ") + arm.requires_features[i];
    }
    text += "\n" + steps_text(plan, arm);
  }
  if (!equal)
    text += "\nnote: the arms differ in their number of passes (" + counts + "); the gaps between passes count\n";
  return text;
}

std::string check(const plan::Plan& plan) {
  std::string text;
  for (const std::size_t output : plan.check.outputs) {
    text += (text.empty() ? "" : ", ") + plan.buffers[output].name;
    const auto tolerance = plan.check.tolerance.find(output);
    text += tolerance == plan.check.tolerance.end()
                ? " byte for byte"
                : fmt::format(" within {:.6g} in {} of the elements", tolerance->second.rel,
                              percent(tolerance->second.overlap));
  }
  if (text.empty()) text = "nothing: no output is declared";
  for (const auto& reference : plan.check.references) {
    text += "; reference ";
    if (reference.outputs.size() != plan.check.outputs.size()) {
      text += "of " + plan.buffers[reference.outputs.front()].name + ": ";
    }
    text += printable(plan::reference_text(reference));
  }
  return text;
}

std::string limits_text(const plan::Plan& plan, const std::optional<plan::DeviceLimits>& limits) {
  const auto valid = plan::validate(plan, limits.value_or(plan::DeviceLimits{}));
  if (limits) return valid ? "within those of this device" : sentence(valid.error());
  if (valid) return "within what every WebGPU device grants; no device was asked";
  const std::string beyond = "no device was asked; beyond what every WebGPU device grants";
  return plan::passed_default_limits(plan).empty() ? beyond + ": " + sentence(valid.error()) : beyond;
}

/// What another device may refuse, one line each.
std::string warnings(const plan::Plan& plan) {
  constexpr std::size_t kMostWarnings = 20;
  const auto passed = plan::passed_default_limits(plan);
  std::string text;
  for (std::size_t i = 0; i < std::min(passed.size(), kMostWarnings); ++i) {
    text += field("warning", fmt::format("{} passes the default {}: {} {}, where every device grants {}",
                                         passed[i].what, passed[i].limit, count_text(passed[i].value), passed[i].unit,
                                         count_text(passed[i].most)));
  }
  if (passed.size() > kMostWarnings) text += field("", fmt::format("… and {} more", passed.size() - kMostWarnings));
  return text;
}

}  // namespace

std::string plan_text(const plan::Plan& plan, const std::optional<plan::DeviceLimits>& limits) {
  std::string text = head(plan) + buffers(plan) + arms(plan) + "\n" + field("check", check(plan));
  for (const auto& [name, amount] : plan.rates) {
    text += field("rate", fmt::format("{} = {} a trial", name, count_text(static_cast<std::uint64_t>(amount))));
  }
  text += field("limits", limits_text(plan, limits));
  if (!limits) text += warnings(plan);
  text += field("time", "not known: nothing has run yet");
  return text;
}

}  // namespace assay::report
