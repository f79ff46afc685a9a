// SPDX-License-Identifier: Apache-2.0
// A device that takes ten more for every slot, and four orders of eight slots of the same code.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string_view>

#include "protocol/contrasts.hpp"
#include "protocol/judge.hpp"

namespace assay::protocol {
namespace {

JudgedSquare drifting(std::string_view order) {
  JudgedSquare square;
  auto& block = square.blocks.emplace_back();
  for (std::size_t s = 0; s < order.size(); ++s) {
    block.push_back({.instance = order[s] == 'A' ? 0U : 2U, .span_ns = 100.0 + 10.0 * static_cast<double>(s)});
  }
  return square;
}

double ratio_of_means(const JudgedSquare& square) {
  double a = 0, b = 0;
  for (const auto& slot : square.blocks[0]) (slot.instance == 0 ? a : b) += slot.span_ns;
  return b / a - 1;
}

TEST(R38_Order, DriftBecomesAnEffectWhereOneArmComesLater) {
  EXPECT_NEAR(ratio_of_means(drifting("AAAABBBB")), 0.348, 0.0005);
  EXPECT_NEAR(ratio_of_means(drifting("ABABABAB")), 0.077, 0.0005);
  EXPECT_FALSE(order_is_balanced(drifting("AAAABBBB")));
  EXPECT_FALSE(order_is_balanced(drifting("ABABABAB")));
}

TEST(R38_Order, DriftCancelsInMirroredOrders) {
  for (const char* order : {"ABBAABBA", "ABBABAAB"}) {
    EXPECT_EQ(ratio_of_means(drifting(order)), 0) << order;
    EXPECT_TRUE(order_is_balanced(drifting(order))) << order;
  }
}

TEST(R38_Order, AConfoundedOrderIsVoidWhateverItsReadingsSay) {
  JudgeInput input;
  input.replicates.resize(5);
  for (auto& replicate : input.replicates) replicate.squares.resize(16, drifting("AAAABBBB"));
  const auto judgement = judge(input);
  EXPECT_EQ(judgement.verdict, result::Verdict::void_run);
  EXPECT_THAT(judgement.reasons.front(), testing::HasSubstr("order confounded"));
}

}  // namespace
}  // namespace assay::protocol
