// SPDX-License-Identifier: Apache-2.0
#include "protocol/reference_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "protocol/references.hpp"

namespace assay::protocol {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using Words = std::vector<std::uint32_t>;

constexpr std::uint32_t kOneF32 = 0x3F800000U, kNan32 = 0x7FC00000U;

TEST(ReferenceCheck, NamesTheFirstDifferingElementBothValuesAndTheCount) {
  const plan::Buffer output{.name = "sums", .count = 4};
  EXPECT_TRUE(against_reference("tree", output, Words{1, 2, 3, 4}, Words{1, 2, 3, 4}, {}).agrees);
  const auto found = against_reference("tree", output, Words{1, 2, 3, 4}, Words{1, 5, 3, 6}, {});
  EXPECT_FALSE(found.agrees);
  EXPECT_EQ(found.text,
            "tree differs from the reference in 'sums' first at element 1: 5 instead of 2 (2 of 4 elements differ)");
}

TEST(ReferenceCheck, IsOfBitsWithoutATolerance) {
  const plan::Buffer output{.name = "x", .type = plan::ElementType::f32, .count = 2};
  EXPECT_TRUE(against_reference("a", output, Words{kNan32, 0}, Words{kNan32, 0}, {}).agrees);
  EXPECT_FALSE(against_reference("a", output, Words{0, 0}, Words{0x80000000U, 0}, {}).agrees);
}

TEST(ReferenceCheck, ToleratesWhatTheProbeDeclaresAndNoNaN) {
  const plan::Buffer output{.name = "x", .type = plan::ElementType::f32, .count = 1};
  const plan::Tolerance tolerance{.rel = 1e-6};
  EXPECT_TRUE(against_reference("a", output, Words{kOneF32}, Words{kOneF32 + 1}, tolerance).agrees);
  const auto far = against_reference("a", output, Words{kOneF32}, Words{kOneF32 + 1000}, tolerance);
  EXPECT_FALSE(far.agrees);
  EXPECT_THAT(far.text, HasSubstr("differs from the reference in 'x' by more than the tolerance, first at element 0"));
  EXPECT_FALSE(against_reference("a", output, Words{kNan32}, Words{kNan32}, tolerance).agrees);
}

TEST(ReferenceCheck, CountsElementsOfHalfAWordAndLeavesOutWhatLiesBehindThem) {
  const plan::Buffer output{.name = "h", .type = plan::ElementType::f16, .count = 3};
  EXPECT_TRUE(against_reference("a", output, Words{0x3C003C00U, 0x3C00U}, Words{0x3C003C00U, 0xABCD3C00U}, {}).agrees);
  EXPECT_THAT(against_reference("a", output, Words{0x3C003C00U, 0x3C00U}, Words{0x40003C00U, 0x3C00U}, {}).text,
              HasSubstr("first at element 1: 2 (0x4000) instead of 1 (0x3C00) (1 of 3 elements differ)"));
}

TEST(References, AreWhatTheCommandsWroteAndNothingThatIsMissing) {
  plan::Plan plan{.probe = "p.toml"};
  plan.buffers = {{.name = "out", .count = 2}};
  plan.check.outputs = {0};
  plan.check.references = {{.kind = plan::Reference::Kind::command, .outputs = {0}, .command = {"sums"}}};
  EXPECT_THAT(references_of(plan, {}).error().what, HasSubstr("the reference of 'out' was not computed"));
  EXPECT_FALSE(references_of(plan, {{0, {1}}}));
  EXPECT_EQ(references_of(plan, {{0, {1, 2}}}).value().at(0), (Words{1, 2}));
}

TEST(References, ACommandIsGivenTheElementsOfWhatHasDataAndNoPoison) {
  plan::Plan plan{.probe = "p.toml"};
  plan.buffers = {{.name = "in", .type = plan::ElementType::f16, .count = 3, .fill = {.kind = plan::Fill::Kind::iota}},
                  {.name = "out", .count = 2}};
  plan.check.outputs = {1};
  EXPECT_EQ(buffers_with_data(plan), std::vector<std::size_t>{0});
  const auto bytes = data_before(plan, 0).value();
  ASSERT_EQ(bytes.size(), 6U);
  EXPECT_EQ(words_from(bytes), (Words{0x3C000000U, 0x4000U}));
  EXPECT_THAT(words_from({}), IsEmpty());
}

}  // namespace
}  // namespace assay::protocol
