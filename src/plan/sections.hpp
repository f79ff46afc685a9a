// SPDX-License-Identifier: Apache-2.0
/// \file
/// The small sections of a probe: prediction, margin, [rates], [rig], [sweep].
#pragma once

#include <map>
#include <optional>
#include <string>

#include "plan/fields.hpp"
#include "plan/params.hpp"
#include "plan/plan.hpp"

namespace assay::plan {

/// Each takes its node, or null for "not in the probe".
[[nodiscard]] std::optional<Prediction> read_prediction(const Source& source, const Node* node);
/// The default is 1 %.
[[nodiscard]] double read_margin(const Source& source, const Node* node);
[[nodiscard]] CacheWish read_cache(const Source& source, const Node* node);
[[nodiscard]] std::map<std::string, double> read_rates(const Scope& scope, const Node* node);
[[nodiscard]] Rig read_rig(const Source& source, const Node* node);
[[nodiscard]] Sweep read_sweep(const Scope& scope, const Node* node, const Params& params);
/// `subject = "inputs"`.
[[nodiscard]] bool read_subject(const Source& source, const Node* node);

}  // namespace assay::plan
