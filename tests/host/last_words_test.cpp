// SPDX-License-Identifier: Apache-2.0
#include "host/last_words.hpp"

#include <gtest/gtest.h>

namespace assay::host {
namespace {

TEST(LastWords, KeepsAShortTextWhole) {
  LastWords words;
  words.append("first\n");
  words.append("second\n");
  EXPECT_EQ(words.text(), "first\nsecond\n");
  EXPECT_EQ(words.total_bytes(), 13U);
}

TEST(LastWords, KeepsHeadAndTailOfAFloodAndCountsWhatItDropped) {
  LastWords words;
  words.append("the beginning\n");
  for (int i = 0; i < 100'000; ++i) words.append("0123456789");
  words.append("\nthe end");
  const std::string text = words.text();
  EXPECT_EQ(text.substr(0, 14), "the beginning\n");
  EXPECT_EQ(text.substr(text.size() - 8), "\nthe end");
  EXPECT_LT(text.size(), LastWords::kHeadBytes + LastWords::kTailBytes + 64);
  const auto dropped = words.total_bytes() - LastWords::kHeadBytes - LastWords::kTailBytes;
  EXPECT_NE(text.find("[" + std::to_string(dropped) + " bytes left out]"), std::string::npos);
}

TEST(LastWords, TailIsInOrderWhereverThePiecesEnd) {
  for (const std::size_t piece : {1U, 7U, 4096U, 61'441U, 200'000U}) {
    std::string all;
    for (int i = 0; all.size() < 200'000; ++i) all += std::to_string(i) + "\n";
    LastWords words;
    for (std::size_t at = 0; at < all.size(); at += piece) words.append(std::string_view(all).substr(at, piece));
    const std::string text = words.text();
    EXPECT_EQ(text.substr(text.size() - LastWords::kTailBytes), all.substr(all.size() - LastWords::kTailBytes))
        << piece;
  }
}

TEST(LastWords, LastLinesSkipBlankOnesAndControlCharacters) {
  LastWords words;
  words.append("one\ntwo\n\n   \n\x1b[31mthree\x1b[0m\r\nfour\n\n");
  EXPECT_EQ(words.last_lines(3), "two | [31mthree[0m | four");
}

TEST(LastWords, LastLinesOfNothingAreEmpty) {
  LastWords words;
  EXPECT_EQ(words.last_lines(), "");
  words.append("\n\n");
  EXPECT_EQ(words.last_lines(), "");
}

TEST(LastWords, LastLinesAreCutAtACharacterNotInsideOne) {
  LastWords words;
  std::string line;
  for (int i = 0; i < 1000; ++i) line += "ä";
  words.append(line + "\n");
  const std::string cut = words.last_lines(4, 101);
  EXPECT_EQ(cut.substr(0, 3), "…");
  EXPECT_EQ(cut.substr(3, 2), "ä");
  EXPECT_LE(cut.size(), 104U);
}

}  // namespace
}  // namespace assay::host
