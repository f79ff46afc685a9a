// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <exception>
#include <optional>

#include "json/json.hpp"

namespace assay::json {
namespace {

/// First thing in `value` that JSON cannot carry.
std::optional<Error> unwritable(const Value& value, const std::string& path, int depth) {
  if (value.is_number_float() && !std::isfinite(value.get<double>())) {
    return Error{.fault = Fault::internal,
                 .what = "a number that is not finite cannot be written as JSON",
                 .value = fmt::format("{}", value.get<double>()),
                 .limit = "finite numbers, or null",
                 .where = path.empty() ? "document" : path};
  }
  if (value.is_binary() || value.is_discarded()) {
    return Error{.fault = Fault::internal, .what = "binary data cannot be written as JSON", .where = path};
  }
  if (!value.is_structured()) return std::nullopt;
  if (depth == 0) {
    return Error{.fault = Fault::internal,
                 .what = "JSON would be nested too deeply",
                 .limit = fmt::format("{} levels", ReadLimits{}.depth),
                 .where = path};
  }
  if (value.is_object()) {
    for (const auto& [key, member] : value.items()) {
      if (!member.is_structured() && !member.is_number_float()) continue;
      if (auto error = unwritable(member, path_of(path, key), depth - 1)) return error;
    }
    return std::nullopt;
  }
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (!value[i].is_structured() && !value[i].is_number_float()) continue;
    if (auto error = unwritable(value[i], fmt::format("{}[{}]", path, i), depth - 1)) return error;
  }
  return std::nullopt;
}

}  // namespace

Expected<std::string> write(const Value& value, int indent) {
  if (auto error = unwritable(value, "", ReadLimits{}.depth)) return fail(std::move(*error));
  try {
    return value.dump(indent, ' ', /*ensure_ascii=*/false, Value::error_handler_t::replace);
  } catch (const std::exception& error) {
    return fail({.fault = Fault::internal, .what = "writing JSON failed", .value = error.what()});
  }
}

Value number_or_null(double value) { return std::isfinite(value) ? Value(value) : Value(nullptr); }

}  // namespace assay::json
