// SPDX-License-Identifier: Apache-2.0
#include "plan/fill_data.hpp"

#include <fmt/format.h>

#include <fstream>

namespace assay::plan {

Expected<std::vector<std::byte>> fill_data(const Buffer& buffer) {
  if (buffer.fill.kind != Fill::Kind::file) return std::vector<std::byte>{};
  const std::uint64_t wanted = buffer.count * bytes_of(buffer.type);
  std::vector<std::byte> data(wanted);
  std::ifstream file(buffer.fill.file, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(buffer.fill.file_offset));
  file.read(reinterpret_cast<char*>(data.data()), static_cast<std::streamsize>(wanted));
  if (file.gcount() < 0 || static_cast<std::uint64_t>(file.gcount()) != wanted) {
    return fail({.fault = Fault::bad_input,
                 .what = fmt::format("the data of buffer '{}' cannot be read", buffer.name),
                 .value = fmt::format("{} bytes", file.gcount()),
                 .limit = fmt::format("{} bytes", wanted),
                 .where = buffer.fill.file.string(),
                 .advice = "the file changed while it was in use; run again"});
  }
  return data;
}

}  // namespace assay::plan
