// SPDX-License-Identifier: Apache-2.0
/// \file
/// Texts compared with committed files. With ASSAY_UPDATE_GOLDEN=1 in the environment the files are written instead.
#pragma once

#include <string>

namespace assay::report::testing {

/// Fails the running test where `text` differs from tests/report/golden/NAME.
void expect_golden(const std::string& name, const std::string& text);

}  // namespace assay::report::testing
