// SPDX-License-Identifier: Apache-2.0
#include "cli/set_options.hpp"

namespace assay::cli {

Expected<plan::LoadOptions> load_options(const std::vector<std::string>& set) {
  plan::LoadOptions options;
  for (const auto& text : set) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
      return fail({.fault = Fault::bad_input,
                   .what = "not a parameter",
                   .value = text,
                   .limit = "NAME=EXPRESSION, like n=2^20",
                   .where = "--set"});
    }
    if (!options.set.emplace(text.substr(0, equals), text.substr(equals + 1)).second) {
      return fail({.fault = Fault::bad_input,
                   .what = "the same parameter twice",
                   .value = text.substr(0, equals),
                   .where = "--set"});
    }
  }
  return options;
}

}  // namespace assay::cli
