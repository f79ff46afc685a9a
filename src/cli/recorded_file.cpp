// SPDX-License-Identifier: Apache-2.0
#include "cli/recorded_file.hpp"

#include <utility>

#include "host/read_file.hpp"
#include "result/result_json.hpp"

namespace assay::cli {

Expected<std::string> recorded_text(const std::string& file) {
  auto text = host::read_file(file, result::kMostResultBytes);
  if (!text) text.error().advice = "name a file that Assay has kept";
  return text;
}

}  // namespace assay::cli
