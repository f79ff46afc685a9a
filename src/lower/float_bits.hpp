// SPDX-License-Identifier: Apache-2.0
/// \file
/// IEEE 754 bit patterns made and measured with integers only.
#pragma once

#include <cstdint>

namespace assay::lower {

/// A binary float format of at most 32 bits.
struct FloatFormat {
  std::uint32_t significand_bits;  ///< stored, without the leading one
  std::uint32_t bias;
  std::uint32_t sign;      ///< the sign bit
  std::uint32_t infinity;  ///< bits of +infinity
};
inline constexpr FloatFormat kF32{23, 127, 0x80000000U, 0x7F800000U};
inline constexpr FloatFormat kF16{10, 15, 0x8000U, 0x7C00U};

/// Bits of m / 2^scale, to nearest, ties to even; infinity when it is too large. `scale` is below the format's bias, so
/// that no result is subnormal.
[[nodiscard]] std::uint32_t float_bits(const FloatFormat& format, std::uint32_t m, std::uint32_t scale);

/// Bits of the f16 nearest to a double, ties to even.
[[nodiscard]] std::uint32_t f16_bits(double value);

/// Units in the last place between two patterns. Equal bits: 0. A NaN and any other bits: 0xFFFFFFFF. +0 and −0: 0.
[[nodiscard]] std::uint32_t distance(const FloatFormat& format, std::uint32_t a, std::uint32_t b);

}  // namespace assay::lower
