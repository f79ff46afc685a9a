// SPDX-License-Identifier: Apache-2.0
/// \file
/// Self-tests of the stamps themselves, on what was read for the lattice: are begin and end rounded alike, and is a
/// query slot that is used again written again?
#pragma once

#include <span>
#include <vector>

#include "instrument/known_work.hpp"
#include "result/certificate.hpp"

namespace assay::instrument {

/// Begins rounded down and ends rounded up make every span up to a quantum too long, and a pass that waited for the one
/// before it then begins before that one's end. Fails where most neighbours do. Rounding down and rounding to the
/// nearest cannot be told apart: they shift every stamp by the same half quantum, and no span.
[[nodiscard]] result::CertificateItem judge_rounding(std::span<const std::vector<PassStamps>> submissions);

/// Submissions of equal shape use the same query slots. A stamp that is older than the end of the submission before it
/// is one that was not written again; fails where most are.
[[nodiscard]] result::CertificateItem judge_reset(std::span<const std::vector<PassStamps>> submissions);

/// Not run on any engine: the messages hand over the stamps of passes alone, and an engine resolves no other slot.
[[nodiscard]] result::CertificateItem unwritten_item();

}  // namespace assay::instrument
