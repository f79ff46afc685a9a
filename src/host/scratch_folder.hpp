// SPDX-License-Identifier: Apache-2.0
/// \file
/// A folder of our own among the temporary ones, which goes away with what is in it.
#pragma once

#include <filesystem>
#include <string_view>
#include <utility>

#include "error/error.hpp"

namespace assay::host {

class ScratchFolder {
 public:
  /// `purpose` is part of its name. Only this user may enter it. Fault::bad_input when none can be made.
  [[nodiscard]] static Expected<ScratchFolder> make(std::string_view purpose);
  ScratchFolder(ScratchFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  explicit ScratchFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

}  // namespace assay::host
