// SPDX-License-Identifier: Apache-2.0
#include "plan/expression.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "plan/characters.hpp"
#include "plan/refusal.hpp"

namespace assay::plan {
namespace {

constexpr std::size_t kMostExpressionCharacters = 4096;
constexpr int kMostNesting = 64;
constexpr std::array<std::string_view, 6> kFunctions = {"ceildiv", "floordiv", "mod", "min", "max", "log2"};

/// Recursive descent; one member per level of precedence.
class Evaluator {
 public:
  Evaluator(std::string_view text, const Lookup& lookup, std::string_view where)
      : text_(text), lookup_(lookup), where_(where) {}

  Rational whole_text() {
    if (text_.size() > kMostExpressionCharacters) {
      refuse_at(std::string(where_), {.what = "the expression is too long",
                                      .value = std::to_string(text_.size()) + " characters",
                                      .limit = std::to_string(kMostExpressionCharacters)});
    }
    if (peek() == '\0') wrong("the expression is empty", "write a number or a name");
    const Rational result = sum();
    if (peek() != '\0') wrong("an operator is missing before '" + std::string(1, peek()) + "'");
    return result;
  }

 private:
  Rational sum() {
    Rational left = term();
    for (char c = peek(); c == '+' || c == '-'; c = peek()) {
      ++at_;
      const Rational right = term();
      left = exact(left.plus(c == '+' ? right : right.negated()));
    }
    return left;
  }

  Rational term() {
    Rational left = signed_factor();
    for (char c = peek(); c == '*' || c == '/'; c = peek()) {
      ++at_;
      static_cast<void>(peek());
      const std::size_t begin = at_;
      const Rational right = signed_factor();
      if (c == '/' && right.is_zero()) wrong("division by zero", {}, begin);
      left = c == '*' ? exact(left.times(right)) : quotient(left, right);
    }
    return left;
  }

  Rational signed_factor() {
    const Depth depth(*this);
    if (take('-')) return signed_factor().negated();
    if (take('+')) return signed_factor();
    return power();
  }

  Rational power() {
    const Rational base = primary();
    if (!take('^')) return base;
    static_cast<void>(peek());
    const std::size_t begin = at_;
    const Rational exponent = signed_factor();  // right-associative; 2^-1 is one half
    if (!exponent.is_whole()) wrong("the exponent " + exponent.text() + " is not whole", {}, begin);
    if (exponent.numerator() >= 0) return exact(base.to_the(exponent.numerator()));
    return quotient(Rational(1), exact(base.to_the(-exponent.numerator())));
  }

  Rational primary() {
    const char c = peek();
    if (c == '(') {
      ++at_;
      const Rational inner = sum();
      if (!take(')')) wrong("a ')' is missing");
      return inner;
    }
    if (is_digit(c) || c == '.') return number();
    if (is_letter(c)) return named();
    if (c == '\0') wrong("the expression ends too early");
    wrong("'" + std::string(1, c) + "' cannot stand here", "allowed are + - * / ^ ( ) , numbers and names");
  }

  Rational number() {
    Rational result(0);
    bool digits = false;
    bool fraction = false;
    std::int64_t scale = 1;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '.' && !fraction) {
        fraction = true;
      } else if (is_digit(c)) {
        digits = true;
        result = exact(exact(result.times(Rational(10))).plus(Rational(c - '0')));
        if (fraction && __builtin_mul_overflow(scale, std::int64_t{10}, &scale)) too_large();
      } else {
        break;
      }
    }
    if (!digits) wrong("a '.' is not a number");
    return quotient(result, Rational(scale));
  }

  Rational named() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (peek() == '(') return call(name, begin);
    if (is_function(name)) wrong("the function " + std::string(name) + " needs its arguments in ( )", {}, begin);
    const auto value = lookup_ ? lookup_(name) : std::nullopt;
    if (!value) wrong("'" + std::string(name) + "' is not a parameter or loop name", {}, begin);
    return *value;
  }

  Rational call(std::string_view name, std::size_t begin) {
    if (!is_function(name)) {
      wrong("there is no function '" + std::string(name) + "'", "use ceildiv, floordiv, mod, min, max or log2", begin);
    }
    take('(');
    std::vector<Rational> arguments;
    do {
      arguments.push_back(sum());
    } while (take(','));
    if (!take(')')) wrong("a ')' is missing");
    if (name == "min" || name == "max") return extreme(arguments, name == "max");
    const std::size_t wanted = name == "log2" ? 1 : 2;
    if (arguments.size() != wanted) {
      wrong(std::string(name) + " takes " + std::to_string(wanted) + (wanted == 1 ? " argument" : " arguments") +
                ", not " + std::to_string(arguments.size()),
            {}, begin);
    }
    return name == "log2" ? log2(arguments[0]) : divided(name, arguments[0], arguments[1]);
  }

  Rational extreme(const std::vector<Rational>& arguments, bool largest) {
    Rational best = arguments.front();
    for (const Rational& candidate : arguments) {
      const auto less = candidate.less_than(best);
      if (!less) too_large();
      const bool same = candidate.numerator() == best.numerator() && candidate.denominator() == best.denominator();
      if (largest ? !*less && !same : *less) best = candidate;
    }
    return best;
  }

  Rational divided(std::string_view name, Rational above, Rational below) {
    const Rational ratio = quotient(above, below);
    if (name == "floordiv") return Rational(ratio.floor());
    if (name == "ceildiv") return Rational(-ratio.negated().floor());
    return exact(above.plus(exact(below.times(Rational(ratio.floor()))).negated()));
  }

  Rational log2(Rational of) {
    const bool power_of_two = of.is_whole() && of.numerator() > 0 && (of.numerator() & (of.numerator() - 1)) == 0;
    if (!power_of_two) wrong("log2(" + of.text() + ") is not whole", "log2 takes powers of two only");
    std::int64_t result = 0;
    while ((std::int64_t{1} << result) < of.numerator()) ++result;
    return Rational(result);
  }

  Rational quotient(Rational above, Rational below) {
    if (below.is_zero()) wrong("division by zero");
    return exact(above.over(below));
  }

  Rational exact(std::optional<Rational> result) {
    if (!result) too_large();
    return *result;
  }

  char peek() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }

  [[noreturn]] void too_large() { wrong("a step of the calculation is too large", "results end at 2^53 - 1"); }
  /// `at`: where what is wrong begins; else where reading has come to.
  [[noreturn]] void wrong(const std::string& what, std::string advice = {}, std::optional<std::size_t> at = {}) {
    const std::size_t place = std::min(at.value_or(at_), text_.size()) + 1;
    refuse_at(std::string(where_), {.what = "in \"" + std::string(text_.substr(0, 120)) + "\", character " +
                                            std::to_string(place) + ": " + what,
                                    .advice = std::move(advice)});
  }

  /// Bounds the recursion: a probe is input, and a stack is not.
  struct Depth {
    explicit Depth(Evaluator& owner) : evaluator(owner) {
      if (++evaluator.depth_ > kMostNesting) evaluator.wrong("the expression is nested too deeply");
    }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    ~Depth() { --evaluator.depth_; }
    Evaluator& evaluator;
  };

  std::string_view text_;
  const Lookup& lookup_;
  std::string_view where_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

/// "ceildiv(n, 1024)?" where the expression is one plain division, else the general advice.
std::string division_advice(std::string_view text) {
  const auto slash = text.find('/');
  const bool plain = slash != std::string_view::npos &&
                     text.find_first_of("+-/,", slash + 1) == std::string_view::npos &&
                     text.substr(0, slash).find_first_of("+-,") == std::string_view::npos &&
                     text.find_first_of("()*") == std::string_view::npos;
  if (!plain) return "ceildiv(a, b) rounds up, floordiv(a, b) rounds down";
  return "ceildiv(" + std::string(trimmed(text.substr(0, slash))) + ", " +
         std::string(trimmed(text.substr(slash + 1))) + ")?";
}

}  // namespace

Expected<Rational> evaluate(std::string_view text, const Lookup& lookup, std::string_view where) {
  try {
    return Evaluator(text, lookup, where).whole_text();
  } catch (const Refusal& refusal) {
    return fail(refusal.error);
  }
}

Expected<std::int64_t> evaluate_whole(std::string_view text, const Lookup& lookup, std::string_view where) {
  const auto result = evaluate(text, lookup, where);
  if (!result) return fail(result.error());
  if (!result->is_whole()) {
    return fail({.fault = Fault::bad_input,
                 .what = std::string(text) + " is not whole",
                 .value = result->text(),
                 .where = std::string(where),
                 .advice = division_advice(text)});
  }
  if (result->numerator() > kMostWhole || result->numerator() < -kMostWhole) {
    return fail({.fault = Fault::bad_input,
                 .what = std::string(text) + " is too large",
                 .value = result->text(),
                 .limit = "whole numbers up to 2^53 - 1",
                 .where = std::string(where)});
  }
  return result->numerator();
}

bool is_function(std::string_view name) { return std::ranges::find(kFunctions, name) != kFunctions.end(); }

bool is_name(std::string_view name) {
  if (name.empty() || name.size() > 100 || !is_letter(name.front()) || is_function(name)) return false;
  return std::ranges::all_of(name, [](char c) { return is_letter(c) || is_digit(c); });
}

}  // namespace assay::plan
