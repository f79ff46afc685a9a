// SPDX-License-Identifier: Apache-2.0
#include "worker/native/dawn_version.hpp"

#include <array>
#include <fstream>
#include <span>
#include <string_view>

#include "worker/native/sha256.hpp"

namespace assay::worker::native {
namespace {

constexpr std::string_view kName = "dawn ";
constexpr std::size_t kMostVersionBytes = 200;
constexpr std::size_t kShownDigits = 16;

}  // namespace

std::string version_of_dawn(const std::filesystem::path& library) {
  std::ifstream told(library.parent_path().parent_path() / "VERSION");
  std::string line;
  if (std::getline(told, line) && line.rfind(kName, 0) == 0 && line.size() > kName.size()) {
    return line.substr(kName.size(), kMostVersionBytes);
  }
  std::ifstream file(library, std::ios::binary);
  Sha256 hash;
  std::array<char, 1U << 16U> chunk{};
  std::size_t total = 0;
  while (file.read(chunk.data(), chunk.size()), file.gcount() > 0) {
    const auto bytes = static_cast<std::size_t>(file.gcount());
    hash.update(std::as_bytes(std::span(chunk).first(bytes)));
    total += bytes;
  }
  return total == 0 ? "unknown" : "sha256:" + hash.hex().substr(0, kShownDigits);
}

}  // namespace assay::worker::native
