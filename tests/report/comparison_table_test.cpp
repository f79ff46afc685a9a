// SPDX-License-Identifier: Apache-2.0
#include "report/comparison_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "report/golden.hpp"
#include "report/sample_comparison.hpp"

namespace assay::report {
namespace {

using result::Comparison;
using result::Verdict;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::sample;

constexpr Verdict kAllVerdicts[] = {Verdict::incorrect, Verdict::void_run, Verdict::unfit,     Verdict::null,
                                    Verdict::faster,    Verdict::slower,   Verdict::unresolved};

/// Cells of one record after RFC 4180.
std::vector<std::string> csv_cells(std::string_view record) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < record.size(); ++i) {
    const char c = record[i];
    if (quoted && c == '"' && i + 1 < record.size() && record[i + 1] == '"') {
      cells.back() += '"';
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && c == ',') {
      cells.emplace_back();
    } else if (quoted || c != '\n') {
      cells.back() += c;
    }
  }
  return cells;
}

std::string cell(const Comparison& comparison, const std::string& column) {
  const std::vector<std::string> header = csv_cells(csv_header());
  const auto found = std::find(header.begin(), header.end(), column);
  return csv_cells(csv_row(comparison)).at(static_cast<std::size_t>(found - header.begin()));
}

TEST(Markdown, ReadsLikeItsGolden) {
  std::string table = markdown_header();
  for (const Verdict verdict : kAllVerdicts) table += markdown_row(sample(verdict));
  testing::expect_golden("table.md.txt", table);
}

TEST(Markdown, EscapesWhatWouldEndACellOrStartMarkup) {
  Comparison c = sample(Verdict::slower);
  c.arms[0].name = "a|b`c<d>";
  EXPECT_THAT(markdown_row(c), HasSubstr("a\\|b\\`c\\<d\\>"));
}

TEST(Csv, ReadsLikeItsGolden) {
  std::string table = csv_header();
  for (const Verdict verdict : kAllVerdicts) table += csv_row(sample(verdict));
  testing::expect_golden("table.csv.txt", table);
}

TEST(Csv, HasACellForEveryColumn) {
  for (const Verdict verdict : kAllVerdicts) {
    EXPECT_EQ(csv_cells(csv_row(sample(verdict))).size(), csv_cells(csv_header()).size());
  }
}

TEST(Csv, ReturnsNamesWithQuotesAndCommasOnOneLine) {
  Comparison c = sample(Verdict::slower);
  c.arms[0].name = "a \"b\", c\nd";
  EXPECT_EQ(cell(c, "arm_a"), "a \"b\", c d");
}

TEST(Csv, PublishesNoNumberOfTheArmsWhenIncorrect) {
  for (const char* column : {"effect", "interval_low", "interval_high", "trial_a_ns", "trial_b_ns"}) {
    EXPECT_EQ(cell(sample(Verdict::incorrect), column), "") << column;
  }
}

TEST(Csv, R34_WritesAnEmptyCellForWhatIsNotFinite) {
  Comparison c = sample(Verdict::unresolved);
  c.judgement.interval = {};
  EXPECT_EQ(cell(c, "interval_low"), "");
  EXPECT_EQ(cell(c, "interval_high"), "");
  EXPECT_THAT(csv_row(c), Not(HasSubstr("inf")));
}

TEST(Csv, CarriesTheEffectAsAFraction) {
  EXPECT_NEAR(std::stod(cell(sample(Verdict::slower), "effect")), 0.0487, 1e-12);
}

}  // namespace
}  // namespace assay::report
