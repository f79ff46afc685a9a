// SPDX-License-Identifier: Apache-2.0
// The fill kernel in C++.
#include "lower/float_bits.hpp"
#include "lower/mix.hpp"
#include "lower/parameter_block.hpp"
#include "lower/reference.hpp"

namespace assay::lower {
namespace {

using plan::ElementType;

class FillWords {
 public:
  explicit FillWords(const Parameters& p)
      : kind_(static_cast<FillKind>(p[kKindWord])), type_(p[kTypeWord]), bound_(p[kBoundWord]), random_(p[kSeedWord]) {}

  [[nodiscard]] std::uint32_t word(std::uint32_t i) const {
    switch (kind_) {
      case FillKind::zero: return 0;
      case FillKind::bits: return random_(i, 0);
      case FillKind::poison: return random_(i, kPoisonDraw);
      default: break;
    }
    if (is(ElementType::f16)) return element(2U * i) | (element(2U * i + 1U) << 16U);
    return element(i);
  }

 private:
  [[nodiscard]] bool is(ElementType type) const { return type_ == type_number(type); }

  [[nodiscard]] std::uint32_t element(std::uint32_t i) const {
    switch (kind_) {
      case FillKind::iota: return whole(i);
      case FillKind::integers: return whole(static_cast<std::uint32_t>((std::uint64_t{random_(i, 0)} * bound_) >> 32U));
      case FillKind::uniform: return uniform(random_(i, 0));
      case FillKind::normal: return normal(i);
      default: return 0;
    }
  }

  [[nodiscard]] std::uint32_t whole(std::uint32_t value) const {
    if (is(ElementType::f32)) return float_bits(kF32, value, 0);
    if (is(ElementType::f16)) return float_bits(kF16, value, 0);
    return value;
  }

  [[nodiscard]] std::uint32_t uniform(std::uint32_t r) const {
    if (is(ElementType::f32)) return float_bits(kF32, r >> 8U, 24);
    if (is(ElementType::f16)) return float_bits(kF16, r >> 21U, 11);
    return r;
  }

  [[nodiscard]] std::uint32_t normal(std::uint32_t i) const {
    if (is(ElementType::f32)) return normal_of(kF32, i, 6, 16);
    if (is(ElementType::f16)) return normal_of(kF16, i, 3, 8);
    return random_(i, 0);
  }

  /// Twelve integers of `width` bits, cut from `draws` words, less the mean of their sum, over 2^width.
  [[nodiscard]] std::uint32_t normal_of(const FloatFormat& format, std::uint32_t i, std::uint32_t draws,
                                        std::uint32_t width) const {
    const std::uint32_t mask = (1U << width) - 1U;
    const std::uint32_t mean = 6U * mask;
    std::uint32_t sum = 0;
    for (std::uint32_t which = 0; which < draws; ++which) {
      const std::uint32_t r = random_(i, which);
      for (std::uint32_t shift = 0; shift < 32; shift += width) sum += (r >> shift) & mask;
    }
    return sum < mean ? format.sign | float_bits(format, mean - sum, width) : float_bits(format, sum - mean, width);
  }

  FillKind kind_;
  std::uint32_t type_, bound_;
  RandomWords random_;
};

}  // namespace

std::vector<std::uint32_t> reference_fill(const Parameters& parameters, std::uint64_t words) {
  const FillWords fill(parameters);
  std::vector<std::uint32_t> result(words);
  std::uint32_t i = parameters[kFirstWord];
  for (std::uint32_t& word : result) word = fill.word(i++) ^ parameters[kMaskWord];
  return result;
}

std::uint32_t reference_poison_word(std::uint32_t seed, bool complement, std::uint32_t index) {
  Parameters parameters = poison_parameters(seed, complement);
  parameters[kFirstWord] += index;
  return reference_fill(parameters, 1).front();
}

}  // namespace assay::lower
