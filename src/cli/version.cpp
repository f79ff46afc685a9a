// SPDX-License-Identifier: Apache-2.0
#include "cli/version.hpp"

#include "commit.hpp"

namespace assay::cli {

std::string version_text() { return std::string(ASSAY_VERSION) + " (" + kCommit + ")"; }

}  // namespace assay::cli
