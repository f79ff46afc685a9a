// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "host/test_folder.hpp"
#include "plan/load.hpp"
#include "plan/probe_text.hpp"
#include "plan/sha256.hpp"

namespace assay::plan {
namespace {

using testing::good;
using testing::read;
using testing::with_steps;

constexpr std::string_view kStep = R"({ kernel = "double.wgsl", bind = ["a", "b"], workgroups = "n / 64" })";

std::string id(const Plan& plan) { return identity(plan).value_or("none"); }

TEST(Identity, IsTheHashOfTheCanonicalJson) {
  const Plan plan = good(read(with_steps(kStep)));
  EXPECT_EQ(id(plan), sha256_hex(canonical_json(plan).value()).value());
  EXPECT_EQ(id(plan).size(), 64U);
}

TEST(Identity, OfTheEmptyTextIsThePublishedOne) {
  EXPECT_EQ(sha256_hex("").value(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex("abc").value(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Identity, IgnoresCommentsLayoutAndTheWayANumberIsWritten) {
  const std::string text = with_steps(kStep);
  std::string other = "# a comment\n\n\n" + text;
  other.replace(other.find("n = 1024"), 8, "n = \"2^10\"   # the same");
  other.replace(other.find("\"n / 64\""), 8, "16");
  EXPECT_EQ(id(good(read(text))), id(good(read(other))));
}

TEST(Identity, HoldsTheStateOfTheCacheOnlyWhereItIsStated) {
  const Plan plain = good(read(with_steps(kStep)));
  Plan cold = plain, warm = plain;
  cold.cache = CacheWish::cold;
  warm.cache = CacheWish::warm;
  EXPECT_EQ(canonical_json(plain).value().find("\"cache\""), std::string::npos);
  EXPECT_NE(id(cold), id(plain));
  EXPECT_NE(id(warm), id(cold));
}

TEST(Identity, IgnoresWhereTheProbeLies) {
  const host::TestFolder elsewhere;
  const auto& folder = elsewhere.path();
  std::filesystem::copy_file(testing::fixtures() / "double.wgsl", folder / "double.wgsl");
  const std::string text = with_steps(kStep);
  EXPECT_EQ(id(good(read(text))), id(good(parse_probe(text, "another_name.toml", folder, {}))));
}

TEST(Identity, ChangesWithEverythingThatChangesTheExperiment) {
  const std::string text = with_steps(kStep, "margin = \"1 %\"\n");
  const std::string plain = id(good(read(text)));
  const auto changed = [&](std::string_view from, std::string_view to) {
    std::string other = text;
    other.replace(other.find(from), from.size(), to);
    return id(good(read(other)));
  };
  EXPECT_NE(changed("n = 1024", "n = 2048"), plain);
  EXPECT_NE(changed("\"only\"", "\"other\""), plain);
  EXPECT_NE(changed("1 %", "2 %"), plain);
  EXPECT_NE(changed("count = 12", "count = 12, fill = \"zero\""), plain);
  EXPECT_NE(changed("workgroups", "overrides = { SHIFT = 2 }, workgroups"), plain);
  EXPECT_NE(changed("values = [1", "values = [1.5"), plain);
}

TEST(Identity, ChangesWithTheTextOfAKernel) {
  Plan plan = good(read(with_steps(kStep)));
  const std::string before = id(plan);
  plan.kernels.at(0).wgsl += " ";
  EXPECT_NE(id(plan), before);
}

}  // namespace
}  // namespace assay::plan
