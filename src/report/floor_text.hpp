// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a certificate's floor says of an empty pass and of the gap between passes, with the error that a coarse lattice
/// leaves.
#pragma once

#include <string>

#include "result/certificate.hpp"

namespace assay::report {

/// "1.31 µs"; "32.5 µs ± 4.4 µs"; "below the lattice (at most 2.3 µs)"; "not known".
[[nodiscard]] std::string empty_pass_text(const result::Certificate& certificate);
[[nodiscard]] std::string gap_text(const result::Certificate& certificate);

}  // namespace assay::report
