// SPDX-License-Identifier: Apache-2.0
/// \file
/// Does more work read as more time?
#pragma once

#include <optional>
#include <span>
#include <string>

#include "stats/regression.hpp"

namespace assay::clock {

/// A step of the series that costs another time per unit of work than the others do, seen from the smaller amount.
struct Bend {
  double from_work = 0, to_work = 0;
  double time_ratio = 0;      ///< measured
  double expected_ratio = 0;  ///< had a unit of work cost what it does in the median step
  /// "from 1024 to 4096 the time grows 3.27 times, where the other steps would make it 4.00".
  [[nodiscard]] std::string text() const;
};

/// A step is called a bend where a unit of work costs this part more or less than in the median step; looked for in
/// steps of at least this part of the whole growth, since short ones are mostly jitter.
inline constexpr double kLeastBend = 0.1, kLeastShareOfStep = 0.2;

/// The worst bend of a growing series; nothing where every step costs alike. Work as in check_linearity(), in any
/// order.
[[nodiscard]] std::optional<Bend> find_bend(std::span<const double> work, std::span<const double> times_ns);

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
  std::optional<Bend> bend{};    ///< told beside the answer: a line may still be the best description
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
