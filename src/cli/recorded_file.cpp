// SPDX-License-Identifier: Apache-2.0
#include "cli/recorded_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "result/result_json.hpp"

namespace assay::cli {
Expected<std::string> recorded_text(const std::string& file) {
  std::error_code code;
  const auto bytes = std::filesystem::file_size(file, code);  // fails for what is no regular file
  if (!code && bytes > result::kMostResultBytes) {
    return fail({.fault = Fault::bad_input,
                 .what = "this is too large for a result",
                 .value = fmt::format("{} bytes", bytes),
                 .limit = fmt::format("{} bytes", result::kMostResultBytes),
                 .where = file});
  }
  std::ifstream stream(file, std::ios::binary);
  if (code || !stream) {
    return fail({.fault = Fault::bad_input,
                 .what = "there is no such result to replay",
                 .where = file,
                 .advice = "name a file that Assay has kept"});
  }
  return std::string((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
}

}  // namespace assay::cli
