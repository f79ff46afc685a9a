// SPDX-License-Identifier: Apache-2.0
// A probe file, as `assay plan` reads it: TOML, expressions, fills, steps, limits, and the text that shows the plan.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/check.hpp"
#include "plan/default_limits.hpp"
#include "plan/load.hpp"
#include "report/plan_text.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace assay;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  // No kernel is there and none is asked for: what a file on the disk holds must not decide.
  const auto plan = plan::parse_probe(text, "probe.toml", "/nowhere", {.read_kernels = false});
  if (!plan) {
    fuzz::must_be_told(plan.error(), Fault::bad_input);
    return 0;
  }
  const auto canonical = plan::canonical_json(*plan);
  fuzz::must(canonical.has_value(), "what was read can be written");
  fuzz::must(plan::canonical_json(*plan) == *canonical, "a plan has one canonical form");
  (void)plan::validate(*plan, {});
  (void)plan::passed_default_limits(*plan);
  fuzz::must(!report::plan_text(*plan).empty(), "every plan can be shown");
  return 0;
}
