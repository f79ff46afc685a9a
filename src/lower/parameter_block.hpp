// SPDX-License-Identifier: Apache-2.0
/// \file
/// Meaning of the words of a helper's parameter block; the numbers are part of docs/kernels.md.
#pragma once

#include <cstddef>
#include <cstdint>

#include "plan/plan.hpp"

namespace assay::lower {

/// Word 0 of the fill kernel.
enum class FillKind : std::uint32_t { zero = 0, iota = 1, bits = 2, integers = 3, uniform = 4, normal = 5, poison = 6 };

inline constexpr std::uint32_t kPoisonDraw = 16;  ///< a draw that no fill uses

inline constexpr std::size_t kKindWord = 0;   ///< fill
inline constexpr std::size_t kStepsWord = 0;  ///< spacer
inline constexpr std::size_t kTypeWord = 1;   ///< fill, compare
inline constexpr std::size_t kSeedWord = 2;   ///< fill; start value of the spacer
inline constexpr std::size_t kBoundWord = 3;  ///< fill
inline constexpr std::size_t kPaddingWord = 3;  ///< digest, compare: bits of the last word that do not count
inline constexpr std::size_t kFirstWord = 4;  ///< fill, digest, compare: index of the binding's first word
inline constexpr std::size_t kMaskWord = 5;   ///< fill: xored into every word
inline constexpr std::size_t kEqualWord = 5;  ///< compare: three words, the result of equal buffers

[[nodiscard]] constexpr std::uint32_t type_number(plan::ElementType type) {
  switch (type) {
    case plan::ElementType::u32: return 0;
    case plan::ElementType::i32: return 1;
    case plan::ElementType::f32: return 2;
    case plan::ElementType::f16: return 3;
  }
  return 0;
}

}  // namespace assay::lower
