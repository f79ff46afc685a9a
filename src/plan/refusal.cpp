// SPDX-License-Identifier: Apache-2.0
#include "plan/refusal.hpp"

namespace assay::plan {

std::string Source::at(Place place) const {
  if (place.line == 0) return name;
  return name + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
}

void Source::refuse(Place place, Complaint complaint) const { refuse_at(at(place), std::move(complaint)); }

void refuse_at(std::string where, Complaint complaint) {
  throw Refusal{{.fault = Fault::bad_input,
                 .what = std::move(complaint.what),
                 .value = std::move(complaint.value),
                 .limit = std::move(complaint.limit),
                 .where = std::move(where),
                 .advice = std::move(complaint.advice)}};
}

}  // namespace assay::plan
