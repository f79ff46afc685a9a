// SPDX-License-Identifier: Apache-2.0
#include "plan/plan.hpp"

#include <algorithm>

namespace assay::plan {

std::size_t pass_count(const Arm& arm) {
  return static_cast<std::size_t>(
      std::ranges::count_if(arm.steps, [](const Step& step) { return std::holds_alternative<Pass>(step); }));
}

std::string_view name_of(CacheWish wish) {
  switch (wish) {
    case CacheWish::unstated: return "";
    case CacheWish::cold: return "cold";
    case CacheWish::warm: return "warm";
    case CacheWish::both: return "both";
  }
  return "";
}

bool is_one_pass(const Arm& arm) { return arm.steps.size() == 1 && pass_count(arm) == 1; }

}  // namespace assay::plan
