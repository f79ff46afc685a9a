// SPDX-License-Identifier: Apache-2.0
/// \file
/// Short probes for tests: a complete one, with one part replaced.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "plan/load.hpp"

namespace assay::plan::testing {

inline std::filesystem::path fixtures() { return std::filesystem::path(ASSAY_SOURCE_DIR) / "tests/plan/fixtures"; }

/// `steps` and what else stands around one arm; buffers a, b (u32[1024]), args (u32[12]) and u (uniform).
inline std::string with_steps(std::string_view steps, std::string_view before = "") {
  return std::string(before) + R"(
[params]
n = 1024
[buffers]
a    = { type = "u32", count = "n" }
b    = { type = "u32", count = "n" }
args = { type = "u32", count = 12 }
u    = { type = "f32", as = "uniform", values = [1, 2, 3, 4] }
[[arm]]
name  = "only"
steps = [)" +
         std::string(steps) + "]\n";
}

/// Whole probe of one buffer definition, bound to a kernel that is not read.
inline std::string with_buffer(std::string_view definition) {
  return "[params]\nn = 1024\n[buffers]\nx = " + std::string(definition) +
         "\n[[arm]]\nname = \"only\"\nsteps = [{ kernel = \"k.wgsl\", bind = [\"x\"], workgroups = 1 }]\n";
}

/// Parses without asking for kernels or data; `set` as on the command line.
inline Expected<Plan> unread(std::string_view text, std::map<std::string, std::string> set = {}) {
  return parse_probe(text, "p.toml", "/nowhere", {.set = std::move(set), .read_kernels = false});
}

/// Parses with the kernels of the fixtures.
inline Expected<Plan> read(std::string_view text) { return parse_probe(text, "p.toml", fixtures(), {}); }

/// The sentence of a failure; the test fails when there is none.
template <class T>
std::string complaint(const Expected<T>& result) {
  EXPECT_FALSE(result.has_value());
  return result ? std::string() : sentence(result.error());
}

/// The plan; the test fails with the sentence when there is none.
inline Plan good(const Expected<Plan>& result) {
  EXPECT_TRUE(result.has_value()) << (result ? "" : sentence(result.error()));
  return result ? *result : Plan{};
}

inline const Pass& pass_at(const Plan& plan, std::size_t step, std::size_t arm = 0) {
  return std::get<Pass>(plan.arms.at(arm).steps.at(step));
}

}  // namespace assay::plan::testing
