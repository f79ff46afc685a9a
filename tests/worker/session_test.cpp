// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <span>

#include "worker/native/sha256.hpp"
#include "worker/on_lavapipe.hpp"
#include "worker/serve.hpp"

namespace assay::worker::test {
namespace {

using Session = OnLavapipe;

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

TEST_P(Session, HelloNamesTheEngineAndTheStepOfItsClock) {
  WorkerProcess fresh;
  const auto hello = expect<HelloAnswer>(fresh.ask(Hello{}));
  EXPECT_EQ(hello.engine, GetParam());
  EXPECT_EQ(hello.version.substr(0, 3), is_dawn() ? "202" : "29.") << hello.version;
  EXPECT_GT(hello.pid, 0);
  EXPECT_GT(hello.clock_step_ns, 0);
}

TEST_P(Session, RequestsOutOfOrderAreRefusedAndTheSessionGoesOn) {
  WorkerProcess fresh;
  expect_failure(fresh.ask(Open{}), Failure::Kind::protocol);
  expect<HelloAnswer>(fresh.ask(Hello{}));
  const auto early = expect_failure(fresh.ask(messages::Run{}), Failure::Kind::protocol);
  EXPECT_EQ(early.where, "run");
  expect_failure(fresh.ask(Hello{}), Failure::Kind::protocol);
  expect_failure(worker->ask(Open{}), Failure::Kind::protocol);
}

TEST_P(Session, AnotherVersionOfTheMessagesIsAnsweredWithItsOwnAndNothingElse) {
  WorkerProcess fresh({.library = "/nowhere/libwgpu_native.so"});
  const auto hello = expect<HelloAnswer>(fresh.ask(Hello{.protocol = 99}));
  EXPECT_EQ(hello.protocol, kProtocolVersion);
  EXPECT_EQ(hello.engine, "native") << "no library was loaded";
  expect_failure(fresh.ask(Open{}), Failure::Kind::protocol);
}

TEST_P(Session, OpenTellsTheAdapterItsLimitsAndTheUnitOfAStamp) {
  ASSERT_LT(opened.chosen, opened.adapters.size());
  const auto& adapter = opened.adapters[opened.chosen];
  EXPECT_EQ(adapter.kind, Adapter::Kind::software);
  EXPECT_NE(adapter.name.find("llvmpipe"), std::string::npos) << adapter.name;
  EXPECT_EQ(adapter.backend, "Vulkan");
  EXPECT_FALSE(adapter.driver.empty());
  if (is_dawn()) {
    EXPECT_EQ(opened.stamp_unit, OpenAnswer::StampUnit::nanoseconds) << "it converts ticks itself";
    EXPECT_FALSE(opened.period_ns);
  } else {
    EXPECT_EQ(opened.stamp_unit, OpenAnswer::StampUnit::ticks);
    EXPECT_EQ(opened.period_ns, 1.0);
  }
  EXPECT_EQ(opened.limits.at("maxComputeWorkgroupsPerDimension"), 65535U);
  EXPECT_EQ(opened.limits.at("maxStorageBufferBindingSize"), 134217728U) << "not asked for: the default";
  EXPECT_EQ(opened.features, std::vector<std::string>{"timestamp-query"}) << "no feature that was not asked for";
  EXPECT_TRUE(contains(opened.adapter_features, "subgroups"));
}

TEST_P(Session, ListOnlyOpensNothing) {
  WorkerProcess fresh;
  expect<HelloAnswer>(fresh.ask(Hello{}));
  const auto listed = expect<OpenAnswer>(fresh.ask(Open{.list_only = true}));
  EXPECT_FALSE(listed.adapters.empty());
  EXPECT_TRUE(listed.limits.empty());
  expect<OpenAnswer>(fresh.ask(Open{.adapter = "LLVMpipe"}));
}

TEST_P(Session, LimitsAreRaisedAsAskedAndNoFurtherThanTheAdapterGoes) {
  start({}, {.features = {}, .limits = {{"maxComputeInvocationsPerWorkgroup", 512}, {"maxBufferSize", 300000000}}});
  ASSERT_FALSE(opened.limits.empty());
  EXPECT_EQ(opened.limits.at("maxComputeInvocationsPerWorkgroup"), 512U);
  EXPECT_EQ(opened.limits.at("maxComputeWorkgroupSizeX"), 256U) << "not asked for";
  EXPECT_EQ(opened.limits.at("maxBufferSize"), 300000000U);
  EXPECT_EQ(opened.stamp_unit, OpenAnswer::StampUnit::unknown) << "opened without timestamp-query";
  EXPECT_FALSE(opened.period_ns);

  WorkerProcess fresh;
  expect<HelloAnswer>(fresh.ask(Hello{}));
  const auto greedy = expect_failure(fresh.ask(Open{.limits = {{"maxComputeInvocationsPerWorkgroup", 1U << 20U}}}),
                                     Failure::Kind::unsupported);
  EXPECT_EQ(greedy.value, "1048576");
  EXPECT_FALSE(greedy.limit.empty());
  expect_failure(fresh.ask(Open{.limits = {{"maxWishes", 3}}}), Failure::Kind::protocol);
}

TEST_P(Session, WhatTheEngineLacksIsUnsupportedByName) {
  WorkerProcess fresh;
  expect<HelloAnswer>(fresh.ask(Hello{}));
  const auto adapter = expect_failure(fresh.ask(Open{.adapter = "voodoo"}), Failure::Kind::unsupported);
  EXPECT_NE(adapter.limit.find("llvmpipe"), std::string::npos) << "names what there is";
  EXPECT_EQ(expect_failure(fresh.ask(Open{.features = {"f64"}}), Failure::Kind::unsupported).value, "f64");
  EXPECT_EQ(expect_failure(fresh.ask(Open{.toggles = {"turbo"}}), Failure::Kind::unsupported).value, "turbo");
}

TEST_P(Session, AKernelErrorHasTheLineAndColumnOfTheText) {
  const auto answer = expect<KernelsAnswer>(worker->ask(Kernels{
      {{.id = 1, .label = "bad.wgsl", .wgsl = "@compute @workgroup_size(1)\nfn main() {\n  let x = nothing;\n}\n"},
       {.id = 2, .label = "good.wgsl", .wgsl = kCount},
       {.id = 3, .label = "entry.wgsl", .wgsl = kCount, .entry = "absent"}}}));
  ASSERT_EQ(answer.kernels.size(), 3U);
  ASSERT_TRUE(answer.kernels[0].failure);
  EXPECT_EQ(answer.kernels[0].failure->line, 3U) << answer.kernels[0].failure->message;
  EXPECT_EQ(answer.kernels[0].failure->column, 11U);
  EXPECT_NE(answer.kernels[0].failure->message.find("nothing"), std::string::npos);
  EXPECT_FALSE(answer.kernels[1].failure);
  EXPECT_GT(answer.kernels[1].compile_ns, 0U);
  EXPECT_TRUE(answer.kernels[2].failure);
}

TEST_P(Session, APositionIsInCharactersAndNeverPartOfTheLabel) {
  const std::string line = "fn f() { /* é漢🙂 */ let x = nothing; }";
  const auto answer = expect<KernelsAnswer>(
      worker->ask(Kernels{{{.id = 1, .label = "y:7:9.wgsl", .wgsl = "// é\n" + line + "\n" + kCount}}}));
  ASSERT_EQ(answer.kernels.size(), 1U);
  ASSERT_TRUE(answer.kernels[0].failure);
  EXPECT_EQ(answer.kernels[0].failure->line, 2U) << answer.kernels[0].failure->message;
  constexpr std::size_t kMoreBytesThanCharacters = 6;
  EXPECT_EQ(answer.kernels[0].failure->column, line.find("nothing") + 1 - kMoreBytesThanCharacters);
}

TEST_P(Session, AKernelGetsItsFeaturesWithoutWritingEnable) {
  start({}, {.features = {"subgroups", "f16"}});
  const char* subgroups =
      "@group(0) @binding(0) var<storage, read_write> o : array<u32>;\n"
      "@compute @workgroup_size(64) fn main() { o[0] = subgroupAdd(1u); }";
  const char* half =
      "@group(0) @binding(0) var<storage, read_write> o : array<f16>; const bad = absent;\n"
      "@compute @workgroup_size(1) fn main() { o[0] = f16(1); }";
  const auto answer =
      expect<KernelsAnswer>(worker->ask(Kernels{{{.id = 1, .wgsl = subgroups, .requires_features = {"subgroups"}},
                                                 {.id = 2, .wgsl = half, .requires_features = {"f16"}},
                                                 {.id = 3, .wgsl = subgroups, .requires_features = {"ray-query"}}}}));
  ASSERT_EQ(answer.kernels.size(), 3U);
  EXPECT_FALSE(answer.kernels[0].failure) << answer.kernels[0].failure->message;
  ASSERT_TRUE(answer.kernels[1].failure);
  EXPECT_EQ(answer.kernels[1].failure->line, 1U) << answer.kernels[1].failure->message;
  EXPECT_EQ(answer.kernels[1].failure->column, std::string(half).find("absent") + 1) << "of the text as sent";
  ASSERT_TRUE(answer.kernels[2].failure);
  EXPECT_NE(answer.kernels[2].failure->message.find("ray-query"), std::string::npos);
}

TEST_P(Session, OverridesReachTheKernel) {
  const char* wgsl =
      "override value : u32 = 1;\n@group(0) @binding(0) var<storage, read_write> o : array<u32>;\n"
      "@compute @workgroup_size(1) fn main() { o[0] = value; }";
  expect<KernelsAnswer>(worker->ask(Kernels{{{.id = 1, .wgsl = wgsl, .overrides = {{"value", 41}}}}}));
  allocate(1, 64);
  define({.id = 1, .roles = 1, .ops = {count_pass(1, 64)}});
  run({{.track = 1, .roles = {1}}});
  EXPECT_EQ(read(1, 1), std::vector<std::uint32_t>{41});
}

TEST_P(Session, BareIsAToggleAndLiftsTheQuantisationOfStamps) {
  const auto stamps_of = [&](const std::vector<std::string>& toggles) {
    start({}, {.features = {"timestamp-query"}, .toggles = toggles});
    compile(1, kCount);
    allocate(1, 64);
    Track track{.id = 1, .roles = 1};
    for (int pass = 0; pass < 8; ++pass) track.ops.emplace_back(count_pass(1, 64));
    define(track);
    const auto answer = run({{.track = 1, .roles = {1}}});
    EXPECT_EQ(read(1, 64), std::vector<std::uint32_t>(64, 8));
    return answer.submissions.at(0).slots.at(0).stamps;
  };
  const auto quantised = [](std::uint64_t stamp) { return stamp % 65536 == 0; };
  const auto bare = stamps_of({"bare"});
  ASSERT_EQ(bare.size(), 16U);
  EXPECT_FALSE(std::all_of(bare.begin(), bare.end(), quantised));
  for (std::size_t i = 0; i < 16; i += 2) EXPECT_LT(bare[i], bare[i + 1]);
  const auto shipping = stamps_of({});
  EXPECT_EQ(std::all_of(shipping.begin(), shipping.end(), quantised), is_dawn());
}

TEST_P(Session, BytesWrittenAreBytesReadAndTheirSha256) {
  std::vector<std::uint32_t> words(5 << 20);  // 20 MiB: more than one chunk of a digest
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = static_cast<std::uint32_t>(i * 2654435761U);
  allocate(7, words.size(), Usage::uniform);
  const std::size_t half = words.size() / 2;
  for (const std::size_t first : {std::size_t{0}, half}) {
    Blob data(half * 4);
    std::memcpy(data.data(), words.data() + first, data.size());
    expect<Done>(worker->ask(Write{7, first * 4, std::move(data)}));
  }
  EXPECT_EQ(read(7, 1000, half - 500),
            std::vector<std::uint32_t>(words.begin() + static_cast<std::ptrdiff_t>(half - 500),
                                       words.begin() + static_cast<std::ptrdiff_t>(half + 500)));
  native::Sha256 expected;
  expected.update(std::as_bytes(std::span(words)));
  EXPECT_EQ(expect<Sha256Answer>(worker->ask(messages::Sha256{7, 0, words.size() * 4})).hex, expected.hex());
  native::Sha256 three;
  three.update(std::as_bytes(std::span(words)).subspan(8, 3));
  EXPECT_EQ(expect<Sha256Answer>(worker->ask(messages::Sha256{7, 8, 3})).hex, three.hex())
      << "a digest may end in a word";
}

TEST_P(Session, MemoryIsZeroReusableAndBounded) {
  allocate(1, 100);
  EXPECT_EQ(read(1, 100), std::vector<std::uint32_t>(100, 0));
  expect_failure(worker->ask(Allocate{{{1, 4}}}), Failure::Kind::protocol);
  expect<Done>(worker->ask(Release{{1}}));
  expect_failure(worker->ask(Read{1, 0, 4}), Failure::Kind::protocol);
  allocate(1, 100);
  const auto huge = expect_failure(worker->ask(Allocate{{{2, 64}, {3, 1ULL << 50U}}}), Failure::Kind::validation);
  EXPECT_EQ(huge.limit, "268435456 bytes");
  expect_failure(worker->ask(Read{2, 0, 4}), Failure::Kind::protocol);
  allocate(2, 16);
  expect_failure(worker->ask(Allocate{{{4, 6}}}), Failure::Kind::protocol);
  expect_failure(worker->ask(Read{2, 60, 8}), Failure::Kind::protocol);
  expect_failure(worker->ask(Read{2, 0xFFFFFFFFFFFFFFFCU, 8}), Failure::Kind::protocol);
  expect_failure(worker->ask(Write{2, 2, Blob(4)}), Failure::Kind::protocol);
}

TEST_P(Session, CloseIsAnsweredAndEndsTheProcess) {
  expect<Done>(worker->ask(Close{}));
  EXPECT_EQ(worker->wait_for_end().exit_code, 0);
}

TEST_P(Session, AHostThatGoesAwayEndsTheProcess) {
  worker->close_socket();
  EXPECT_EQ(worker->wait_for_end().exit_code, 0);
}

TEST_P(Session, AMalformedRequestIsToldAndLikeABrokenStreamEndsTheProcess) {
  const std::string json = R"({"id":5,"type":"dance"})";
  std::string bytes(8, '\0');
  bytes[0] = static_cast<char>(json.size());
  worker->send_raw(bytes + json);
  const auto answer = worker->receive(60000);
  ASSERT_TRUE(answer);
  ASSERT_TRUE(std::holds_alternative<Failure>(answer->body));
  EXPECT_EQ(std::get<Failure>(answer->body).kind, Failure::Kind::protocol);
  EXPECT_EQ(answer->id, 0U);
  EXPECT_EQ(worker->wait_for_end().exit_code, static_cast<int>(Ending::stream_broken));

  start({});
  worker->send_raw(std::string(64, '\xFF'));
  EXPECT_EQ(worker->wait_for_end().exit_code, static_cast<int>(Ending::stream_broken));
}

TEST_P(Session, AMissingLibraryIsASentence) {
  WorkerProcess fresh({.library = "/nowhere/libwgpu_native.so"});
  const auto failure = expect_failure(fresh.ask(Hello{}), Failure::Kind::unsupported);
  EXPECT_EQ(failure.where, "engine library");
  EXPECT_NE(failure.what.find("/nowhere/libwgpu_native.so"), std::string::npos);
}

TEST_P(Session, ALibraryOfAnotherAbiIsASentence) {
  WorkerProcess fresh({.library = "libm.so.6"});
  const auto failure = expect_failure(fresh.ask(Hello{}), Failure::Kind::unsupported);
  EXPECT_EQ(failure.what, "engine library 'libm.so.6' is of another ABI: no wgpuCreateInstance");
}

TEST_P(Session, NoDriverIsASentence) {
  WorkerProcess fresh({.environment = {{"VK_DRIVER_FILES", "/nowhere.json"}, {"VK_ICD_FILENAMES", "/nowhere.json"}}});
  expect<HelloAnswer>(fresh.ask(Hello{}));
  const auto failure = expect_failure(fresh.ask(Open{}), Failure::Kind::unsupported);
  EXPECT_EQ(failure.where, "driver");
  EXPECT_EQ(failure.what.substr(0, 22), "no Vulkan driver found");
}

ASSAY_ON_EVERY_ENGINE(Session);

}  // namespace
}  // namespace assay::worker::test
