// SPDX-License-Identifier: Apache-2.0
/// \file
/// Device spans held against the host's wall time of the same work.
#pragma once

#include <string>

namespace assay::clock {

struct WallCheck {
  enum class Answer {
    consistent,
    wall_too_short,  ///< the host's timer stopped before the work did: it timed the recording, not the work
    span_too_short,  ///< repeats take far longer than their spans say: the begin was stamped after work had begun
    not_usable,
  } answer = Answer::not_usable;
  std::string reason{};  ///< one sentence
};

/// The wall time from before the submission until after its completion cannot be shorter than a span inside it (but for
/// 2 %, by which two good clocks may differ).
[[nodiscard]] WallCheck check_wall(double span_ns, double wall_ns);

/// `repeats` identical pieces of work in one submission: the wall time of one may exceed its span by what lies between
/// two passes and by its share of an empty submission, both measured, and by a factor of two; not by more.
[[nodiscard]] WallCheck check_repeats(double span_ns, double wall_ns, double repeats, double gap_ns,
                                      double empty_submission_ns);

}  // namespace assay::clock
