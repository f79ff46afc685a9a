// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whether a slot reads longer behind one arm than behind the other: the arms change the machine for each other.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "protocol/contrasts.hpp"

namespace assay::protocol {

/// Of one square: for each of the pair's arms the mean log span of its slots that follow the second arm, less that of
/// its slots that follow the first one; averaged over both arms. A block's first slot follows its lead-in, a copy of
/// itself. Nothing where a span is not positive or a kind of neighbour is missing.
[[nodiscard]] std::optional<double> carry_over(const JudgedSquare& square, ArmPair pair);

}  // namespace assay::protocol
