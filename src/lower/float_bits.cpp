// SPDX-License-Identifier: Apache-2.0
#include "lower/float_bits.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace assay::lower {
namespace {

/// m, not 0, with its leading one moved to bit `position`; rounding may carry it one further.
std::uint32_t significand(std::uint32_t m, std::uint32_t exponent, std::uint32_t position) {
  if (exponent <= position) return m << (position - exponent);
  const std::uint32_t shift = exponent - position;
  const std::uint32_t kept = m >> shift;
  const std::uint32_t dropped = m << (32U - shift);
  const bool up = dropped > 0x80000000U || (dropped == 0x80000000U && (kept & 1U) == 1U);
  return kept + (up ? 1U : 0U);
}

}  // namespace

std::uint32_t float_bits(const FloatFormat& format, std::uint32_t m, std::uint32_t scale) {
  if (m == 0) return 0;
  const auto exponent = static_cast<std::uint32_t>(std::bit_width(m)) - 1U;
  // The significand's leading one adds the missing 1 to the exponent, and a carry out of rounding another.
  const std::uint32_t bits = ((exponent + format.bias - 1U - scale) << format.significand_bits) +
                             significand(m, exponent, format.significand_bits);
  return std::min(bits, format.infinity);
}

std::uint32_t f16_bits(double value) {
  const std::uint32_t sign = std::signbit(value) ? kF16.sign : 0U;
  if (std::isnan(value)) return sign | 0x7E00U;
  const double magnitude = std::fabs(value);
  if (magnitude >= 65520.0) return sign | kF16.infinity;  // half a step above the largest finite value, 65504
  if (magnitude == 0.0) return sign;
  const int exponent = std::max(std::ilogb(magnitude), -14);
  // nearbyint rounds ties to even in the default mode; the product is exact.
  const auto whole = static_cast<std::uint32_t>(std::nearbyint(std::ldexp(magnitude, 10 - exponent)));
  return sign | ((static_cast<std::uint32_t>(exponent + 14) << 10U) + whole);
}

std::uint32_t distance(const FloatFormat& format, std::uint32_t a, std::uint32_t b) {
  if (a == b) return 0;
  const std::uint32_t a_magnitude = a & (format.sign - 1U);
  const std::uint32_t b_magnitude = b & (format.sign - 1U);
  if (a_magnitude > format.infinity || b_magnitude > format.infinity) return 0xFFFFFFFFU;
  if ((a & format.sign) != (b & format.sign)) return a_magnitude + b_magnitude;
  return std::max(a_magnitude, b_magnitude) - std::min(a_magnitude, b_magnitude);
}

}  // namespace assay::lower
