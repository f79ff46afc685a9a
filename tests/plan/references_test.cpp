// SPDX-License-Identifier: Apache-2.0
#include "plan/references.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "host/test_folder.hpp"
#include "plan/probe_text.hpp"
#include "plan/sha256.hpp"

namespace assay::plan {
namespace {

using testing::complaint;
using testing::good;
using ::testing::HasSubstr;

/// A folder with a kernel that writes two outputs, and a reference file of four words.
class References : public ::testing::Test {
 protected:
  void SetUp() override {
    put("two.wgsl",
        "@group(0) @binding(0) var<storage, read_write> a: array<f32>;\n"
        "@group(0) @binding(1) var<storage, read_write> b: array<u32>;\n"
        "@compute @workgroup_size(4)\nfn main() { a[0] = 1.0; b[0] = 1u; }\n");
    put("four.bin", "0123456789abcdef");
    put("expected.py", "print(1)");
  }
  void put(const std::string& name, std::string_view bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
  }
  [[nodiscard]] Expected<Plan> read(const std::string& reference, const std::string& outputs = "\"a\"",
                                    bool read_kernels = true) const {
    return parse_probe(
        "[buffers]\na = { type = \"f32\", count = 4 }\nb = { type = \"u32\", count = 3 }\n"
        "[[arm]]\nname = \"only\"\nsteps = [{ kernel = \"two.wgsl\", bind = [\"a\", \"b\"], "
        "workgroups = 1 }]\n[check]\noutputs = [" +
            outputs + "]\n" + (reference.empty() ? "" : "reference = " + reference + "\n"),
        "p.toml", folder_, {.read_kernels = read_kernels});
  }

  host::TestFolder own_{};
  std::filesystem::path folder_ = own_.path();
};

TEST_F(References, AFileHoldsTheElementsOfItsOutput) {
  const Plan plan = good(read("{ file = \"four.bin\" }"));
  ASSERT_EQ(plan.check.references.size(), 1U);
  const Reference& reference = plan.check.references[0];
  EXPECT_EQ(reference.kind, Reference::Kind::file);
  EXPECT_EQ(reference.outputs, std::vector<std::size_t>{0});
  EXPECT_EQ(reference.file_sha256, sha256_hex("0123456789abcdef").value());
  EXPECT_EQ(reference_data(reference, plan.buffers[0]).value().size(), 16U);
  put("four.bin", "0123456789abcdeX");
  EXPECT_THAT(complaint(reference_data(reference, plan.buffers[0])), HasSubstr("is no longer the file"));
}

TEST_F(References, ACommandKeepsItsWordsAndTheHashesOfItsFiles) {
  const Plan plan = good(read("{ command = [\"python3\", \"expected.py\", \"-v\"] }", "\"a\", \"b\""));
  ASSERT_EQ(plan.check.references.size(), 1U);
  const Reference& reference = plan.check.references[0];
  EXPECT_EQ(reference.kind, Reference::Kind::command);
  EXPECT_EQ(reference.outputs, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(reference.command, (std::vector<std::string>{"python3", "expected.py", "-v"}));
  EXPECT_EQ(reference.sources, (std::map<std::string, std::string>{{"expected.py", sha256_hex("print(1)").value()}}));
}

TEST_F(References, EachOutputMayHaveItsOwn) {
  const Plan plan = good(read("{ a = { file = \"four.bin\" }, b = { command = [\"sums\"] } }", "\"b\", \"a\""));
  ASSERT_EQ(plan.check.references.size(), 2U);
  EXPECT_EQ(plan.check.references[0].outputs, std::vector<std::size_t>{0});
  EXPECT_EQ(plan.check.references[1].outputs, std::vector<std::size_t>{1});
}

TEST_F(References, WhatCannotBeHeldAgainstTheOutputsIsRefusedByName) {
  EXPECT_THAT(complaint(read("{ file = \"none.bin\" }")), HasSubstr("the reference file is missing"));
  EXPECT_THAT(complaint(read("{ file = \"four.bin\" }", "\"b\"")),
              HasSubstr("the reference file has another number of elements than 'b' (found 4 elements; allowed: 3 "
                        "elements)"));
  EXPECT_THAT(complaint(read("{ file = \"four.bin\" }", "\"a\", \"b\"")),
              HasSubstr("one file cannot be the reference of all outputs (found 2 outputs; allowed: 1 output): give "
                        "each its own"));
  EXPECT_THAT(complaint(read("{ b = { file = \"four.bin\" } }")), HasSubstr("has no output of that name"));
  EXPECT_THAT(complaint(read("{ file = \"four.bin\", command = [\"x\"] }")), HasSubstr("exactly one of its kinds"));
  EXPECT_THAT(complaint(read("{ files = \"four.bin\" }")), HasSubstr("did you mean \"file\"?"));
  EXPECT_THAT(complaint(read("{ command = [] }")), HasSubstr("unusable number of words"));
  EXPECT_THAT(complaint(read("{ command = \"python3 expected.py\" }")), HasSubstr("'command' is of the wrong kind"));
  EXPECT_THAT(complaint(read("\"four.bin\"")), HasSubstr("say { file = \"…\" }"));
  EXPECT_THAT(complaint(read("\"shipped: \"")), HasSubstr("names nothing"));
}

TEST_F(References, AMissingFileIsNoErrorWhereOnlyThePlanIsLookedAt) {
  const Plan plan = good(read("{ file = \"none.bin\" }", "\"a\"", false));
  EXPECT_EQ(reference_text(plan.check.references.at(0)), "file none.bin (not found)");
}

TEST_F(References, BelongToTheIdentityWithTheirContent) {
  const auto id = [&](const std::string& reference) { return identity(good(read(reference))).value(); };
  const std::string with_file = id("{ file = \"four.bin\" }"), with_command = id("{ command = [\"./expected.py\"] }");
  EXPECT_NE(with_file, id(""));
  EXPECT_NE(with_file, with_command);
  put("four.bin", "0123456789abcdeX");
  put("expected.py", "print(2)");
  EXPECT_NE(id("{ file = \"four.bin\" }"), with_file);
  EXPECT_NE(id("{ command = [\"./expected.py\"] }"), with_command);
}

TEST_F(References, ThoseOfOldPlansDoNotChangeTheirIdentity) {
  EXPECT_THAT(canonical_json(good(read(""))).value(), HasSubstr("\"reference\":\"\""));
  EXPECT_THAT(canonical_json(good(read("\"shipped:sums\""))).value(), HasSubstr("\"reference\":\"shipped:sums\""));
}

TEST_F(References, AProgramIsToldParametersBuffersAndOutputs) {
  EXPECT_EQ(parameters_json(good(read(""))).value(),
            "{\"params\":{},\"buffers\":{\"a\":{\"type\":\"f32\",\"count\":4},\"b\":{\"type\":\"u32\",\"count\":3}},"
            "\"outputs\":[\"a\"]}");
}

}  // namespace
}  // namespace assay::plan
