// SPDX-License-Identifier: Apache-2.0
/// \file
/// Self-tests of the stamps themselves, on what was read for the lattice: are begin and end rounded alike, and is a
/// query slot that is used again written again?
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "error/error.hpp"
#include "instrument/device.hpp"
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

/// Queries that nothing wrote must read 0, which is how a stamp that never came is told from a time. Not run where
/// `read` is nothing: such an engine may never answer the question.
[[nodiscard]] result::CertificateItem judge_unwritten(const std::optional<std::vector<std::uint64_t>>& read);

/// Asks the device, if it says that it survives that.
[[nodiscard]] Expected<result::CertificateItem> test_unwritten(Device& device);

}  // namespace assay::instrument
