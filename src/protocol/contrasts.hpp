// SPDX-License-Identifier: Apache-2.0
/// \file
/// One square of readings → three contrasts between its four instances.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "result/comparison.hpp"
#include "stats/missing.hpp"

namespace assay::protocol {

/// One timed slot as it is judged. Instances: 0 A, 1 A′, 2 B, 3 B′, 4 C, …
struct JudgedSlot {
  std::uint32_t instance = 0;
  double span_ns = 0;               ///< of all its trials together
  std::size_t contiguous_spans = 1; ///< of which that is the sum
};
using JudgedBlock = std::vector<JudgedSlot>;

struct JudgedSquare {
  std::vector<JudgedBlock> blocks{};
  std::string void_reason{};  ///< empty: usable
};

/// The two arms that are held against each other; the second is the candidate.
struct ArmPair {
  std::uint32_t first = 0, second = 1;
};

/// Natural logs of time ratios, from one location per instance; A is the pair's first arm, B its second.
struct Contrasts {
  double effect = 0;       ///< ½(ln B + ln B′) − ½(ln A + ln A′): symmetric about zero for equal code
  double duplicate_a = 0;  ///< ln A′ − ln A
  double duplicate_b = 0;  ///< ln B′ − ln B
};

/// Whether every instance stands as early as late in its square: without that, drift is taken for an effect, whatever
/// the readings say (a fixed order once made +23 % and −31 % of nothing: microsoft/microsoft-ui-reactor#441).
[[nodiscard]] bool order_is_balanced(const JudgedSquare& square);

/// Of several squares taken together as one: their readings are pooled per instance before any log is taken. Missing:
/// no samples (an instance of the pair has no reading), below resolution, not finite.
[[nodiscard]] tl::expected<Contrasts, stats::Missing> contrasts(std::span<const JudgedSquare> squares,
                                                                result::Location location, ArmPair pair = {});

}  // namespace assay::protocol
