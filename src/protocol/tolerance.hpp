// SPDX-License-Identifier: Apache-2.0
/// \file
/// Outputs that agree within a tolerance that the probe declares, where sums in another order cannot agree to the bit.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "plan/plan.hpp"

namespace assay::protocol {

/// Two outputs element by element. An element is inside when |a − b| ≤ rel · max(|a|, |b|); a NaN never is, not even
/// beside a NaN, and neither is an infinity beside anything but the same infinity.
struct Agreement {
  std::uint64_t elements = 0, outside = 0;
  std::uint64_t first_outside = 0;  ///< element index; of no meaning when none is outside
  double first_a = 0, first_b = 0;  ///< its two values
  double largest = 0;  ///< |a − b| / max(|a|, |b|) of the elements that are finite
  [[nodiscard]] double share_inside() const {
    return elements == 0 ? 0 : 1 - static_cast<double>(outside) / static_cast<double>(elements);
  }
};

/// `elements` of `type` in words, little-endian (two f16 a word).
[[nodiscard]] Agreement agreement(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b,
                                  plan::ElementType type, std::uint64_t elements, double rel);

/// Element of `type` in words, little-endian (two f16 a word); every value is exact.
[[nodiscard]] double value_at(std::span<const std::uint32_t> words, plan::ElementType type, std::uint64_t element);

[[nodiscard]] inline bool agrees(const Agreement& found, const plan::Tolerance& tolerance) {
  return found.elements > 0 && found.share_inside() >= tolerance.overlap;
}

/// "99.98 % of 1024 elements lie within 1e-05 of each other (99.9 % demanded); the largest difference is 3e-05".
[[nodiscard]] std::string text_of(const Agreement& found, const plan::Tolerance& tolerance);

}  // namespace assay::protocol
