// SPDX-License-Identifier: Apache-2.0
/// \file
/// What can be typed, as data: read off the parser, so that completions cannot fall behind it.
#pragma once

#include <string>
#include <vector>

namespace assay::cli {

struct OptionRow {
  std::vector<std::string> names{};  ///< "--verbose", "-v"
  std::string help{};
  bool takes_value = false, takes_file = false;
  std::vector<std::string> words{};  ///< the values that there are, where they are few
};

struct VerbRow {
  std::string name{};
  std::string help{};                ///< the first line of its description
  std::vector<OptionRow> options{};
  bool takes_file = false;           ///< its arguments are files
  std::vector<std::string> words{};  ///< its arguments, where they are few
};

struct OptionTable {
  std::vector<OptionRow> options{};  ///< without a verb
  std::vector<VerbRow> verbs{};
};

}  // namespace assay::cli
