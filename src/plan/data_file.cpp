// SPDX-License-Identifier: Apache-2.0
#include "plan/data_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <system_error>

#include "plan/buffers.hpp"
#include "plan/npy.hpp"
#include "plan/sha256.hpp"

namespace assay::plan {

DataFile read_data_file(const Source& source, Place place, std::string_view what, const std::filesystem::path& path,
                        ElementType type) {
  const std::string the_file = fmt::format("the {}", what);
  std::error_code status;
  if (!std::filesystem::is_regular_file(path, status)) {
    source.refuse(place, {.what = the_file + " is missing",
                          .value = path.string(),
                          .advice = "such files are looked up in the probe's folder"});
  }
  const std::uint64_t size = std::filesystem::file_size(path, status);
  std::string head(kMostNpyHeader, '\0');
  std::ifstream stream(path, std::ios::binary);
  stream.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(stream.gcount()));
  if (status || stream.bad()) {
    source.refuse(
        place, {.what = the_file + " cannot be read", .value = path.string(), .advice = "check that you may read it"});
  }
  DataFile file;
  const bool npy = is_npy(head);
  if (npy) {
    const auto header = read_npy_header(head, source.at(place) + ": " + path.string());
    if (!header) throw Refusal{header.error()};
    if (header->dtype != npy_dtype(type)) {
      source.refuse(place, {.what = "the .npy file holds another element type",
                            .value = header->dtype,
                            .limit = std::string(npy_dtype(type)) + " for " + std::string(type_name(type))});
    }
    file.offset = header->data_offset;
    file.elements = header->elements;
  }
  const std::uint64_t data = size - std::min(size, file.offset);
  if (!npy) file.elements = data / bytes_of(type);
  if (file.elements == 0 || data % bytes_of(type) != 0 || data / bytes_of(type) != file.elements) {
    source.refuse(place, {.what = the_file + " does not hold whole elements, or not as many as it says",
                          .value = std::to_string(data) + " bytes of data",
                          .limit = "a multiple of " + std::to_string(bytes_of(type)) + ", above zero"});
  }
  const auto digest = sha256_of_file(path, file.offset);
  if (!digest) throw Refusal{digest.error()};
  file.sha256 = *digest;
  return file;
}

Expected<std::vector<std::byte>> bytes_of_file(const std::filesystem::path& path, std::uint64_t offset,
                                               std::uint64_t bytes, std::string_view what) {
  std::vector<std::byte> data(bytes);
  std::ifstream file(path, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(offset));
  file.read(reinterpret_cast<char*>(data.data()), static_cast<std::streamsize>(bytes));
  if (file.gcount() < 0 || static_cast<std::uint64_t>(file.gcount()) != bytes) {
    return fail({.fault = Fault::bad_input,
                 .what = fmt::format("{} cannot be read", what),
                 .value = fmt::format("{} bytes", file.gcount()),
                 .limit = fmt::format("{} bytes", bytes),
                 .where = path.string(),
                 .advice = "the file changed while it was in use; run again"});
  }
  return data;
}

}  // namespace assay::plan
