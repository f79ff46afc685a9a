// SPDX-License-Identifier: Apache-2.0
// What a buffer holds before anything runs.
#include <algorithm>
#include <bit>
#include <cmath>

#include "lower/float_bits.hpp"
#include "lower/reference.hpp"

namespace assay::lower {
namespace {

using plan::ElementType;

/// The low 32 bits of a value that fill_check() accepts.
std::uint32_t element_bits(ElementType type, double value) {
  switch (type) {
    case ElementType::u32: return static_cast<std::uint32_t>(value);
    case ElementType::i32: return static_cast<std::uint32_t>(static_cast<std::int32_t>(value));
    case ElementType::f32: return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    case ElementType::f16: return f16_bits(value);
  }
  return 0;
}

std::vector<std::uint32_t> words_of_values(const plan::Buffer& buffer) {
  std::vector<std::uint32_t> words(buffer.bytes() / 4);
  const auto elements = static_cast<std::size_t>(std::min<std::uint64_t>(buffer.count, buffer.fill.values.size()));
  for (std::size_t i = 0; i < elements; ++i) {
    const std::uint32_t bits = element_bits(buffer.type, buffer.fill.values[i]);
    if (buffer.type == ElementType::f16) {
      words[i / 2] |= bits << (i % 2 == 0 ? 0U : 16U);
    } else {
      words[i] = bits;
    }
  }
  return words;
}

/// Little-endian whatever the host is.
std::vector<std::uint32_t> words_of_bytes(std::span<const std::byte> data, std::uint64_t count) {
  std::vector<std::uint32_t> words(count);
  const auto bytes = static_cast<std::size_t>(std::min<std::uint64_t>(data.size(), count * 4));
  for (std::size_t i = 0; i < bytes; ++i) words[i / 4] |= std::to_integer<std::uint32_t>(data[i]) << (8U * (i % 4));
  return words;
}

}  // namespace

std::vector<std::uint32_t> initial_words(const plan::Buffer& buffer, std::span<const std::byte> file_data) {
  switch (buffer.fill.kind) {
    case plan::Fill::Kind::values: return words_of_values(buffer);
    case plan::Fill::Kind::file: return words_of_bytes(file_data, buffer.bytes() / 4);
    default: return reference_fill(fill_parameters(buffer.fill, buffer.type), buffer.bytes() / 4);
  }
}

}  // namespace assay::lower
