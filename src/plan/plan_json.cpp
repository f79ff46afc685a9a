// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "json/json.hpp"
#include "plan/buffers.hpp"
#include "plan/load.hpp"
#include "plan/sha256.hpp"

namespace assay::plan {
namespace {

using json::Value;

/// Whole numbers without a point, so that 256 never depends on how it was computed.
Value number(double value) {
  constexpr double kMostExact = 9007199254740992.0;
  if (std::trunc(value) == value && std::abs(value) < kMostExact) return static_cast<std::int64_t>(value);
  return value;
}

template <class Range, class Convert>
Value list(const Range& range, Convert convert) {
  Value result = Value::array();
  for (const auto& item : range) result.push_back(convert(item));
  return result;
}

Value numbers(const std::map<std::string, double>& values) {
  Value result = Value::object();
  for (const auto& [name, value] : values) result[name] = number(value);
  return result;
}

std::string_view name_of(Fill::Kind kind) {
  switch (kind) {
    case Fill::Kind::zero: return "zero";
    case Fill::Kind::values: return "values";
    case Fill::Kind::iota: return "iota";
    case Fill::Kind::bits: return "bits";
    case Fill::Kind::integers: return "integers";
    case Fill::Kind::uniform: return "uniform";
    case Fill::Kind::normal: return "normal";
    case Fill::Kind::file: return "file";
  }
  return "";
}

std::string_view name_of(EachTrial each_trial) {
  switch (each_trial) {
    case EachTrial::keep: return "keep";
    case EachTrial::zero: return "zero";
    case EachTrial::restore: return "restore";
    case EachTrial::rotate: return "rotate";
  }
  return "";
}

Value fill_value(const Fill& fill) {
  Value result = Value::object();
  result["kind"] = name_of(fill.kind);
  result["seed"] = fill.seed;
  if (fill.kind == Fill::Kind::integers) result["bound"] = fill.bound;
  if (fill.kind == Fill::Kind::values) result["values"] = list(fill.values, number);
  if (fill.kind == Fill::Kind::file) result["sha256"] = fill.file_sha256;  // the content counts, not its address
  result["declared"] = fill.declared;
  return result;
}

Value buffer_value(const Buffer& buffer) {
  Value result = Value::object();
  result["name"] = buffer.name;
  result["type"] = type_name(buffer.type);
  result["count"] = buffer.count;
  result["fill"] = fill_value(buffer.fill);
  result["each_trial"] = name_of(buffer.each_trial);
  result["rotate"] = buffer.rotate;
  result["uniform"] = buffer.uniform;
  return result;
}

Value kernel_value(const Kernel& kernel) {
  Value result = Value::object();
  result["name"] = kernel.name;
  result["entry"] = kernel.entry;
  result["wgsl"] = kernel.wgsl;
  return result;
}

Value range_value(const ByteRange& range) { return Value::array({range.buffer, range.offset, range.size}); }

Value dispatch_value(const Dispatch& dispatch) {
  Value result = Value::object();
  result["kernel"] = dispatch.kernel;
  result["overrides"] = numbers(dispatch.overrides);
  result["bindings"] = list(dispatch.bindings, [](const Binding& binding) {
    return Value::array({binding.group, binding.binding, binding.buffer, binding.offset, binding.size});
  });
  if (const auto* groups = std::get_if<std::array<std::uint32_t, 3>>(&dispatch.workgroups)) {
    result["workgroups"] = list(*groups, [](std::uint32_t count) { return Value(count); });
  } else {
    const auto& indirect = std::get<Indirect>(dispatch.workgroups);
    result["indirect"] = Value::array({indirect.buffer, indirect.offset});
  }
  return result;
}

Value iteration_value(const std::vector<std::pair<std::string, std::uint32_t>>& iteration) {
  return list(iteration, [](const auto& loop) { return Value::array({loop.first, loop.second}); });
}

Value step_value(const Step& step) {
  Value result = Value::object();
  if (const auto* pass = std::get_if<Pass>(&step)) {
    result["pass"] = pass->label;
    result["iteration"] = iteration_value(pass->iteration);
    result["dispatches"] = list(pass->dispatches, dispatch_value);
  } else if (const auto* clear = std::get_if<Clear>(&step)) {
    result["clear"] = list(clear->ranges, range_value);
    result["iteration"] = iteration_value(clear->iteration);
  } else {
    const auto& copy = std::get<Copy>(step);
    result["copy"] = Value::array({range_value(copy.from), range_value(copy.to)});
    result["iteration"] = iteration_value(copy.iteration);
  }
  return result;
}

Value arm_value(const Arm& arm) {
  Value result = Value::object();
  result["name"] = arm.name;
  result["requires"] = arm.requires_features;
  result["steps"] = list(arm.steps, step_value);
  return result;
}

Value reference_value(const Plan& plan, const Reference& reference) {
  Value result = Value::object();
  result["outputs"] = list(reference.outputs, [&](std::size_t output) { return Value(plan.buffers[output].name); });
  switch (reference.kind) {
    case Reference::Kind::shipped: result["shipped"] = reference.name; break;
    case Reference::Kind::file: result["sha256"] = reference.file_sha256; break;
    case Reference::Kind::command:
      result["command"] = reference.command;
      result["sources"] = reference.sources;
      break;
  }
  return result;
}

/// Without a reference, and with one that is shipped, what it always was: identities do not change.
Value references_value(const Plan& plan) {
  const auto& references = plan.check.references;
  if (references.empty()) return "";
  const Reference& first = references.front();
  if (references.size() == 1 && first.kind == Reference::Kind::shipped && first.outputs == plan.check.outputs) {
    return "shipped:" + first.name;
  }
  return list(references, [&](const Reference& reference) { return reference_value(plan, reference); });
}

Value check_value(const Plan& plan) {
  Value result = Value::object();
  result["outputs"] = plan.check.outputs;
  result["reference"] = references_value(plan);
  result["tolerance"] = Value::object();
  for (const auto& [buffer, tolerance] : plan.check.tolerance) {
    result["tolerance"][plan.buffers[buffer].name] = Value::array({number(tolerance.rel), number(tolerance.overlap)});
  }
  return result;
}

}  // namespace

Expected<std::string> canonical_json(const Plan& plan) {
  Value result = Value::object();
  result["schema"] = "assay.plan/1";
  result["question"] = plan.question;
  result["prediction"] = nullptr;
  if (plan.prediction) {
    result["prediction"] = Value::array({plan.prediction->least, plan.prediction->most, plan.prediction->because});
  }
  result["margin"] = plan.margin;
  result["inputs_are_subject"] = plan.inputs_are_subject;
  result["params"] = numbers(plan.params);
  result["buffers"] = list(plan.buffers, buffer_value);
  result["kernels"] = list(plan.kernels, kernel_value);
  result["arms"] = list(plan.arms, arm_value);
  result["check"] = check_value(plan);
  result["rates"] = numbers(plan.rates);
  result["rig"] = Value::array({plan.rig.peak_bytes_per_second ? Value(*plan.rig.peak_bytes_per_second) : Value(),
                                plan.rig.cache_bytes ? Value(*plan.rig.cache_bytes) : Value()});
  result["sweep"] = plan.sweep.axes;
  // Only where it is stated: plans of before there were cache states keep their identity.
  if (plan.cache != CacheWish::unstated) result["cache"] = name_of(plan.cache);
  return json::write(result);
}

Expected<std::string> parameters_json(const Plan& plan) {
  Value result = Value::object();
  result["params"] = numbers(plan.params);
  result["buffers"] = Value::object();
  for (const auto& buffer : plan.buffers) {
    result["buffers"][buffer.name] = {{"type", type_name(buffer.type)}, {"count", buffer.count}};
  }
  result["outputs"] = list(plan.check.outputs, [&](std::size_t output) { return Value(plan.buffers[output].name); });
  return json::write(result);
}

Expected<std::string> identity(const Plan& plan) {
  const auto text = canonical_json(plan);
  if (!text) return fail(text.error());
  return sha256_hex(*text);
}

}  // namespace assay::plan
