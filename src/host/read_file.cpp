// SPDX-License-Identifier: Apache-2.0
#include "host/read_file.hpp"

#include <fstream>
#include <system_error>

namespace assay::host {

Expected<std::string> read_file(const std::filesystem::path& path, std::uint64_t most_bytes) {
  std::error_code code;
  const std::uint64_t bytes = std::filesystem::file_size(path, code);  // fails for what is no regular file
  std::ifstream file(path, std::ios::binary);
  if (code || !file) return fail({.fault = Fault::bad_input, .what = "there is no such file", .where = path.string()});
  if (bytes > most_bytes) {
    return fail({.fault = Fault::bad_input,
                 .what = "the file is too large",
                 .value = std::to_string(bytes) + " bytes",
                 .limit = std::to_string(most_bytes) + " bytes",
                 .where = path.string()});
  }
  std::string text(bytes, '\0');
  file.read(text.data(), static_cast<std::streamsize>(bytes));
  if (file.bad() || static_cast<std::uint64_t>(file.gcount()) != bytes) {
    return fail({.fault = Fault::bad_input, .what = "the file cannot be read", .where = path.string()});
  }
  return text;
}

}  // namespace assay::host
