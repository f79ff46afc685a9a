// SPDX-License-Identifier: Apache-2.0
/// \file
/// The helper kernels in C++: the other implementation of docs/kernels.md.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lower/kernels.hpp"

namespace assay::lower {

/// First `words` words of what the fill kernel writes for these parameters.
[[nodiscard]] std::vector<std::uint32_t> reference_fill(const Parameters& parameters, std::uint64_t words);
/// Word `index` of a poisoned buffer, without making the words before it.
[[nodiscard]] std::uint32_t reference_poison_word(std::uint32_t seed, bool complement, std::uint32_t index);
/// `first_word`: index of words[0] in the whole; `padding`: bits of the last word that do not count.
[[nodiscard]] Digest reference_digest(std::span<const std::uint32_t> words, std::uint32_t first_word = 0,
                                      std::uint32_t padding = 0);
[[nodiscard]] Difference reference_compare(std::span<const std::uint32_t> left, std::span<const std::uint32_t> right,
                                           plan::ElementType type, std::uint32_t padding = 0);

/// What the spacer leaves in its sink.
[[nodiscard]] std::uint32_t reference_spacer(const Parameters& parameters);

/// What one data set of a buffer holds before anything runs, from any kind of fill that fill_check() accepts, as words.
/// `file_data` is the data of a `file` fill: little-endian elements without a header, cut or followed by zeros to fit.
[[nodiscard]] std::vector<std::uint32_t> initial_words(const plan::Buffer& buffer,
                                                       std::span<const std::byte> file_data = {});

}  // namespace assay::lower
