// SPDX-License-Identifier: Apache-2.0
/// \file
/// Recorded comparisons of a simulated device with known truth, and what an independent judge (Python with SciPy) made
/// of them: fixtures/sessions.json and fixtures/expected.json.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "protocol/judge.hpp"
#include "stats/interval.hpp"

namespace assay::protocol {

struct ExpectedJudgement {
  std::string word{};
  double effect = 0;
  stats::Interval interval{}, equivalence{}, band{};
  std::vector<double> replicates{};
};

/// Empty when the file cannot be read.
[[nodiscard]] std::map<std::string, JudgeInput> recorded_sessions();
[[nodiscard]] std::map<std::string, ExpectedJudgement> expected_judgements();

}  // namespace assay::protocol
