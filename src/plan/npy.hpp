// SPDX-License-Identifier: Apache-2.0
/// \file
/// The header of a .npy file: where the data begins and how many elements there are.
/// Source: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "error/error.hpp"
#include "plan/plan.hpp"

namespace assay::plan {

/// A header is at most this long; the format allows more, real files stay far below.
inline constexpr std::size_t kMostNpyHeader = 65536;

struct NpyHeader {
  std::string dtype{};            ///< "<f4"
  std::uint64_t elements = 0;     ///< product of the shape
  std::uint64_t data_offset = 0;  ///< bytes before the data
};

[[nodiscard]] bool is_npy(std::string_view first_bytes);

/// Reads versions 1 to 3. `head` holds the beginning of the file, the whole header at least. Little-endian or one-byte
/// order only; Fortran order is refused for more than one dimension.
[[nodiscard]] Expected<NpyHeader> read_npy_header(std::string_view head, std::string_view where);

/// "<f4" of f32, …
[[nodiscard]] std::string_view npy_dtype(ElementType type);

}  // namespace assay::plan
