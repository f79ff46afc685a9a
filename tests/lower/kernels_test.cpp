// SPDX-License-Identifier: Apache-2.0
#include "lower/kernels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace assay::lower {
namespace {

constexpr std::array kHelpers = {Helper::fill, Helper::digest, Helper::compare, Helper::spacer};

std::string text_between(const std::string& text, std::string_view begin, std::string_view end) {
  const auto from = text.find(begin);
  return from == std::string::npos ? "" : text.substr(from, text.find(end, from) - from);
}

/// The one pass of a helper's track; a spacer has fences round it.
const messages::PassOp& pass_of(const messages::Track& track) {
  const auto is_pass = [](const messages::Op& op) { return std::holds_alternative<messages::PassOp>(op); };
  return std::get<messages::PassOp>(*std::find_if(track.ops.begin(), track.ops.end(), is_pass));
}

std::array<std::uint32_t, 3> groups_of(const messages::Track& track) {
  return std::get<std::array<std::uint32_t, 3>>(pass_of(track).dispatches.front().groups);
}

TEST(HelperSource, IsTheFileOfItsLabel) {
  for (const Helper helper : kHelpers) {
    const auto source = helper_source(helper, 5);
    std::ifstream file(std::string(ASSAY_SOURCE_DIR "/kernels/") + source.label);
    EXPECT_EQ(source.wgsl, std::string(std::istreambuf_iterator<char>(file), {})) << source.label;
    EXPECT_EQ(source.id, 5U);
    EXPECT_EQ(source.entry, "main");
    EXPECT_FALSE(source.wgsl.empty());
  }
}

TEST(HelperSource, NeedsNoFeatureNoOverrideAndNoFloat) {
  for (const Helper helper : kHelpers) {
    const auto source = helper_source(helper, 1);
    EXPECT_TRUE(source.requires_features.empty());
    EXPECT_TRUE(source.overrides.empty());
    for (const char* const word : {"enable ", "override ", " f32(", ": f32", "<f32>", "f16>", "bitcast"}) {
      EXPECT_EQ(source.wgsl.find(word), std::string::npos) << source.label << " says " << word;
    }
  }
}

TEST(HelperSource, MixesAlikeInEveryKernel) {
  const auto mix_of = [](Helper helper) { return text_between(helper_source(helper, 1).wgsl, "fn mix32(", "\n}"); };
  EXPECT_FALSE(mix_of(Helper::fill).empty());
  EXPECT_EQ(mix_of(Helper::fill), mix_of(Helper::digest));
}

TEST(HelperTracks, BindAsManyBytesAsTheyHaveWords) {
  EXPECT_EQ(pass_of(fill_track(1, 2, 1000)).dispatches[0].bindings[0].size, 4000U);
  EXPECT_EQ(pass_of(digest_track(1, 2, 1000)).dispatches[0].bindings[0].size, 4000U);
  const auto compare = compare_track(1, 2, 1000);
  EXPECT_EQ(pass_of(compare).dispatches[0].bindings[0].size, 4000U);
  EXPECT_EQ(pass_of(compare).dispatches[0].bindings[1].size, 4000U);
}

TEST(HelperTracks, CarryTheirIdKernelAndRoles) {
  const auto track = compare_track(7, 9, 3);
  EXPECT_EQ(track.id, 7U);
  EXPECT_EQ(track.roles, 4U);
  EXPECT_EQ(pass_of(track).dispatches[0].kernel, 9U);
  EXPECT_EQ(fill_track(1, 2, 3).roles, 2U);
  EXPECT_EQ(digest_track(1, 2, 3).roles, 3U);
  EXPECT_EQ(spacer_track(1, 2).roles, 2U);
}

TEST(HelperTracks, AreNeverStamped) {
  for (const auto& track : {fill_track(1, 2, 3), digest_track(1, 2, 3), compare_track(1, 2, 3), spacer_track(1, 2)}) {
    EXPECT_FALSE(pass_of(track).stamped);
  }
}

TEST(HelperTracks, KeepASpacerOutOfTheSlotsBesideItByFencesOnItsSink) {
  const auto track = spacer_track(1, 2);
  ASSERT_EQ(track.ops.size(), 3U);
  EXPECT_EQ(std::get<messages::FenceOp>(track.ops.front()).before, 1U);
  EXPECT_EQ(std::get<messages::FenceOp>(track.ops.back()).after, 1U);
}

TEST(HelperTracks, StayWithinTheWorkgroupsOfOneDimensionForAnyNumberOfWords) {
  for (const std::uint64_t words : {1ULL, 4096ULL, 4097ULL, 1ULL << 28U, 0xFFFFFFFFULL}) {
    const auto groups = groups_of(digest_track(1, 2, words));
    EXPECT_GE(groups[0], 1U);
    EXPECT_LE(groups[0], 65535U);
  }
  EXPECT_EQ(groups_of(fill_track(1, 2, 4096))[0], 1U);
  EXPECT_EQ(groups_of(fill_track(1, 2, 4097))[0], 2U);
}

TEST(HelperTracks, ClearTheDigestBeforeTheyAddToIt) {
  const auto track = digest_track(1, 2, 3);
  const auto& clear = std::get<messages::ClearOp>(track.ops.front());
  EXPECT_EQ(clear.role, 2U);
  EXPECT_EQ(clear.size, kDigestBytes);
}

TEST(HelperTracks, StartAComparisonFromNoDifference) {
  const auto track = compare_track(1, 2, 3);
  const auto& copy = std::get<messages::CopyOp>(track.ops.front());
  EXPECT_EQ(copy.from, 2U);
  EXPECT_EQ(copy.to, 3U);
  EXPECT_EQ(copy.size, kDifferenceBytes);
  const auto parameters = compare_parameters(plan::ElementType::f32);
  EXPECT_EQ(parameters.at(copy.from_offset / 4), 0xFFFFFFFFU);
  EXPECT_EQ(parameters.at(copy.from_offset / 4 + 1), 0U);
  EXPECT_EQ(parameters.at(copy.from_offset / 4 + 2), 0U);
}

TEST(HelperTracks, DispatchNothingForNoWords) {
  EXPECT_TRUE(fill_track(1, 2, 0).ops.empty());
  EXPECT_EQ(digest_track(1, 2, 0).ops.size(), 1U);
  EXPECT_EQ(compare_track(1, 2, 0).ops.size(), 1U);
}

TEST(Fills, OfValuesAndFilesAreWrittenByTheHost) {
  using Kind = plan::Fill::Kind;
  EXPECT_FALSE(is_made_on_device({.kind = Kind::values}));
  EXPECT_FALSE(is_made_on_device({.kind = Kind::file}));
  for (const Kind kind : {Kind::zero, Kind::iota, Kind::bits, Kind::integers, Kind::uniform, Kind::normal}) {
    EXPECT_TRUE(is_made_on_device({.kind = kind}));
  }
}

}  // namespace
}  // namespace assay::lower
