// SPDX-License-Identifier: Apache-2.0
/// \file
/// Why a text is not TOML, in Assay's own words: the library's messages speak of its grammar.
#pragma once

#include <string_view>

#include "plan/refusal.hpp"

namespace assay::plan {

/// `description` is the library's message, from which only the kind of mistake is taken; `place` is where it stopped
/// reading `text`.
[[nodiscard]] Complaint toml_complaint(std::string_view text, Place place, std::string_view description);

}  // namespace assay::plan
