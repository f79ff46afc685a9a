// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>

#include "stats/distributions.hpp"
#include "stats/interval.hpp"
#include "stats/replicate_interval.hpp"

namespace assay::stats {
namespace {

TEST(Quantiles, AgreeWithPublishedTables) {
  EXPECT_NEAR(*student_t_quantile(0.975, 4), 2.7764451051977987, 1e-12);
  EXPECT_NEAR(*student_t_quantile(0.95, 4), 2.1318467863266495, 1e-12);
  EXPECT_NEAR(*chi_squared_quantile(0.99, 7), 18.475306906582357, 1e-10);
}

TEST(Quantiles, OutsideTheirDomainAreMissingNotAnException) {
  EXPECT_EQ(student_t_quantile(0.975, 0).error(), Missing::not_finite);
  EXPECT_EQ(student_t_quantile(1.0, 4).error(), Missing::not_finite);
  EXPECT_EQ(chi_squared_quantile(2.0, 4).error(), Missing::not_finite);
  EXPECT_EQ(log_beta(0, 1).error(), Missing::not_finite);
}

TEST(ReplicateInterval, IsTheStudentIntervalOfTheMean) {
  const Interval interval = replicate_interval(std::array{1.0, 2.0, 3.0, 4.0, 5.0}, 0.05);
  EXPECT_NEAR(interval.low, 3 - 1.9632432, 1e-6);
  EXPECT_NEAR(interval.high, 3 + 1.9632432, 1e-6);
}

TEST(ReplicateInterval, OfOneReplicateIsInfinite) {
  EXPECT_FALSE(replicate_interval(std::array{1.0}, 0.05).is_finite());
  EXPECT_FALSE(replicate_interval({}, 0.05).is_finite());
}

TEST(Hull, HoldsBothAndStaysInfiniteWhenOneIs) {
  const Interval both = hull({-1, 2}, {0, 3});
  EXPECT_EQ(both.low, -1);
  EXPECT_EQ(both.high, 3);
  EXPECT_FALSE(hull({-1, 2}, {}).is_finite());
}

}  // namespace
}  // namespace assay::stats
