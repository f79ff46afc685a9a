// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a kernel does on the simulated device. The helper kernels are known by their text and do what their reference
/// does. Any other kernel is opaque: it takes a time for each workgroup and writes the same words into every buffer
/// that it may write, whichever kernel it is, so that two arms agree unless one of them is told not to.
///
/// A comment in the WGSL tells: `// sim: time=1.01, wrong=17`.
///
/// | key | meaning |
/// |---|---|
/// | time=F | F times the time of a workgroup: the truth of an effect |
/// | leaves=P% | whatever kernel of a user runs next takes P % longer |
/// | skip | writes nothing |
/// | partial=P% | writes the first P % of each output |
/// | wrong=I | word I of each output is another |
/// | wrong-after=N | the same for word 0, from the execution N on |
/// | random | other words at each execution |
/// | sum | word 0 of each output is the sum of all words of its inputs; nothing else is written |
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "error/error.hpp"
#include "messages/messages.hpp"
#include "plan/plan.hpp"

namespace assay::engine::sim {

struct Program {
  enum class Kind { fill, digest, compare, spacer, user } kind = Kind::user;
  std::uint64_t code = 0;  ///< equal for equal text, entry point and overrides; never 0
  std::vector<plan::Kernel::Reflection::Slot> slots{};  ///< of a user's kernel

  double time = 1;
  double leaves = 0;     ///< a fraction
  double written = 1;    ///< share of each output
  std::optional<std::uint64_t> wrong_word{};
  std::uint64_t wrong_after = 0;  ///< executions that are right; 0: wrong_word is wrong from the first
  bool random = false;
  bool sum = false;
};

/// A kernel that the simulated device does not understand is a kernel that does not compile.
[[nodiscard]] tl::expected<Program, messages::KernelFailure> understand(const messages::KernelSource& source);

}  // namespace assay::engine::sim
