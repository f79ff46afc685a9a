// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the instrument was found able to do, one self-test a line.
#pragma once

#include <string>
#include <string_view>

#include "report/style.hpp"
#include "result/certificate.hpp"

namespace assay::report {

/// Passed tests with their value; failed ones with value, rule and what the failure forbids; then a summary. `mark`
/// begins every line; see mark_of().
[[nodiscard]] std::string certificate_text(const result::Certificate& certificate, const Style& style,
                                           std::string_view mark = {});

}  // namespace assay::report
