// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is done with a device before anything is timed, the same for comparisons and profiles.
#pragma once

namespace assay::protocol {

/// Continuous work before a warm-up. On an H200 the clock was down to less than half after two seconds of short bursts,
/// and up again after this.
inline constexpr double kBurnNs = 150e6;

/// The reference kernel: short against the work, long against the lattice.
inline constexpr double kReferenceNs = 100e3;
inline constexpr double kReferenceQuanta = 10;

/// A prediction from a quiet moment may be this far below what a busy machine needs.
inline constexpr double kPatience = 10;

}  // namespace assay::protocol
