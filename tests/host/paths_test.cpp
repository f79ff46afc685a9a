// SPDX-License-Identifier: Apache-2.0
#include "host/paths.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "host/test_folder.hpp"

namespace assay::host {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
namespace fs = std::filesystem;

TEST(DependencyFolders, AreSearchedFromTheMostExplicitToTheSystems) {
  const Environment environment{{"ASSAY_DEPS", "/own"}, {"XDG_CACHE_HOME", "/cache"}, {"HOME", "/home/me"}};
  EXPECT_THAT(dependency_folders(environment, "/opt/assay/bin"),
              ElementsAre("/own", "/opt/assay/deps", "/cache/assay/deps", "/var/cache/assay/deps"));
}

TEST(DependencyFolders, FallBackToTheHomeFolder) {
  EXPECT_THAT(dependency_folders({{"HOME", "/home/me"}}, ""),
              ElementsAre("/home/me/.cache/assay/deps", "/var/cache/assay/deps"));
}

TEST(DependencyFolders, IgnoreARelativeCacheFolder) {
  EXPECT_THAT(dependency_folders({{"XDG_CACHE_HOME", "cache"}}, ""), ElementsAre("/var/cache/assay/deps"));
}

TEST(FindDependency, TakesTheFirstFolderThatHasIt) {
  const TestFolder folder;
  folder.file("b/engine/lib.so");
  folder.file("c/engine/lib.so");
  const auto found = find_dependency({folder.path() / "a", folder.path() / "b", folder.path() / "c"}, "engine/lib.so");
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, folder.path() / "b/engine/lib.so");
}

TEST(FindDependency, NamesAllTheFoldersThatItSearched) {
  const auto found = find_dependency({"/nowhere", "/nothing"}, "engine/lib.so");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().fault, Fault::bad_input);
  EXPECT_THAT(sentence(found.error()), HasSubstr("/nowhere, /nothing"));
}

TEST(ResultsFolder, IsMadeInTheWorkingFolder) {
  const TestFolder folder;
  const auto results = results_folder({}, folder.path());
  ASSERT_TRUE(results);
  EXPECT_EQ(*results, folder.path() / "assay-results");
  EXPECT_TRUE(fs::is_directory(*results));
}

TEST(ResultsFolder, FallsBackToTheStateFolder) {
  const TestFolder folder;
  // A file in the way: that stops even the superuser.
  folder.file("work/assay-results");
  const auto results = results_folder({{"HOME", folder.path().string()}}, folder.path() / "work");
  ASSERT_TRUE(results);
  EXPECT_EQ(*results, folder.path() / ".local/state/assay/results");
  EXPECT_TRUE(fs::is_directory(*results));
}

TEST(ResultsFolder, SaysWhenNeitherCanBeWritten) {
  const TestFolder folder;
  folder.file("assay-results");
  const auto results = results_folder({}, folder.path());
  ASSERT_FALSE(results);
  EXPECT_THAT(sentence(results.error()), HasSubstr("no HOME is set"));
}

TEST(ExecutableFolder, HoldsThisTest) {
  const auto folder = executable_folder();
  ASSERT_TRUE(folder);
  EXPECT_TRUE(fs::exists(*folder / "test_host"));
}

}  // namespace
}  // namespace assay::host
