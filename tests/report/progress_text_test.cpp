// SPDX-License-Identifier: Apache-2.0
#include "report/progress_text.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "report/text_layout.hpp"

namespace assay::report {
namespace {

const Progress kMiddle{
    .fraction = 0.605, .doing = "replicate 3 of 5, square 7 of 16", .elapsed_s = 24, .remaining_s = 16.4};

TEST(ProgressText, TellsShareTaskAndTime) {
  EXPECT_EQ(progress_text(kMiddle, {.width = 100}),
            "[############--------]   60 %  replicate 3 of 5, square 7 of 16  0:24, 0:17 left");
}

TEST(ProgressText, NeverExceedsItsWidth) {
  for (std::size_t width = 1; width < 120; ++width) {
    EXPECT_LE(display_width(progress_text(kMiddle, {.width = width})), width) << width;
  }
}

TEST(ProgressText, GivesUpTheBarBeforeAWordOfWhatIsDone) {
  EXPECT_EQ(progress_text({.fraction = 0, .doing = "starting the engine", .elapsed_s = 1}, {.width = 70}),
            "  0 %  starting the engine  0:01, time left not known");
}

TEST(ProgressText, SaysThatTheRestIsNotKnown) {
  EXPECT_EQ(progress_text({.fraction = 0, .doing = "gates", .elapsed_s = 1, .remaining_s = {}}, {.width = 100}),
            "[--------------------]    0 %  gates  0:01, time left not known");
}

TEST(ProgressText, IsFullOnlyWhenDone) {
  const std::string almost = progress_text({.fraction = 0.9999, .doing = "", .elapsed_s = 1, .remaining_s = 1.0}, {});
  EXPECT_EQ(almost.substr(0, 29), "[###################-]   99 %");
}

TEST(ProgressText, SurvivesAShareThatIsNone) {
  for (const double fraction : {std::numeric_limits<double>::quiet_NaN(), -1.0, 7.0}) {
    EXPECT_LE(display_width(progress_text(
                  {.fraction = fraction, .doing = "x\n\x1b[2J", .elapsed_s = fraction, .remaining_s = fraction}, {})),
              80U);
  }
}

}  // namespace
}  // namespace assay::report
