// SPDX-License-Identifier: Apache-2.0
#include "report/golden.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace assay::report::testing {

void expect_golden(const std::string& name, const std::string& text) {
  const std::filesystem::path file = std::filesystem::path(ASSAY_SOURCE_DIR) / "tests/report/golden" / name;
  if (const char* update = std::getenv("ASSAY_UPDATE_GOLDEN"); update != nullptr && std::string(update) == "1") {
    std::ofstream(file, std::ios::binary) << text;
    return;
  }
  std::ifstream stream(file, std::ios::binary);
  ASSERT_TRUE(stream) << file << " is missing; ASSAY_UPDATE_GOLDEN=1 writes it";
  std::ostringstream golden;
  golden << stream.rdbuf();
  EXPECT_EQ(text, golden.str()) << "differs from " << file << "; ASSAY_UPDATE_GOLDEN=1 rewrites it";
}

}  // namespace assay::report::testing
