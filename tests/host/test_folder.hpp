// SPDX-License-Identifier: Apache-2.0
/// \file
/// A folder that lives as long as a test.
#pragma once

#include <stdlib.h>  // NOLINT: mkdtemp is POSIX's

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace assay::host {

class TestFolder {
 public:
  TestFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "assay-test-XXXXXX").string();
    path_ = ::mkdtemp(name.data()) != nullptr ? name : "/nonexistent";
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  ~TestFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Makes a file with its folders.
  std::filesystem::path file(const std::filesystem::path& relative, const std::string& text = "") const {
    std::filesystem::create_directories((path_ / relative).parent_path());
    std::ofstream(path_ / relative, std::ios::binary) << text;
    return path_ / relative;
  }

 private:
  std::filesystem::path path_{};
};

}  // namespace assay::host
