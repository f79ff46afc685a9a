// SPDX-License-Identifier: Apache-2.0
/// \file
/// What stands under the table of several results: on which rigs, what the gates said, where they lie.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/style.hpp"
#include "result/comparison.hpp"
#include "result/rig.hpp"

namespace assay::report {

/// One result of several, a comparison or a profile.
struct OneOfSeveral {
  const result::Rig* rig = nullptr;
  const result::GateRecord* gate = nullptr;
};

struct KeptResults {
  std::size_t count = 0;
  std::string last_at{};  ///< empty: on stdout, or nowhere
};

/// What begins every line about all of them: kSimulatedMark where nothing was run for any, else empty.
[[nodiscard]] std::string_view mark_of_all(const std::vector<OneOfSeveral>& results);

/// A rig once, however many results are from it.
[[nodiscard]] std::string several_text(const std::vector<OneOfSeveral>& results, const KeptResults& kept,
                                       const Style& style);

}  // namespace assay::report
