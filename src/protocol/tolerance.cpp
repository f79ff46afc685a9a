// SPDX-License-Identifier: Apache-2.0
#include "protocol/tolerance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace assay::protocol {
namespace {

/// IEEE 754 binary16.
double half_value(std::uint32_t bits) {
  const std::uint32_t exponent = (bits >> 10U) & 31U, fraction = bits & 1023U;
  double value = exponent == 0    ? std::ldexp(static_cast<double>(fraction), -24)
                 : exponent == 31 ? (fraction == 0 ? INFINITY : NAN)
                                  : std::ldexp(static_cast<double>(fraction + 1024), static_cast<int>(exponent) - 25);
  return (bits & 0x8000U) != 0 ? -value : value;
}

}  // namespace

double value_at(std::span<const std::uint32_t> words, plan::ElementType type, std::uint64_t element) {
  if (type == plan::ElementType::f16) {
    const std::uint32_t word = words[element / 2];
    return half_value(element % 2 == 0 ? word & 0xFFFFU : word >> 16U);
  }
  const std::uint32_t word = words[element];
  if (type == plan::ElementType::f32) return std::bit_cast<float>(word);
  if (type == plan::ElementType::i32) return static_cast<std::int32_t>(word);
  return word;
}

Agreement agreement(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b, plan::ElementType type,
                    std::uint64_t elements, double rel) {
  Agreement found{.elements = elements};
  for (std::uint64_t i = 0; i < elements; ++i) {
    const double x = value_at(a, type, i), y = value_at(b, type, i);
    const double size = std::max(std::abs(x), std::abs(y));
    const bool finite = std::isfinite(x) && std::isfinite(y);
    if (finite && size > 0) found.largest = std::max(found.largest, std::abs(x - y) / size);
    // Written so that a NaN is outside: it compares false with everything.
    const bool inside = finite ? std::abs(x - y) <= rel * size : x == y;
    if (inside) continue;
    if (found.outside++ == 0) {
      found.first_outside = i;
      found.first_a = x;
      found.first_b = y;
    }
  }
  return found;
}

std::string text_of(const Agreement& found, const plan::Tolerance& tolerance) {
  return fmt::format(
      "{:.6g} % of {} elements lie within {:g} of each other ({:g} % demanded); the largest difference is "
      "{:.3g}",
      100 * found.share_inside(), found.elements, tolerance.rel, 100 * tolerance.overlap, found.largest);
}

}  // namespace assay::protocol
