// SPDX-License-Identifier: Apache-2.0
/// \file
/// What to do about a result without times, chosen by what its reason is about.
#pragma once

#include <string_view>

#include "result/judgement.hpp"

namespace assay::report {

/// Whether what the engine said unasked is printed beside the reason.
enum class Events { none, printed };

/// A sentence. `reason` is what stands behind "because"; of one that is not known here, and of verdicts that publish
/// times, the general advice of the verdict.
[[nodiscard]] std::string_view next_step(result::Verdict verdict, std::string_view reason, Events events);

}  // namespace assay::report
