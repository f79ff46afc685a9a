// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/contents.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "lower/reference.hpp"

namespace assay::engine::sim {
namespace {

using testing::Each;

Source poison() { return {.kind = Source::Kind::fill, .parameters = lower::poison_parameters(5, false)}; }

Source literal(std::vector<std::uint32_t> words) {
  return {.kind = Source::Kind::literal, .words = std::make_shared<const std::vector<std::uint32_t>>(std::move(words))};
}

TEST(Contents, AFreshBufferHoldsZeros) { EXPECT_THAT(Contents(100).words(0, 100), Each(0U)); }

TEST(Contents, AFillIsWhatTheReferenceSays) {
  Contents contents(100);
  contents.put(0, 100, poison());
  EXPECT_EQ(contents.words(0, 100), lower::reference_fill(lower::poison_parameters(5, false), 100));
}

TEST(Contents, AWriteInTheMiddleLeavesBothSidesAsTheyWere) {
  Contents contents(100);
  contents.put(0, 100, poison());
  contents.put(40, 3, literal({7, 8, 9}));
  auto expected = lower::reference_fill(lower::poison_parameters(5, false), 100);
  expected[40] = 7;
  expected[41] = 8;
  expected[42] = 9;
  EXPECT_EQ(contents.words(0, 100), expected);
  EXPECT_EQ(contents.words(41, 2), (std::vector<std::uint32_t>{8, 9}));
}

TEST(Contents, CopiesBetweenBuffersAndWithinOne) {
  Contents from(10), to(10);
  from.put(0, 10, literal({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  to.copy(2, from, 5, 4);
  EXPECT_EQ(to.words(0, 10), (std::vector<std::uint32_t>{0, 0, 5, 6, 7, 8, 0, 0, 0, 0}));
  from.copy(0, from, 6, 3);
  EXPECT_EQ(from.words(0, 10), (std::vector<std::uint32_t>{6, 7, 8, 3, 4, 5, 6, 7, 8, 9}));
}

TEST(Contents, EqualKeysMeanEqualWords) {
  Contents one(100), two(100);
  one.put(0, 100, poison());
  two.put(0, 100, poison());
  EXPECT_EQ(one.key(0, 100), two.key(0, 100));
  EXPECT_EQ(one.key(10, 20), two.key(10, 20));
  EXPECT_NE(one.key(10, 20), two.key(11, 20));
  two.put(0, 50, {.kind = Source::Kind::output});
  EXPECT_NE(one.key(0, 100), two.key(0, 100));
  two.put(99, 1, literal({1}));
  EXPECT_FALSE(two.key(0, 100).has_value());
}

TEST(Contents, ManySmallWritesAreKeptWordByWord) {
  Contents contents(2000);
  std::vector<std::uint32_t> expected(2000);
  for (std::uint32_t i = 0; i < 1000; ++i) {
    contents.put(2 * i, 1, literal({i + 1}));
    expected[2 * i] = i + 1;
  }
  EXPECT_EQ(contents.words(0, 2000), expected);
}

}  // namespace
}  // namespace assay::engine::sim
