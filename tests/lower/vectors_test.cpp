// SPDX-License-Identifier: Apache-2.0
// The vectors of docs/kernels.md, read from the page itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>

#include "lower/mix.hpp"
#include "lower/reference.hpp"

namespace assay::lower {
namespace {

using Words = std::vector<std::uint32_t>;
using Tokens = std::vector<std::string>;

struct Vector {
  std::string line, name;
  Tokens arguments;
  Words result;
};

std::uint32_t number(std::string_view text) {
  const bool hexadecimal = text.starts_with("0x");
  if (hexadecimal) text.remove_prefix(2);
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, hexadecimal ? 16 : 10);
  EXPECT_TRUE(error == std::errc{} && end == text.data() + text.size()) << text;
  return value;
}

Words numbers(Tokens::const_iterator begin, Tokens::const_iterator end) {
  Words words;
  std::transform(begin, end, std::back_inserter(words), number);
  return words;
}

Vector parse(const std::string& line) {
  std::istringstream stream(line);
  Vector vector{.line = line, .name = {}, .arguments = {}, .result = {}};
  stream >> vector.name;
  Tokens tokens;
  for (std::string token; stream >> token;) tokens.push_back(token);
  const auto arrow = std::find(tokens.cbegin(), tokens.cend(), "->");
  EXPECT_NE(arrow, tokens.cend()) << line;
  vector.arguments.assign(tokens.cbegin(), arrow);
  if (arrow != tokens.cend()) vector.result = numbers(arrow + 1, tokens.cend());
  return vector;
}

std::vector<Vector> vectors(std::string_view name) {
  std::ifstream page(ASSAY_SOURCE_DIR "/docs/kernels.md");
  std::vector<Vector> found;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("```")) {
      inside = line == "```vectors";
    } else if (inside) {
      auto vector = parse(line);
      if (vector.name == name) found.push_back(std::move(vector));
    }
  }
  EXPECT_FALSE(found.empty()) << "docs/kernels.md has no vectors of " << name;
  return found;
}

Parameters block(Tokens::const_iterator begin) {
  Parameters parameters{};
  const Words words = numbers(begin, begin + kParameterWords);
  std::copy(words.begin(), words.end(), parameters.begin());
  return parameters;
}

Words as_words(const Digest& digest) { return {digest.begin(), digest.end()}; }

TEST(KernelsPage, GivesTheVectorsOfMix32) {
  for (const auto& v : vectors("mix32")) EXPECT_EQ(Words{mix32(number(v.arguments.at(0)))}, v.result) << v.line;
}

TEST(KernelsPage, GivesTheVectorsOfTheRandomWords) {
  for (const auto& v : vectors("random")) {
    const Words a = numbers(v.arguments.begin(), v.arguments.end());
    EXPECT_EQ(Words{RandomWords(a.at(0))(a.at(1), a.at(2))}, v.result) << v.line;
  }
}

TEST(KernelsPage, GivesTheVectorsOfEveryFill) {
  for (const auto& v : vectors("fill")) {
    ASSERT_EQ(v.arguments.size(), kParameterWords) << v.line;
    EXPECT_EQ(reference_fill(block(v.arguments.begin()), v.result.size()), v.result) << v.line;
  }
}

TEST(KernelsPage, GivesTheVectorsOfTheDigest) {
  for (const auto& v : vectors("digest")) {
    EXPECT_EQ(as_words(reference_digest(numbers(v.arguments.begin(), v.arguments.end()))), v.result) << v.line;
  }
}

TEST(KernelsPage, GivesTheVectorsOfThePaddedDigest) {
  for (const auto& v : vectors("padded_digest")) {
    const Words words = numbers(v.arguments.begin() + 1, v.arguments.end());
    EXPECT_EQ(as_words(reference_digest(words, 0, number(v.arguments.front()))), v.result) << v.line;
  }
}

TEST(KernelsPage, GivesTheDigestsOfWholeFills) {
  for (const auto& v : vectors("digest_of_fill")) {
    ASSERT_EQ(v.arguments.size(), 1 + kParameterWords) << v.line;
    const auto words = reference_fill(block(v.arguments.begin() + 1), number(v.arguments.front()));
    EXPECT_EQ(as_words(reference_digest(words)), v.result) << v.line;
  }
}

TEST(KernelsPage, GivesTheVectorsOfTheComparison) {
  const std::map<std::string, plan::ElementType> types = {{"u32", plan::ElementType::u32},
                                                          {"i32", plan::ElementType::i32},
                                                          {"f32", plan::ElementType::f32},
                                                          {"f16", plan::ElementType::f16}};
  for (const std::string name : {"compare", "padded_compare"}) {
    for (const auto& v : vectors(name)) {
      const bool padded = name != "compare";
      const auto type = v.arguments.begin() + (padded ? 1 : 0);
      const auto bar = std::find(v.arguments.begin(), v.arguments.end(), "|");
      ASSERT_NE(bar, v.arguments.end()) << v.line;
      const Difference d = reference_compare(numbers(type + 1, bar), numbers(bar + 1, v.arguments.end()),
                                             types.at(*type), padded ? number(v.arguments.front()) : 0);
      EXPECT_EQ((Words{d.first, d.count, d.largest}), v.result) << v.line;
    }
  }
}

TEST(KernelsPage, GivesTheVectorsOfTheSpacer) {
  for (const auto& v : vectors("spacer")) {
    EXPECT_EQ(Words{reference_spacer(spacer_parameters(number(v.arguments.at(0))))}, v.result) << v.line;
  }
}

}  // namespace
}  // namespace assay::lower
