// SPDX-License-Identifier: Apache-2.0
#include "protocol/simulated_comparison.hpp"

#include <fmt/format.h>

#include "engine/sim/simulated_engine.hpp"
#include "plan/wgsl_scan.hpp"
#include "protocol/compare.hpp"

namespace assay::protocol::testing {
namespace {

constexpr std::uint64_t kWords = 64;

plan::Kernel kernel(const std::string& name, const std::string& directives) {
  // The name is in the text: luck belongs to a text, and so the two arms have luck of their own.
  plan::Kernel kernel{.name = name, .wgsl = fmt::format("// {}\n", name)};
  if (!directives.empty()) kernel.wgsl += fmt::format("// sim: {}\n", directives);
  kernel.wgsl +=
      "@group(0) @binding(0) var<storage, read> input: array<u32>;\n"
      "@group(0) @binding(1) var<storage, read_write> output: array<u32>;\n"
      "@compute @workgroup_size(64)\nfn main(@builtin(global_invocation_id) id: vec3u) {\n"
      "  if (id.x < arrayLength(&output)) { output[id.x] = input[id.x]; }\n}\n";
  if (auto reflection = plan::scan_wgsl(kernel.wgsl, "main", name)) kernel.reflection = std::move(*reflection);
  return kernel;
}

plan::Arm arm(const std::string& name, std::size_t kernel) {
  const plan::Dispatch dispatch{
      .kernel = kernel,
      .bindings = {{.binding = 0, .buffer = 0, .size = 4 * kWords}, {.binding = 1, .buffer = 1, .size = 4 * kWords}},
      .workgroups = std::array<std::uint32_t, 3>{2000, 1, 1}};
  return {.name = name, .steps = {plan::Pass{.label = name, .dispatches = {dispatch}}}};
}

}  // namespace

plan::Plan simulated_plan(const std::string& directives_a, const std::string& directives_b) {
  plan::Plan plan{.probe = "simulated"};
  plan.buffers = {{.name = "input", .count = kWords}, {.name = "output", .count = kWords}};
  plan.kernels = {kernel("a", directives_a), kernel("b", directives_b)};
  plan.arms = {arm("a", 0), arm("b", 1)};
  plan.check.outputs = {1};
  return plan;
}

plan::Plan simulated_plan(double effect) { return simulated_plan("", fmt::format("time={:.17g}", 1 + effect)); }

Expected<result::Comparison> compare_simulated(const plan::Plan& plan, const engine::sim::Nuisances& nuisances,
                                               std::uint64_t seed, Counts counts) {
  engine::sim::Nuisances own = nuisances;
  own.seed = seed;
  CompareOptions options{.replicates = counts.replicates, .squares = counts.squares, .keep_counts = true, .seed = seed};
  options.slot_ns = 1e6;  // one trial of about two milliseconds, unless the clock demands more
  return compare(plan, engine::sim::launcher(own), options);
}

}  // namespace assay::protocol::testing
