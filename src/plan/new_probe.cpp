// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "plan/load.hpp"
#include "plan/toml_text.hpp"

namespace assay::plan {
namespace {

constexpr std::string_view kBefore = R"probe(# Purpose: what do you want to know, and why?
# What would change the mind: which result would make you keep the old kernel?
# Rig: the machines that this is meant for.
#
# Results
# (append the numbers here, the negative ones too; remove nothing)

)probe";

constexpr std::string_view kAfter = R"probe(
# Your bet, stored before the first reading: time(B)/time(A) - 1, negative is faster.
prediction = { effect = "-10 % .. 0 %", because = "say why" }
# The smallest difference that you care about.
margin     = "1 %"
# What a slot finds in the last-level cache: "cold", "warm", or "both", one after the other.
# cache    = "cold"

# Whole numbers for the expressions below; change them with --set n=2^22.
[params]
n = "2^20"

# type: u32, i32, f32, f16. fill: "zero", "iota", "bits" (the default), "uniform", "normal",
# { integers = 256, seed = 7 }, { values = [1, 2] }, { file = "data.npy" }.
[buffers]
input  = { type = "f32", count = "n", fill = { integers = 256, seed = 7 } }
output = { type = "f32", count = "ceildiv(n, 256)" }

# What one trial moves; gives GB/s.
[rates]
bytes = "4*n + 4*ceildiv(n, 256)"

# The first arm is the baseline. bind fills group 0 from binding 0 on; kernels lie beside this file.
[[arm]]
name  = "before"
steps = [{ kernel = "before.wgsl", bind = ["input", "output"], workgroups = "ceildiv(n, 256)" }]

[[arm]]
name  = "after"
steps = [{ kernel = "after.wgsl", bind = ["input", "output"], workgroups = "ceildiv(n, 256)" }]

# Both arms must leave the same bytes here, or no time is published.
[check]
outputs = ["output"]
)probe";

}  // namespace

std::string new_probe_text(std::string_view question) {
  std::string one_line(question);
  std::ranges::replace_if(
      one_line, [](char c) { return static_cast<unsigned char>(c) < 32 || c == 127; }, ' ');
  std::string text(kBefore);
  text += "question   = " + toml_string(one_line) + "\n";
  text += kAfter;
  return text;
}

}  // namespace assay::plan
