// SPDX-License-Identifier: Apache-2.0
#include "host/read_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "host/scratch_folder.hpp"
#include "host/test_folder.hpp"

namespace assay::host {
namespace {

TEST(ReadFile, GivesAllBytesUpToTheBound) {
  const TestFolder folder;
  const auto file = folder.file("a.bin", std::string("a\0b\n", 4));
  EXPECT_EQ(read_file(file, 4).value(), std::string("a\0b\n", 4));
  const auto large = read_file(file, 3);
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().fault, Fault::bad_input);
  EXPECT_THAT(sentence(large.error()), testing::HasSubstr("too large (found 4 bytes; allowed: 3 bytes)"));
}

TEST(ReadFile, RefusesWhatIsNoFile) {
  const TestFolder folder;
  EXPECT_FALSE(read_file(folder.path() / "none", 10));
  EXPECT_FALSE(read_file(folder.path(), 10));
}

TEST(ScratchFolder, GoesAwayWithWhatIsInIt) {
  std::filesystem::path path;
  {
    const auto folder = ScratchFolder::make("test");
    ASSERT_TRUE(folder);
    path = folder->path();
    std::ofstream(path / "x") << "y";
    EXPECT_TRUE(std::filesystem::exists(path / "x"));
    EXPECT_EQ(std::filesystem::status(path).permissions() & std::filesystem::perms::others_all,
              std::filesystem::perms::none);
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace assay::host
