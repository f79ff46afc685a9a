// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/contents.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "lower/mix.hpp"
#include "lower/parameter_block.hpp"
#include "lower/reference.hpp"

namespace assay::engine::sim {
namespace {

constexpr std::uint32_t kOutputSeed = 0x51D0B17EU;
// A buffer that is written in more pieces than this is kept word by word from then on.
constexpr std::size_t kMostPieces = 256;

void append(std::vector<std::uint32_t>& to, const Source& source, std::uint64_t origin, std::uint64_t count) {
  switch (source.kind) {
    case Source::Kind::fill: {
      lower::Parameters parameters = source.parameters;
      parameters[lower::kFirstWord] += static_cast<std::uint32_t>(origin);
      const auto made = lower::reference_fill(parameters, count);
      to.insert(to.end(), made.begin(), made.end());
      return;
    }
    case Source::Kind::output: {
      const lower::RandomWords random(kOutputSeed + source.variant);
      for (std::uint64_t i = 0; i < count; ++i) to.push_back(random(static_cast<std::uint32_t>(origin + i), 0));
      return;
    }
    case Source::Kind::spacer: to.insert(to.end(), count, lower::reference_spacer(source.parameters)); return;
    case Source::Kind::literal: {
      const auto begin = source.words->begin() + static_cast<std::ptrdiff_t>(origin);
      to.insert(to.end(), begin, begin + static_cast<std::ptrdiff_t>(count));
      return;
    }
  }
}

}  // namespace

Contents::Contents(std::uint64_t words) : size_(words) {
  if (words > 0) pieces_.push_back({.first = 0, .count = words});
}

std::vector<Contents::Piece> Contents::cut(std::uint64_t first, std::uint64_t count) const {
  std::vector<Piece> found;
  for (const Piece& piece : pieces_) {
    const std::uint64_t begin = std::max(first, piece.first);
    const std::uint64_t end = std::min(first + count, piece.first + piece.count);
    if (begin >= end) continue;
    Piece part = piece;
    part.origin += begin - piece.first;
    part.first = begin;
    part.count = end - begin;
    found.push_back(std::move(part));
  }
  return found;
}

void Contents::insert(Piece piece) {
  if (piece.count == 0) return;
  if (piece.count == size_) {
    pieces_.assign(1, piece);
    return;
  }
  std::vector<Piece> pieces = cut(0, piece.first);
  const std::uint64_t end = piece.first + piece.count;
  auto behind = cut(end, size_ - end);
  pieces.push_back(std::move(piece));
  std::move(behind.begin(), behind.end(), std::back_inserter(pieces));
  pieces_ = std::move(pieces);
  if (pieces_.size() <= kMostPieces) return;
  auto all = std::make_shared<const std::vector<std::uint32_t>>(words(0, size_));
  pieces_.assign(1, {.count = size_, .source = {.kind = Source::Kind::literal, .words = std::move(all)}});
}

void Contents::put(std::uint64_t first, std::uint64_t count, Source source) {
  insert({.first = first, .count = count, .origin = 0, .source = std::move(source)});
}

void Contents::copy(std::uint64_t first, const Contents& from, std::uint64_t from_first, std::uint64_t count) {
  for (Piece& piece : from.cut(from_first, count)) {
    piece.first = first + (piece.first - from_first);
    insert(std::move(piece));
  }
}

std::vector<std::uint32_t> Contents::words(std::uint64_t first, std::uint64_t count) const {
  std::vector<std::uint32_t> result;
  result.reserve(count);
  for (const Piece& piece : cut(first, count)) append(result, piece.source, piece.origin, piece.count);
  return result;
}

std::optional<std::string> Contents::key(std::uint64_t first, std::uint64_t count) const {
  std::string text;
  for (const Piece& piece : cut(first, count)) {
    if (piece.source.kind == Source::Kind::literal) return std::nullopt;
    text += fmt::format("{}:{}:{}:{}:{};", static_cast<int>(piece.source.kind), piece.count, piece.origin,
                        fmt::join(piece.source.parameters, ","), piece.source.variant);
  }
  return text;
}

}  // namespace assay::engine::sim
