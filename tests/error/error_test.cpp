// SPDX-License-Identifier: Apache-2.0
#include "error/error.hpp"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Sentence, LeavesEmptyMembersOut) { EXPECT_EQ(sentence({.what = "the device was lost"}), "the device was lost"); }

TEST(Sentence, SaysWhereWhatValueLimitAndAdvice) {
  EXPECT_EQ(sentence({.fault = Fault::bad_input,
                      .what = "buffer 'input' is larger than one binding may be",
                      .value = "1073741824 bytes",
                      .limit = "134217728 bytes",
                      .where = "probe.toml:12:1",
                      .advice = "use a smaller n"}),
            "probe.toml:12:1: buffer 'input' is larger than one binding may be (found 1073741824 bytes; allowed: "
            "134217728 bytes): use a smaller n");
}

TEST(Sentence, SaysTheValueAlone) {
  EXPECT_EQ(sentence({.what = "no such key", .value = "a"}), "no such key (found a)");
}

TEST(Sentence, SaysTheLimitAlone) { EXPECT_EQ(sentence({.what = "too many", .limit = "4"}), "too many (allowed: 4)"); }

TEST(ExitCode, IsFixedForEveryFault) {
  EXPECT_EQ(exit_code(Fault::bad_input), 2);
  EXPECT_EQ(exit_code(Fault::unfit), 4);
  EXPECT_EQ(exit_code(Fault::incorrect), 5);
  EXPECT_EQ(exit_code(Fault::broken_run), 6);
  EXPECT_EQ(exit_code(Fault::nothing), 7);
  EXPECT_EQ(exit_code(Fault::internal), 70);
  EXPECT_EQ(exit_code(Fault::interrupted), 130);
}

TEST(Fail, CarriesTheErrorThroughExpected) {
  const Expected<int> result = fail({.fault = Fault::nothing, .what = "nothing to do"});
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().fault, Fault::nothing);
}

}  // namespace
}  // namespace assay
