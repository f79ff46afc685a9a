// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>

#include "messages/codec.hpp"
#include "messages/random_messages.hpp"

namespace assay::messages {
namespace {

Blob header(std::uint32_t json_bytes, std::uint32_t blob_bytes) {
  Blob bytes;
  for (const std::uint32_t value : {json_bytes, blob_bytes}) {
    for (unsigned shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<std::byte>(value >> shift));
  }
  return bytes;
}

struct Stream {
  std::vector<Frame> frames{};
  Blob bytes{};
};
Stream random_stream(std::uint64_t seed, int count) {
  RandomMessages random(seed);
  Stream stream;
  for (int i = 0; i < count; ++i) {
    stream.frames.push_back(*encode(random.request(static_cast<std::size_t>(i) % kRequestKinds)));
    const Blob bytes = *to_bytes(stream.frames.back());
    stream.bytes.insert(stream.bytes.end(), bytes.begin(), bytes.end());
  }
  return stream;
}

TEST(ToBytes, IsTwoLittleEndianSizesThenJsonThenBlob) {
  const Blob bytes = *to_bytes({.json = "{}", .blob = {std::byte{7}}});
  Blob expected = header(2, 1);
  for (const char c : {'{', '}', '\7'}) expected.push_back(static_cast<std::byte>(c));
  EXPECT_EQ(bytes, expected);
  EXPECT_EQ(bytes[0], std::byte{2});
  EXPECT_EQ(bytes[4], std::byte{1});
}

TEST(ToBytes, RefusesPartsAboveTheirLimits) {
  EXPECT_FALSE(to_bytes({}));
  EXPECT_FALSE(to_bytes({.json = std::string(kMostJsonBytes + 1, ' ')}));
  EXPECT_FALSE(to_bytes({.json = "{}", .blob = Blob(kMostBlobBytes + 1)}));
}

TEST(FrameReader, GivesWholeFramesFromSingleBytes) {
  const Stream stream = random_stream(31, 40);
  FrameReader reader;
  std::vector<Frame> frames;
  for (const std::byte byte : stream.bytes) {
    reader.feed({&byte, 1});
    while (auto frame = *reader.next()) frames.push_back(std::move(*frame));
  }
  EXPECT_EQ(frames, stream.frames);
  EXPECT_EQ(reader.pending(), 0U);
}

TEST(FrameReader, GivesTheSameFramesFromChunksOfAnySize) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Stream stream = random_stream(40 + seed, 30);
    std::mt19937_64 random(seed);
    FrameReader reader;
    std::vector<Frame> frames;
    for (std::size_t at = 0; at < stream.bytes.size();) {
      const std::size_t size = std::min<std::size_t>(random() % 2000, stream.bytes.size() - at);
      reader.feed(std::span(stream.bytes).subspan(at, size));
      at += size;
      if (random() % 3 == 0) continue;
      while (auto frame = *reader.next()) frames.push_back(std::move(*frame));
    }
    while (auto frame = *reader.next()) frames.push_back(std::move(*frame));
    EXPECT_EQ(frames, stream.frames);
  }
}

TEST(FrameReader, HasNothingUntilTheLastByte) {
  const Blob bytes = *to_bytes({.json = "{}", .blob = Blob(9)});
  for (std::size_t n = 0; n < bytes.size(); ++n) {
    FrameReader reader;
    reader.feed(std::span(bytes).first(n));
    const auto frame = reader.next();
    ASSERT_TRUE(frame);
    EXPECT_FALSE(frame->has_value());
    EXPECT_EQ(reader.pending(), n);
  }
}

TEST(FrameReader, RefusesAnImpossibleHeaderBeforeAnyPayload) {
  for (const Blob& bad : {header(kMostJsonBytes + 1, 0), header(2, kMostBlobBytes + 1), header(0, 0), header(0, 4),
                          header(0xFFFFFFFF, 0xFFFFFFFF)}) {
    FrameReader reader;
    reader.feed(bad);
    const auto frame = reader.next();
    ASSERT_FALSE(frame);
    EXPECT_EQ(frame.error().fault, Fault::broken_run);
  }
}

TEST(FrameReader, StaysBrokenAndKeepsNothing) {
  FrameReader reader;
  reader.feed(header(0, 0));
  EXPECT_FALSE(reader.next());
  reader.feed(*to_bytes({.json = "{}"}));
  EXPECT_FALSE(reader.next());
  EXPECT_EQ(reader.pending(), 0U);
}

TEST(FrameReader, IsBoundedWhenNobodyTakesFrames) {
  FrameReader reader;
  const Blob bytes = *to_bytes({.json = "{}", .blob = Blob(1U << 20U)});
  for (int i = 0; i < 100; ++i) {
    reader.feed(bytes);
    ASSERT_LE(reader.pending(), FrameReader::kMostPending);
  }
  EXPECT_FALSE(reader.next());
}

TEST(FrameReader, TakesTheLargestFrame) {
  const Frame frame{.json = std::string(kMostJsonBytes, ' '), .blob = Blob(kMostBlobBytes)};
  FrameReader reader;
  reader.feed(*to_bytes(frame));
  EXPECT_EQ(**reader.next(), frame);
}

}  // namespace
}  // namespace assay::messages
