// SPDX-License-Identifier: Apache-2.0
#include "host/last_words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace assay::host {

void LastWords::append(std::string_view bytes) {
  total_bytes_ += bytes.size();
  const std::size_t to_head = std::min(bytes.size(), kHeadBytes - head_.size());
  head_.append(bytes.substr(0, to_head));
  bytes.remove_prefix(to_head);
  if (bytes.size() > kTailBytes) bytes.remove_prefix(bytes.size() - kTailBytes);
  const std::size_t to_grow = std::min(bytes.size(), kTailBytes - ring_.size());
  ring_.insert(ring_.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(to_grow));
  bytes.remove_prefix(to_grow);
  while (!bytes.empty()) {
    const std::size_t count = std::min(bytes.size(), kTailBytes - oldest_);
    std::copy_n(bytes.begin(), count, ring_.begin() + static_cast<std::ptrdiff_t>(oldest_));
    oldest_ = (oldest_ + count) % kTailBytes;
    bytes.remove_prefix(count);
  }
}

std::string LastWords::tail() const {
  const auto middle = ring_.begin() + static_cast<std::ptrdiff_t>(oldest_);
  std::string result(middle, ring_.end());
  result.append(ring_.begin(), middle);
  return result;
}

std::string LastWords::text() const {
  const std::uint64_t dropped = total_bytes_ - head_.size() - ring_.size();
  if (dropped == 0) return head_ + tail();
  return head_ + fmt::format("\n[{} bytes left out]\n", dropped) + tail();
}

std::string LastWords::last_lines(std::size_t lines, std::size_t bytes) const {
  const std::string all = text();
  std::string result;
  std::size_t end = all.size();
  for (std::size_t found = 0; found < lines && end > 0;) {
    const std::size_t newline = all.rfind('\n', end - 1);
    const std::size_t begin = newline == std::string::npos ? 0 : newline + 1;
    std::string line;
    for (const char c : std::string_view(all).substr(begin, end - begin)) {
      if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7F) line += c;
    }
    end = newline == std::string::npos ? 0 : newline;
    if (line.find_first_not_of(' ') == std::string::npos) continue;
    ++found;
    result = result.empty() ? line : line + " | " + result;
    if (result.size() > bytes) break;
  }
  if (result.size() <= bytes) return result;
  std::size_t cut = result.size() - bytes;
  // Never begin inside a UTF-8 sequence.
  while (cut < result.size() && (static_cast<unsigned char>(result[cut]) & 0xC0U) == 0x80U) ++cut;
  return "…" + result.substr(cut);
}

}  // namespace assay::host
