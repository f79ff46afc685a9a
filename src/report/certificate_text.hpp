// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the instrument was found able to do, one self-test a line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/style.hpp"
#include "result/certificate.hpp"

namespace assay::report {

/// A line about the certificate as a whole.
struct CertificateRemark {
  std::string label{}, text{};
  bool on_one_line = false;  ///< it holds a path that a person copies
};

/// Passed tests with their value; failed ones with value, rule and what the failure forbids; then a summary. `mark`
/// begins every line; see mark_of(). `remarks` stand below, under the same labels.
[[nodiscard]] std::string certificate_text(const result::Certificate& certificate, const Style& style,
                                           std::string_view mark = {},
                                           const std::vector<CertificateRemark>& remarks = {});

}  // namespace assay::report
