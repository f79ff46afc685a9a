// SPDX-License-Identifier: Apache-2.0
/// \file
/// Does more work read as more time?
#pragma once

#include <span>
#include <string>

#include "stats/regression.hpp"

namespace assay::clock {

struct Linearity {
  enum class Answer {
    linear,
    flat,        ///< the spans do not grow: a dead instrument, or stamps taken when work is issued
    falling,     ///< more work reads as less time
    not_linear,  ///< grows, but far from a line
    not_usable,  ///< too few points, or a series that is not finite
  } answer = Answer::not_usable;
  stats::Line line{};            ///< time against work
  double grown = 0;              ///< part of the largest reading that the slope explains over the range of the work
  double relative_residual = 0;  ///< residual / (slope · range of the work)
  std::string reason{};          ///< one sentence
};

/// The slope must explain at least this part of the largest reading (proportional work N … 8N explains 0.875; a fixed
/// cost of nine times the growth would leave 0.1), and the residual must stay below this part of the growth.
inline constexpr double kLeastGrown = 0.1;
inline constexpr double kMostResidual = 0.15;

/// `work` in any unit, at least three different amounts; `times_ns` as measured.
[[nodiscard]] Linearity check_linearity(std::span<const double> work, std::span<const double> times_ns);

/// Do passes of one submission read according to their work, whatever their order? Kendall's τ-b of time against work;
/// orders that only fit the position in the submission fail.
struct WorkOrder {
  bool follows_work = false;
  double with_work = 0;  ///< τ-b against the work
  double with_position = 0;  ///< τ-b against the place in the submission
  std::string reason{};
};
inline constexpr double kLeastRankCorrelation = 0.7;
[[nodiscard]] WorkOrder check_work_order(std::span<const double> work, std::span<const double> times_ns);

}  // namespace assay::clock
