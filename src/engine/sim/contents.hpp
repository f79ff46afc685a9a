// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a simulated buffer holds, kept as how it came to be: gigabytes of fills and outputs take some bytes each, and a
/// word is made when somebody reads it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lower/helpers.hpp"

namespace assay::engine::sim {

/// Where a stretch of words comes from.
struct Source {
  enum class Kind {
    fill,  ///< what the fill kernel writes for `parameters`
    output,  ///< what every user's kernel writes; another `variant` means other words
    spacer,  ///< what the spacer kernel leaves for `parameters`
    literal,  ///< `words`, written by the host
  } kind = Kind::fill;
  lower::Parameters parameters{};  ///< all zero: zeros
  std::uint32_t variant = 0;
  std::shared_ptr<const std::vector<std::uint32_t>> words{};
};

class Contents {
 public:
  /// Zeros.
  explicit Contents(std::uint64_t words);

  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// Words first … first + count − 1 come from the source's words 0, 1, …; the stretch lies inside the buffer.
  void put(std::uint64_t first, std::uint64_t count, Source source);
  /// Copies a stretch of another buffer, or of this one.
  void copy(std::uint64_t first, const Contents& from, std::uint64_t from_first, std::uint64_t count);

  [[nodiscard]] std::vector<std::uint32_t> words(std::uint64_t first, std::uint64_t count) const;
  /// Stretches with equal keys hold equal words. None where the host wrote some of them.
  [[nodiscard]] std::optional<std::string> key(std::uint64_t first, std::uint64_t count) const;

 private:
  struct Piece {
    std::uint64_t first = 0, count = 0;
    std::uint64_t origin = 0;  ///< word of the source that lies at `first`
    Source source{};
  };
  void insert(Piece piece);
  [[nodiscard]] std::vector<Piece> cut(std::uint64_t first, std::uint64_t count) const;

  std::uint64_t size_;
  std::vector<Piece> pieces_{};  ///< in order, without gaps
};

}  // namespace assay::engine::sim
