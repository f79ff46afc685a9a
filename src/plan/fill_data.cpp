// SPDX-License-Identifier: Apache-2.0
#include "plan/fill_data.hpp"

#include <fmt/format.h>

#include "plan/data_file.hpp"

namespace assay::plan {

Expected<std::vector<std::byte>> fill_data(const Buffer& buffer) {
  if (buffer.fill.kind != Fill::Kind::file) return std::vector<std::byte>{};
  return bytes_of_file(buffer.fill.file, buffer.fill.file_offset, buffer.count * bytes_of(buffer.type),
                       fmt::format("the data of buffer '{}'", buffer.name));
}

}  // namespace assay::plan
