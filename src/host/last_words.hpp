// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a child process printed, bounded: its beginning and its end are kept, the middle of a flood is dropped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::host {

class LastWords {
 public:
  static constexpr std::size_t kHeadBytes = 4U << 10U;
  static constexpr std::size_t kTailBytes = 60U << 10U;

  void append(std::string_view bytes);

  /// Head and tail as they came; a line between them says how many bytes were dropped.
  [[nodiscard]] std::string text() const;
  /// The last non-empty lines for a sentence: at most `lines` of them and `bytes` bytes, joined by " | ", control
  /// characters (a terminal's escape sequences, say) left out. Empty: nothing was printed.
  [[nodiscard]] std::string last_lines(std::size_t lines = 4, std::size_t bytes = 600) const;
  /// Bytes printed in all, the dropped ones too.
  [[nodiscard]] std::uint64_t total_bytes() const { return total_bytes_; }

 private:
  [[nodiscard]] std::string tail() const;

  std::string head_{};
  std::vector<char> ring_{};   ///< grows to kTailBytes, then is overwritten from `oldest_`
  std::size_t oldest_ = 0;
  std::uint64_t total_bytes_ = 0;
};

}  // namespace assay::host
