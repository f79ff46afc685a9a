// SPDX-License-Identifier: Apache-2.0
#include "report/text_layout.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace assay::report {
namespace {

using ::testing::ElementsAre;

TEST(DisplayWidth, CountsColumnsAndNotBytes) {
  EXPECT_EQ(display_width("µs ±"), 4U);
  EXPECT_EQ(display_width("縮約"), 4U);
  EXPECT_EQ(display_width("e\xCC\x81"), 1U) << "a combining accent takes no column";
  EXPECT_EQ(display_width("\xFF"), 1U);
  EXPECT_EQ(display_width(""), 0U);
}

TEST(Printable, RemovesWhatWouldSteerATerminal) {
  EXPECT_EQ(printable("a\x1b[31mb"), "a\xEF\xBF\xBD[31mb");
  EXPECT_EQ(printable(std::string("a\0b", 3)),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(printable("a\u009Bb"),
            "a\xEF\xBF\xBD"
            "b")
      << "C1 controls steer too";
  EXPECT_EQ(printable("a\u202Eb"),
            "a\xEF\xBF\xBD"
            "b")
      << "text direction";
}

TEST(Printable, KeepsTheLinesOfAShaderErrorAndNothingElseThatMovesTheCursor) {
  EXPECT_EQ(printable_lines("a\r\x1b[2J\n  ^\n"), "a \xEF\xBF\xBD[2J\n  ^\n");
}

TEST(Printable, MakesOneLine) { EXPECT_EQ(printable("a\r\nb\tc"), "a  b c"); }

TEST(Printable, ReplacesBytesThatAreNotUtf8) {
  EXPECT_EQ(printable("a\xFF"
                      "b"),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(printable("\xC3"), "\xEF\xBF\xBD") << "cut short";
  EXPECT_EQ(printable("\xC0\xAF"), "\xEF\xBF\xBD\xEF\xBF\xBD") << "overlong";
  EXPECT_EQ(printable("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD") << "surrogate";
}

TEST(Printable, KeepsOtherScripts) { EXPECT_EQ(printable("größe 縮約 🚀"), "größe 縮約 🚀"); }

TEST(ElideMiddle, KeepsBothEnds) {
  EXPECT_EQ(elide_middle("reduce_tree_variant_17", 11), "reduc…nt_17");
  EXPECT_EQ(elide_middle("short", 5), "short");
}

TEST(ElideMiddle, NeverExceedsItsColumnsOrSplitsACharacter) {
  const std::string text = "縮約木グループ演算e\xCC\x81🚀縮約";
  for (std::size_t columns = 0; columns < 30; ++columns) {
    const std::string elided = elide_middle(text, columns);
    EXPECT_LE(display_width(elided), columns);
    EXPECT_EQ(printable(elided), elided);
  }
}

TEST(Wrap, BreaksAtSpaces) { EXPECT_THAT(wrap("aa bb cc", 5), ElementsAre("aa bb", "cc")); }

TEST(Wrap, KeepsANumberWithItsUnit) {
  EXPECT_THAT(wrap("aaaa +4.9 %, bb", 7), ElementsAre("aaaa", "+4.9 %,", "bb"));
  EXPECT_THAT(wrap("in ± 1.0 µs", 5), ElementsAre("in", "± 1.0", "µs")) << "cut only where a line cannot hold it";
}

TEST(Wrap, CutsAWordThatIsLongerThanALine) { EXPECT_THAT(wrap("a bcdefgh", 3), ElementsAre("a", "bcd", "efg", "h")); }

TEST(Wrap, EndsEvenWhereNoCharacterFits) { EXPECT_THAT(wrap("縮約", 1), ElementsAre("縮", "約")); }

TEST(Wrap, WithoutAWidthGivesOneLine) { EXPECT_THAT(wrap("aa bb", 0), ElementsAre("aa bb")); }

TEST(Wrap, OfNothingIsOneEmptyLine) { EXPECT_THAT(wrap("", 10), ElementsAre("")); }

}  // namespace
}  // namespace assay::report
