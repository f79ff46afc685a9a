// SPDX-License-Identifier: Apache-2.0
#include "plan/buffers.hpp"
#include "host/test_folder.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "host/test_folder.hpp"
#include "plan/npy.hpp"
#include "plan/probe_text.hpp"
#include "plan/sha256.hpp"

namespace assay::plan {
namespace {

using testing::complaint;
using testing::good;
using ::testing::HasSubstr;
using testing::unread;
using testing::with_buffer;

Buffer buffer(std::string_view definition) {
  const Plan plan = good(unread(with_buffer(definition)));
  return plan.buffers.empty() ? Buffer{} : plan.buffers.front();
}

std::string wrong(std::string_view definition) { return complaint(unread(with_buffer(definition))); }

TEST(Buffers, HoldBitsOfARecordedSeedUnlessTheProbeSaysOtherwise) {
  const Buffer plain = buffer("{ type = \"u32\", count = \"n\" }");
  EXPECT_EQ(plain.fill.kind, Fill::Kind::bits);
  EXPECT_FALSE(plain.fill.declared);
  EXPECT_EQ(plain.fill.seed, default_seed("x"));
  EXPECT_NE(default_seed("x"), default_seed("y"));
}

TEST(Buffers, TakeEveryKindOfFill) {
  EXPECT_EQ(buffer("{ type = \"u32\", count = 4, fill = \"zero\" }").fill.kind, Fill::Kind::zero);
  EXPECT_EQ(buffer("{ type = \"u32\", count = 4, fill = \"iota\" }").fill.kind, Fill::Kind::iota);
  EXPECT_EQ(buffer("{ type = \"f32\", count = 4, fill = \"uniform\" }").fill.kind, Fill::Kind::uniform);
  EXPECT_EQ(buffer("{ type = \"f32\", count = 4, fill = { random = \"normal\", seed = 3 } }").fill.kind,
            Fill::Kind::normal);
  const Buffer integers = buffer("{ type = \"f32\", count = 4, fill = { integers = 256, seed = 7 } }");
  EXPECT_EQ(integers.fill.kind, Fill::Kind::integers);
  EXPECT_EQ(integers.fill.bound, 256U);
  EXPECT_EQ(integers.fill.seed, 7U);
  EXPECT_TRUE(integers.fill.declared);
  EXPECT_EQ(buffer("{ type = \"i32\", fill = { values = [-1, \"n\", 0] } }").fill.values,
            (std::vector<double>{-1, 1024, 0}));
}

TEST(Buffers, TakeTheirCountFromTheValues) {
  EXPECT_EQ(buffer("{ type = \"f32\", as = \"uniform\", values = [0.6, 1.0] }").count, 2U);
  EXPECT_EQ(buffer("{ type = \"f32\", count = 8, values = [1] }").count, 8U);
  EXPECT_THAT(wrong("{ type = \"f32\", count = 1, values = [1, 2] }"), HasSubstr("more values than elements"));
  EXPECT_THAT(wrong("{ type = \"f32\" }"), HasSubstr("has no 'count'"));
}

TEST(Buffers, RefuseValuesThatTheTypeCannotHold) {
  EXPECT_THAT(wrong("{ type = \"u32\", values = [-1] }"), HasSubstr("does not fit into u32"));
  EXPECT_THAT(wrong("{ type = \"i32\", values = [0.5] }"), HasSubstr("does not fit into i32"));
  EXPECT_THAT(wrong("{ type = \"f32\", values = [nan] }"), HasSubstr("not finite"));
  EXPECT_THAT(wrong("{ type = \"f16\", values = [70000] }"), HasSubstr("does not fit into f16"));
}

TEST(Buffers, RefuseFillsThatWouldNotBeExact) {
  EXPECT_THAT(wrong("{ type = \"f32\", count = \"2^24 + 2\", fill = \"iota\" }"), HasSubstr("would not be exact"));
  EXPECT_THAT(wrong("{ type = \"f32\", count = 4, fill = { integers = \"2^25\" } }"), HasSubstr("out of range"));
  EXPECT_THAT(wrong("{ type = \"u32\", count = 4, fill = { integers = 0 } }"), HasSubstr("out of range"));
  EXPECT_THAT(wrong("{ type = \"u32\", count = 4, fill = \"normal\" }"), HasSubstr("does not exist for u32"));
  EXPECT_EQ(buffer("{ type = \"f16\", count = 4, fill = \"uniform\" }").fill.kind, Fill::Kind::uniform);
  EXPECT_EQ(buffer("{ type = \"f16\", count = 4, fill = \"normal\" }").fill.kind, Fill::Kind::normal);
}

TEST(Buffers, NameTheMistakeInAFill) {
  EXPECT_THAT(wrong("{ type = \"u32\", count = 4, fill = \"bit\" }"), HasSubstr("did you mean \"bits\"?"));
  EXPECT_THAT(wrong("{ type = \"u32\", count = 4, fill = { seed = 1 } }"), HasSubstr("exactly one of its kinds"));
  EXPECT_THAT(wrong("{ type = \"u32\", count = 4, fill = { integers = 2, random = \"bits\" } }"),
              HasSubstr("exactly one of its kinds"));
  EXPECT_THAT(wrong("{ type = \"u32\", count = 4, fill = { values = [1], seed = 1 } }"),
              HasSubstr("belongs to random fills only"));
  EXPECT_THAT(wrong("{ type = \"u32\", count = 4, fill = { random = \"bits\", seed = -1 } }"),
              HasSubstr("out of range"));
  EXPECT_THAT(wrong("{ type = \"u32\", count = 4, fill = 7 }"), HasSubstr("wrong kind"));
}

TEST(Buffers, SayWhatHappensBetweenTrials) {
  EXPECT_EQ(buffer("{ type = \"u32\", count = 4, each_trial = \"zero\" }").each_trial, EachTrial::zero);
  EXPECT_EQ(buffer("{ type = \"u32\", count = 4, each_trial = \"restore\" }").each_trial, EachTrial::restore);
  EXPECT_EQ(buffer("{ type = \"u32\", count = 4, each_trial = { rotate = 8 } }").rotate, 8U);
  EXPECT_EQ(buffer("{ type = \"u32\", count = 4 }").each_trial, EachTrial::keep);
  EXPECT_THAT(wrong("{ type = \"u32\", count = 4, each_trial = \"zeros\" }"), HasSubstr("did you mean \"zero\"?"));
  EXPECT_THAT(wrong("{ type = \"u32\", count = 4, each_trial = { rotate = 1 } }"), HasSubstr("2 to 4096"));
}

TEST(Buffers, RefuseTexturesByName) {
  EXPECT_THAT(wrong("{ type = \"texture_2d\", count = 4 }"), HasSubstr("texture_2d is not in version 1"));
  EXPECT_THAT(wrong("{ type = \"f64\", count = 4 }"), HasSubstr("unknown element type"));
}

TEST(Buffers, AreBoundedInSize) {
  EXPECT_THAT(wrong("{ type = \"u32\", count = \"2^41\" }"), HasSubstr("out of range"));
  EXPECT_THAT(wrong("{ type = \"u32\", count = 0 }"), HasSubstr("out of range"));
  EXPECT_THAT(wrong("{ type = \"u32\", count = -5 }"), HasSubstr("out of range"));
}

TEST(Buffers, TakeASeedFromTheCaller) {
  const std::string text = with_buffer("{ type = \"u32\", count = 4, fill = { random = \"bits\", seed = 1 } }");
  const auto plan = parse_probe(text, "p.toml", "/nowhere", {.seeds = {{"x", 99}}, .read_kernels = false});
  EXPECT_EQ(good(plan).buffers.at(0).fill.seed, 99U);
  EXPECT_THAT(complaint(parse_probe(text, "p.toml", "/nowhere", {.seeds = {{"y", 1}}, .read_kernels = false})),
              HasSubstr("no buffer 'y'"));
}

/// A file in a folder of this process alone: two users of one machine may run the tests.
std::filesystem::path written(const std::string& name, const std::string& bytes) {
  static const host::TestFolder folder;
  return folder.file(name, bytes).parent_path();
}

std::string npy(const std::string& dictionary, const std::string& data) {
  std::string header = "\x93NUMPY";
  header += {'\x01', '\0', static_cast<char>(dictionary.size()), '\0'};
  return header + dictionary + data;
}

Expected<Plan> from_file(const std::string& name, const std::string& bytes, const std::string& more = "") {
  const auto folder = written(name, bytes);
  std::string text = with_buffer("{ type = \"f32\"" + more + ", fill = { file = \"" + name + "\" } }");
  text.replace(text.find("k.wgsl"), 6, "missing.wgsl");
  return parse_probe(text, "p.toml", folder, {.read_kernels = false});
}

TEST(FillFiles, GiveARawBufferItsCount) {
  const Plan plan = good(from_file("raw.bin", std::string(12, '\1')));
  EXPECT_EQ(plan.buffers.at(0).count, 3U);
  EXPECT_EQ(plan.buffers.at(0).fill.file_offset, 0U);
  EXPECT_EQ(plan.buffers.at(0).fill.file_sha256, sha256_hex(std::string(12, '\1')).value());
}

TEST(FillFiles, HashTheDataOfANpyWithoutItsHeader) {
  const std::string data(12, '\2');
  const Plan plan = good(from_file("a.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }\n", data)));
  EXPECT_EQ(plan.buffers.at(0).count, 3U);
  EXPECT_EQ(plan.buffers.at(0).fill.file_offset, 68U);
  EXPECT_EQ(plan.buffers.at(0).fill.file_sha256, sha256_hex(data).value());
}

TEST(FillFiles, RefuseWhatDoesNotFit) {
  EXPECT_THAT(complaint(from_file("odd.bin", std::string(13, '\1'))), HasSubstr("whole elements"));
  EXPECT_THAT(complaint(from_file("empty.bin", "")), HasSubstr("above zero"));
  EXPECT_THAT(complaint(from_file("short.bin", std::string(12, '\1'), ", count = 4")), HasSubstr("too short"));
  EXPECT_THAT(complaint(from_file(
                  "u4.npy", npy("{'descr': '<u4', 'fortran_order': False, 'shape': (3,), }", std::string(12, '\1')))),
              HasSubstr("another element type (found <u4; allowed: <f4 for f32)"));
  EXPECT_THAT(complaint(from_file(
                  "cut.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4,), }", std::string(12, '\1')))),
              HasSubstr("whole elements"));
}

TEST(FillFiles, MustExistWhenTheProbeIsToRun) {
  const std::string text = with_buffer("{ type = \"f32\", fill = { file = \"none.bin\" } }");
  EXPECT_THAT(complaint(parse_probe(text, "p.toml", "/nowhere", {})), HasSubstr("the fill file is missing"));
  EXPECT_EQ(good(unread(text)).buffers.at(0).count, 0U);
}

TEST(Npy, ReadsShapesOfAllDimensions) {
  const auto elements = [](const std::string& shape) {
    return read_npy_header(npy("{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }", ""), "f")
        .value_or(NpyHeader{.elements = 999})
        .elements;
  };
  EXPECT_EQ(elements("()"), 1U);
  EXPECT_EQ(elements("(7,)"), 7U);
  EXPECT_EQ(elements("(3, 4, 5)"), 60U);
  EXPECT_EQ(elements("(0, 4)"), 0U);
  EXPECT_EQ(elements("(99999999999, 99999999999)"), 999U);
  EXPECT_EQ(elements("(3, x)"), 999U);
}

TEST(Npy, RefusesEveryTruncation) {
  const std::string whole = npy("{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }", "");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(read_npy_header(std::string_view(whole).substr(0, size), "f").has_value()) << size;
  }
  EXPECT_TRUE(read_npy_header(whole, "f").has_value());
}

TEST(Npy, RefusesFortranOrderAndStructures) {
  EXPECT_THAT(complaint(read_npy_header(npy("{'descr': '<f4', 'fortran_order': True, 'shape': (3, 2), }", ""), "f")),
              HasSubstr("Fortran order"));
  EXPECT_THAT(
      complaint(read_npy_header(npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (3,), }", ""), "f")),
      HasSubstr("structured"));
}

}  // namespace
}  // namespace assay::plan
