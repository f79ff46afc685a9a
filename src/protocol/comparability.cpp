// SPDX-License-Identifier: Apache-2.0
#include "protocol/comparability.hpp"

#include <fmt/format.h>

namespace assay::protocol {

Expected<void> check_comparable(const plan::Plan& plan) {
  if (plan.arms.size() < 2) {
    return fail({.fault = Fault::bad_input,
                 .what = "a comparison needs two arms",
                 .value = fmt::format("{}", plan.arms.size()),
                 .where = plan.probe,
                 .advice = "add another [[arm]]"});
  }
  if (plan.arms.size() > 2) {
    return fail({.fault = Fault::bad_input,
                 .what = "not yet: more than two arms in one comparison",
                 .value = fmt::format("{} arms", plan.arms.size()),
                 .where = plan.probe,
                 .advice = "compare them in pairs"});
  }
  if (plan.check.outputs.empty()) {
    return fail({.fault = Fault::bad_input,
                 .what = "nothing would be checked: [check] names no outputs",
                 .where = plan.probe,
                 .advice = "add [check] outputs = [\"NAME\"]"});
  }
  if (!plan.check.tolerance.empty()) {
    return fail({.fault = Fault::bad_input,
                 .what = "not yet: a declared tolerance",
                 .where = plan.probe,
                 .advice = "make the outputs equal byte for byte, for instance by inputs whose sums are exact"});
  }
  return {};
}

std::vector<std::string> comparison_notes(const plan::Plan& plan) {
  std::vector<std::string> notes;
  const auto passes = [&](std::size_t arm) { return plan::pass_count(plan.arms[arm]); };
  if (plan.arms.size() == 2 && passes(0) != passes(1)) {
    notes.push_back(
        fmt::format("{} has {} passes and {} has {}", plan.arms[0].name, passes(0), plan.arms[1].name, passes(1)));
  }
  if (!plan.check.reference.empty()) {
    notes.push_back(
        fmt::format("the reference '{}' is not checked in this version: the arms are checked against each "
                    "other",
                    plan.check.reference));
  }
  return notes;
}

}  // namespace assay::protocol
