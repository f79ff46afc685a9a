// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "plan/probe_text.hpp"

namespace assay::plan {
namespace {

using testing::complaint;
using testing::good;
using ::testing::HasSubstr;
using testing::unread;

std::string with_params(std::string_view params) {
  return "[params]\n" + std::string(params) +
         "\n[[arm]]\nname = \"only\"\nsteps = [{ kernel = \"k.wgsl\", workgroups = 1 }]\n";
}

TEST(Params, MayBeBuiltFromEachOtherInAnyOrder) {
  const Plan plan = good(unread(with_params("tiles = \"ceildiv(n, tile)\"\nn = \"2^22\"\ntile = 3840")));
  EXPECT_EQ(plan.params.at("tiles"), 1093);
  EXPECT_EQ(plan.params.at("n"), 4194304);
}

TEST(Params, CanBeSetFromTheCommandLine) {
  const std::string text = with_params("n = 8\nm = \"2*n\"");
  EXPECT_EQ(good(unread(text, {{"n", "2^4"}})).params.at("m"), 32);
  EXPECT_THAT(complaint(unread(text, {{"nn", "1"}})), HasSubstr("--set nn: the probe has no parameter 'nn'"));
  EXPECT_THAT(complaint(unread(text, {{"n", "1/3"}})), HasSubstr("--set n: 1/3 is not whole"));
  EXPECT_EQ(good(unread(text, {{"n", "m"}, {"m", "3"}})).params.at("n"), 3);
}

TEST(Params, RefuseACycleByItsMembers) {
  EXPECT_EQ(complaint(unread(with_params("a = \"b + 1\"\nb = \"2 * a\""))),
            "p.toml:2:1: the parameter 'a' needs itself (found a → b → a): give one of them a number");
  EXPECT_THAT(complaint(unread(with_params("a = \"a\""))), HasSubstr("a → a"));
}

TEST(Params, AreNamedWholeNumbers) {
  EXPECT_THAT(complaint(unread(with_params("n = 1.5"))), HasSubstr("a whole number or an expression"));
  EXPECT_THAT(complaint(unread(with_params("min = 1"))), HasSubstr("cannot name a parameter"));
  EXPECT_THAT(complaint(unread(with_params("\"a b\" = 1"))), HasSubstr("cannot name a parameter"));
  EXPECT_THAT(complaint(unread(with_params("n = \"7 / 2\""))), HasSubstr("p.toml:2:5: 'n': 7 / 2 is not whole"));
  EXPECT_THAT(complaint(unread(with_params("n = 9007199254740993"))), HasSubstr("out of range"));
}

}  // namespace
}  // namespace assay::plan
