// SPDX-License-Identifier: Apache-2.0
#include "protocol/reference_check.hpp"

#include <fmt/format.h>

#include <bit>

#include "protocol/tolerance.hpp"

namespace assay::protocol {
namespace {

std::uint32_t bits_at(std::span<const std::uint32_t> words, plan::ElementType type, std::uint64_t element) {
  if (type != plan::ElementType::f16) return words[element];
  return words[element / 2] >> (element % 2 == 0 ? 0U : 16U) & 0xFFFFU;
}

std::string element_text(std::span<const std::uint32_t> words, plan::ElementType type, std::uint64_t element) {
  const std::uint32_t bits = bits_at(words, type, element);
  return type == plan::ElementType::f16 ? fmt::format("{} (0x{:04X})", value_at(words, type, element), bits)
                                        : word_text(bits, type);
}

}  // namespace

std::string word_text(std::uint32_t word, plan::ElementType type) {
  switch (type) {
    case plan::ElementType::f32: return fmt::format("{} (0x{:08X})", std::bit_cast<float>(word), word);
    case plan::ElementType::i32: return fmt::format("{}", static_cast<std::int32_t>(word));
    case plan::ElementType::u32: return fmt::format("{}", word);
    case plan::ElementType::f16: return fmt::format("0x{:08X}", word);
  }
  return {};
}

ReferenceFinding against_reference(std::string_view who, const plan::Buffer& output,
                                   std::span<const std::uint32_t> reference, std::span<const std::uint32_t> found,
                                   const std::optional<plan::Tolerance>& tolerance) {
  const auto name = fmt::format("{} differs from the reference in '{}'", who, output.name);
  if (reference.size() != found.size() || found.size() != output.bytes() / 4) {
    return {.text = name + fmt::format(": it has {} words instead of {}", found.size(), reference.size())};
  }
  if (tolerance) {
    const auto closeness = agreement(reference, found, output.type, output.count, tolerance->rel);
    if (agrees(closeness, *tolerance)) {
      return {.agrees = true,
              .text = fmt::format("{} against the reference in '{}': {}", who, output.name,
                                  text_of(closeness, *tolerance))};
    }
    return {.text = fmt::format("{} by more than the tolerance, first at element {}: {} instead of {}; {}", name,
                                closeness.first_outside, element_text(found, output.type, closeness.first_outside),
                                element_text(reference, output.type, closeness.first_outside),
                                text_of(closeness, *tolerance))};
  }
  std::uint64_t first = output.count, count = 0;
  for (std::uint64_t i = 0; i < output.count; ++i) {
    if (bits_at(reference, output.type, i) == bits_at(found, output.type, i)) continue;
    if (count++ == 0) first = i;
  }
  if (count == 0) return {.agrees = true};
  return {.text = fmt::format("{} first at element {}: {} instead of {} ({} of {} elements differ)", name, first,
                              element_text(found, output.type, first), element_text(reference, output.type, first),
                              count, output.count)};
}

}  // namespace assay::protocol
