// SPDX-License-Identifier: Apache-2.0
#include "plan/wgsl_scan.hpp"

#include <gmock/gmock.h>

#include "plan/probe_text.hpp"

namespace assay::plan {
namespace {

using testing::complaint;
using ::testing::HasSubstr;
using Access = Kernel::Reflection::Slot::Access;

Kernel::Reflection scan(std::string_view wgsl, std::string_view entry = "main") {
  const auto result = scan_wgsl(wgsl, entry, "k.wgsl");
  EXPECT_TRUE(result.has_value()) << (result ? "" : sentence(result.error()));
  return result.value_or(Kernel::Reflection{});
}

constexpr std::string_view kTwoEntries = R"(
// @group(0) @binding(9) var<storage> commented_out: array<u32>;
/* nested /* @group(0) @binding(8) var<storage> inner: u32; */ still a comment */
@group(0) @binding(1) var<storage, read_write> output : array<vec4<u32>>;
@binding(0) @group(0) var<storage, read> input: array<u32>;
@group(0) @binding(2) var<storage> lut: array<u32>;
@group(1) @binding(0) var<uniform> settings: vec4f;
struct Pair { output: u32, lut: u32 }
fn helper(i: u32) -> u32 { return lut[i]; }
@compute @workgroup_size(16, 8u)
fn first(@builtin(global_invocation_id) id: vec3u) { output[0] = vec4u(input[id.x] + helper(id.x)); }
@compute @workgroup_size(64) fn second() { var p: Pair; p.output = u32(settings.x); let lut = 3; p.lut = lut; }
)";

TEST(WgslScan, FindsTheBindingsThatAnEntryPointUsesThroughFunctions) {
  const auto first = scan(kTwoEntries, "first");
  ASSERT_EQ(first.slots.size(), 3U);
  EXPECT_EQ(first.slots[0].name, "input");
  EXPECT_EQ(first.slots[0].access, Access::read);
  EXPECT_EQ(first.slots[1].name, "output");
  EXPECT_EQ(first.slots[1].access, Access::read_write);
  EXPECT_EQ(first.slots[2].name, "lut");
  EXPECT_EQ(first.slots[2].access, Access::read);
}

TEST(WgslScan, LeavesOutWhatTheEntryPointDoesNotUse) {
  const auto second = scan(kTwoEntries, "second");
  ASSERT_EQ(second.slots.size(), 1U);
  EXPECT_EQ(second.slots[0].name, "settings");
  EXPECT_EQ(second.slots[0].group, 1U);
  EXPECT_EQ(second.slots[0].access, Access::uniform);
}

TEST(WgslScan, ReadsWorkgroupSizesOfLiteralsAndConstants) {
  EXPECT_EQ(scan(kTwoEntries, "first").workgroup_size, (std::array<std::uint32_t, 3>{16, 8, 1}));
  EXPECT_EQ(scan("const W = 0x20u; const H: u32 = W * 2; @compute @workgroup_size(W, H - 60, 1,) fn main() {}")
                .workgroup_size,
            (std::array<std::uint32_t, 3>{32, 4, 1}));
  EXPECT_FALSE(scan("override W = 64u; @compute @workgroup_size(W) fn main() {}").workgroup_size.has_value());
  EXPECT_FALSE(scan("const W = 256 / 3; @compute @workgroup_size(W) fn main() {}").workgroup_size.has_value());
}

TEST(WgslScan, AddsUpTheWorkgroupMemoryInUse) {
  EXPECT_EQ(scan("const N = 256u; var<workgroup> a: array<f32, N>; var<workgroup> b: atomic<u32>;"
                 "var<workgroup> unused: array<u32, 9999>;"
                 "@compute @workgroup_size(64) fn main() { a[0] = 1; atomicStore(&b, 1u); }")
                .workgroup_bytes,
            1024U + 16U);
  EXPECT_EQ(scan("var<workgroup> v: array<vec3<f32>, 4>; var<workgroup> w: array<array<vec2u, 2>, 3>;"
                 "@compute @workgroup_size(1) fn main() { v[0].x = 1; w[0][0].x = 1u; }")
                .workgroup_bytes,
            64U + 48U);
  EXPECT_FALSE(scan("struct S { a: u32 } var<workgroup> s: S; @compute @workgroup_size(1) fn main() { s.a = 1; }")
                   .workgroup_bytes.has_value());
}

TEST(WgslScan, ListsThePipelineConstants) {
  EXPECT_EQ(scan("override A: u32; @id(7) override B = 1.0; @compute @workgroup_size(1) fn main() {}").overrides,
            (std::vector<std::string>{"A", "7"}));
}

TEST(WgslScan, RefusesAnEnableLine) {
  EXPECT_EQ(complaint(scan_wgsl("\nenable subgroups;\n@compute @workgroup_size(1) fn main() {}", "main", "k.wgsl")),
            "k.wgsl:2:1: a kernel file contains no 'enable' line, because engines differ in it: remove the line and "
            "write requires = [\"subgroups\"] or [\"f16\"] into the arm");
}

TEST(WgslScan, RefusesTexturesAndSamplersByName) {
  EXPECT_THAT(complaint(scan_wgsl("@group(0) @binding(0) var image: texture_2d<f32>;\n"
                                  "@compute @workgroup_size(1) fn main() { let x = textureDimensions(image); }",
                                  "main", "k.wgsl")),
              HasSubstr("'image' (texture_2d) is not in version 1"));
}

TEST(WgslScan, NamesTheEntryPointsThatThereAre) {
  EXPECT_THAT(complaint(scan_wgsl(kTwoEntries, "secnod", "k.wgsl")), HasSubstr("did you mean \"second\"?"));
  EXPECT_THAT(complaint(scan_wgsl(kTwoEntries, "helper", "k.wgsl")), HasSubstr("allowed: first, second"));
}

TEST(WgslScan, SurvivesTextThatIsCutAnywhere) {
  for (std::size_t size = 0; size < kTwoEntries.size(); ++size) {
    (void)scan_wgsl(kTwoEntries.substr(0, size), "first", "k.wgsl");
  }
}

TEST(WgslScan, NamesAByteOrderMarkAsWhatItIs) {
  EXPECT_THAT(complaint(scan_wgsl("\xEF\xBB\xBF@compute @workgroup_size(1) fn main() {}", "main", "k.wgsl")),
              HasSubstr("k.wgsl: the kernel file begins with a byte order mark"));
}

}  // namespace
}  // namespace assay::plan
