// SPDX-License-Identifier: Apache-2.0
#include "host/stream.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>
#include <vector>

#include "host/interrupt.hpp"

namespace assay::host {
namespace {

using namespace std::chrono_literals;

struct Ends {
  Stream left{}, right{};
};

Ends pair_of_streams() {
  std::array<int, 2> ends{};
  EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
  return {Stream::adopt(ends[0]), Stream::adopt(ends[1])};
}

TEST(Stream, CarriesBytes) {
  auto ends = pair_of_streams();
  const std::array<std::byte, 3> sent{std::byte{1}, std::byte{2}, std::byte{3}};
  ASSERT_TRUE(ends.left.write_all(sent, Deadline::after(20s)));
  std::array<std::byte, 8> got{};
  const auto transfer = ends.right.read(got, Deadline::after(20s));
  ASSERT_TRUE(transfer);
  EXPECT_EQ(transfer->bytes, 3U);
  EXPECT_EQ(got[2], std::byte{3});
}

TEST(Stream, ReadingNothingIsNotTheEnd) {
  auto ends = pair_of_streams();
  std::array<std::byte, 8> got{};
  const auto transfer = ends.left.read_some(got);
  ASSERT_TRUE(transfer);
  EXPECT_EQ(transfer->bytes, 0U);
  EXPECT_FALSE(transfer->closed);
}

TEST(Stream, AReadEndsAtItsDeadline) {
  auto ends = pair_of_streams();
  std::array<std::byte, 8> got{};
  const auto transfer = ends.left.read(got, Deadline::after(5ms));
  ASSERT_FALSE(transfer);
  EXPECT_EQ(transfer.error().fault, Fault::broken_run);
}

TEST(Stream, AWriteThatNobodyTakesEndsAtItsDeadline) {
  auto ends = pair_of_streams();
  const std::vector<std::byte> much(16U << 20U);
  const auto written = ends.left.write_all(much, Deadline::after(5ms));
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().fault, Fault::broken_run);
}

TEST(Stream, WritingToAClosedEndIsAnErrorAndNoSignal) {
  auto ends = pair_of_streams();
  ends.right.close();
  const std::array<std::byte, 1> byte{};
  const auto transfer = ends.left.write_some(byte);
  ASSERT_TRUE(transfer);
  EXPECT_TRUE(transfer->closed);
  EXPECT_FALSE(ends.left.write_all(byte, Deadline::after(20s)));
}

TEST(Stream, WhatWasSentBeforeTheEndIsReadFirst) {
  auto ends = pair_of_streams();
  const std::array<std::byte, 2> sent{};
  ASSERT_TRUE(ends.right.write_all(sent, Deadline::after(20s)));
  ends.right.close();
  std::array<std::byte, 8> got{};
  EXPECT_EQ(ends.left.read_some(got)->bytes, 2U);
  EXPECT_TRUE(ends.left.read_some(got)->closed);
}

TEST(Stream, AnInterruptEndsARead) {
  auto ends = pair_of_streams();
  interrupt();
  std::array<std::byte, 8> got{};
  const auto transfer = ends.left.read(got, Deadline::after(1h));
  forget_interrupt();
  ASSERT_FALSE(transfer);
  EXPECT_EQ(transfer.error().fault, Fault::interrupted);
}

TEST(Deadline, NeverOverflowsAndNeverGoesNegative) {
  EXPECT_TRUE(Deadline::after(-5ms).passed());
  EXPECT_EQ(Deadline::after(-5ms).remaining(), 0ms);
  const auto longest = Deadline::after(std::chrono::milliseconds::max());
  EXPECT_FALSE(longest.passed());
  EXPECT_LE(longest.remaining(), Deadline::kLongest);
}

}  // namespace
}  // namespace assay::host
