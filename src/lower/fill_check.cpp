// SPDX-License-Identifier: Apache-2.0
#include "lower/fill_check.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace assay::lower {
namespace {

using plan::ElementType;

std::string_view name_of(ElementType type) {
  switch (type) {
    case ElementType::u32: return "u32";
    case ElementType::i32: return "i32";
    case ElementType::f32: return "f32";
    case ElementType::f16: return "f16";
  }
  return "";
}

/// The largest bound of `integers`: every whole number below it is exact in the type.
std::uint64_t largest_bound(ElementType type) {
  switch (type) {
    case ElementType::u32: return 0xFFFFFFFFU;
    case ElementType::i32: return 1ULL << 31U;
    case ElementType::f32: return 1ULL << 24U;
    case ElementType::f16: return 1ULL << 11U;
  }
  return 0;
}

/// The largest count of `iota`: every index is finite in the type (and rounded to nearest where it is not exact).
std::uint64_t largest_iota(ElementType type) {
  switch (type) {
    case ElementType::i32: return 1ULL << 31U;
    case ElementType::f16: return 65505;
    default: return 1ULL << 32U;
  }
}

bool holds(ElementType type, double value) {
  const bool whole = std::isfinite(value) && std::trunc(value) == value;
  switch (type) {
    case ElementType::u32: return whole && value >= 0 && value <= 4294967295.0;
    case ElementType::i32: return whole && value >= -2147483648.0 && value <= 2147483647.0;
    case ElementType::f32: return std::isfinite(value) && std::isfinite(static_cast<float>(value));
    case ElementType::f16: return std::fabs(value) < 65520.0;
  }
  return false;
}

std::string_view range_of(ElementType type) {
  switch (type) {
    case ElementType::u32: return "whole numbers from 0 to 4294967295";
    case ElementType::i32: return "whole numbers from -2147483648 to 2147483647";
    case ElementType::f32: return "finite numbers up to 3.4028235e38";
    case ElementType::f16: return "finite numbers up to 65504";
  }
  return "";
}

Expected<void> check_integers(const plan::Buffer& buffer) {
  const std::uint64_t most = largest_bound(buffer.type);
  if (buffer.fill.bound >= 1 && buffer.fill.bound <= most) return {};
  return fail({.fault = Fault::bad_input,
               .what = fmt::format("the fill of buffer '{}' asks for integers that {} does not hold exactly",
                                   buffer.name, name_of(buffer.type)),
               .value = fmt::format("integers = {}", buffer.fill.bound),
               .limit = fmt::format("1 to {}", most),
               .where = fmt::format("buffers.{}.fill", buffer.name),
               .advice = "choose a bound inside that range"});
}

Expected<void> check_iota(const plan::Buffer& buffer) {
  const std::uint64_t most = largest_iota(buffer.type);
  if (buffer.count <= most) return {};
  return fail(
      {.fault = Fault::bad_input,
       .what = fmt::format("the iota of buffer '{}' grows past the largest {}", buffer.name, name_of(buffer.type)),
       .value = fmt::format("{} elements", buffer.count),
       .limit = fmt::format("{} elements", most),
       .where = fmt::format("buffers.{}.fill", buffer.name),
       .advice = "use fewer elements or another fill"});
}

Expected<void> check_normal(const plan::Buffer& buffer) {
  if (buffer.type == ElementType::f32 || buffer.type == ElementType::f16) return {};
  return fail({.fault = Fault::bad_input,
               .what = fmt::format("the fill of buffer '{}' is normal, which only floats can hold", buffer.name),
               .value = std::string(name_of(buffer.type)),
               .limit = "f32, f16",
               .where = fmt::format("buffers.{}.fill", buffer.name),
               .advice = "use integers, or make the buffer f32"});
}

Expected<void> check_values(const plan::Buffer& buffer) {
  const auto& values = buffer.fill.values;
  if (values.size() > buffer.count) {
    return fail({.fault = Fault::bad_input,
                 .what = fmt::format("buffer '{}' is filled with more values than it has elements", buffer.name),
                 .value = fmt::format("{} values", values.size()),
                 .limit = fmt::format("{} elements", buffer.count),
                 .where = fmt::format("buffers.{}.fill", buffer.name),
                 .advice = "raise its count or give fewer values"});
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (holds(buffer.type, values[i])) continue;
    return fail({.fault = Fault::bad_input,
                 .what = fmt::format("value {} of buffer '{}' does not fit {}", i, buffer.name, name_of(buffer.type)),
                 .value = fmt::format("{}", values[i]),
                 .limit = std::string(range_of(buffer.type)),
                 .where = fmt::format("buffers.{}.fill", buffer.name),
                 .advice = "change the value or the buffer's type"});
  }
  return {};
}

}  // namespace

Expected<void> fill_check(const plan::Buffer& buffer) {
  switch (buffer.fill.kind) {
    case plan::Fill::Kind::integers: return check_integers(buffer);
    case plan::Fill::Kind::iota: return check_iota(buffer);
    case plan::Fill::Kind::normal: return check_normal(buffer);
    case plan::Fill::Kind::values: return check_values(buffer);
    default: return {};
  }
}

}  // namespace assay::lower
