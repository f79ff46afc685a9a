// SPDX-License-Identifier: Apache-2.0
#include "host/atomic_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <iterator>

#include "host/test_folder.hpp"

namespace assay::host {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(WriteFileAtomically, ReplacesTheWholeFileAndLeavesNoOther) {
  const TestFolder folder;
  const auto path = folder.file("result.json", "a longer text that was there before");
  ASSERT_TRUE(write_file_atomically(path, std::string_view("new\0bytes", 9)));
  EXPECT_EQ(text_of(path), std::string("new\0bytes", 9));
  EXPECT_EQ(files_in(folder.path()), 1U);
}

TEST(WriteFileAtomically, MakesAFileThatOthersMayReadAsUsual) {
  const TestFolder folder;
  std::ofstream(folder.path() / "usual") << "";
  ASSERT_TRUE(write_file_atomically(folder.path() / "result.json", "x"));
  EXPECT_EQ(fs::status(folder.path() / "result.json").permissions(), fs::status(folder.path() / "usual").permissions());
}

TEST(WriteFileAtomically, KeepsThePermissionsOfTheFileThatItReplaces) {
  const TestFolder folder;
  const auto path = folder.file("private.json", "old");
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  ASSERT_TRUE(write_file_atomically(path, "new"));
  EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST(WriteFileAtomically, WritesWhatALinkPointsAtAndLeavesTheLink) {
  const TestFolder folder;
  folder.file("there/target.json", "old");
  fs::create_symlink("there/target.json", folder.path() / "link.json");
  ASSERT_TRUE(write_file_atomically(folder.path() / "link.json", "new"));
  EXPECT_TRUE(fs::is_symlink(folder.path() / "link.json"));
  EXPECT_EQ(text_of(folder.path() / "there/target.json"), "new");
}

TEST(WriteFileAtomically, NeverPutsAFileInThePlaceOfAPipe) {
  const TestFolder folder;
  const auto pipe = folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  EXPECT_TRUE(write_file_atomically(pipe, "new"));
  EXPECT_TRUE(fs::is_fifo(pipe));
  char read[8]{};
  EXPECT_EQ(::read(reader, read, sizeof read), 3);
  ::close(reader);
}

TEST(WriteFileAtomically, FailsWithTheReasonAndLeavesNothing) {
  const TestFolder folder;
  fs::create_directory(folder.path() / "taken");
  folder.file("taken/inside");
  const auto written = write_file_atomically(folder.path() / "taken", "x");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().fault, Fault::bad_input);
  EXPECT_EQ(files_in(folder.path()), 1U);
}

TEST(WriteFileAtomically, NamesAFolderThatIsNotThere) {
  const auto written = write_file_atomically("/nowhere/at/all.json", "x");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().where, "/nowhere/at/all.json");
  EXPECT_EQ(written.error().value, "No such file or directory");
}

}  // namespace
}  // namespace assay::host
