// SPDX-License-Identifier: Apache-2.0
#include "report/number_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace assay::report {
namespace {

constexpr int kMostDecimals = 5;

/// Decimal exponent of |x| after rounding to `digits` significant digits: 9.996 with three digits → 1.
int rounded_exponent(double x, int digits) {
  const std::string text = fmt::format("{:.{}e}", std::fabs(x), digits - 1);
  int exponent = 0;
  bool negative = false;
  for (const char c : text.substr(text.find('e') + 1)) {
    if (c == '-') negative = true;
    if (c >= '0' && c <= '9') exponent = exponent * 10 + (c - '0');
  }
  return negative ? -exponent : exponent;
}

/// Fixed notation without the sign of a value that rounds to zero.
std::string fixed(double x, int decimals, Sign sign) {
  std::string text = fmt::format("{:.{}f}", x, decimals);
  const bool zero = text.find_first_of("123456789") == std::string::npos;
  if (zero && text.front() == '-') text.erase(0, 1);
  if (!zero && x > 0 && sign == Sign::always) text.insert(0, 1, '+');
  return text;
}

struct Unit {
  double size;
  std::string_view name;
};

/// `x` in the largest unit that it reaches after rounding. Units ascend, each a thousand times the one before.
template <std::size_t N>
std::string scaled(double x, int digits, const std::array<Unit, N>& units) {
  const double magnitude = std::fabs(x);
  std::size_t chosen = 0;
  while (chosen + 1 < N && rounded_exponent(magnitude / units[chosen].size, digits) >= 3) ++chosen;
  const double value = x / units[chosen].size;
  const int exponent = rounded_exponent(value, digits);
  const std::string_view gap = units[chosen].name.empty() ? "" : " ";
  if (exponent >= 7 || exponent < -3) return fmt::format("{:.{}e}{}{}", value, digits - 1, gap, units[chosen].name);
  return fmt::format("{}{}{}", fixed(value, std::max(0, digits - 1 - exponent), Sign::negative_only), gap,
                     units[chosen].name);
}

}  // namespace

std::string duration_text(double ns, int digits) {
  static constexpr std::array<Unit, 4> kUnits{{{1, "ns"}, {1e3, "µs"}, {1e6, "ms"}, {1e9, "s"}}};
  if (!std::isfinite(ns)) return std::string(kNotKnown);
  if (ns == 0) return "0 ns";
  return scaled(ns, digits, kUnits);
}

std::string duration_text(const std::optional<double>& ns, int digits) {
  return ns ? duration_text(*ns, digits) : std::string(kNotKnown);
}

std::string waiting_text(double seconds) {
  constexpr double kLongest = 1e6;  // eleven days: past it the guess is not worth printing
  if (!std::isfinite(seconds) || seconds < 0 || seconds > kLongest) return std::string(kNotKnown);
  const auto whole = static_cast<std::uint64_t>(std::ceil(seconds));
  const std::uint64_t h = whole / 3600, m = whole / 60 % 60, s = whole % 60;
  return h > 0 ? fmt::format("{}:{:02}:{:02}", h, m, s) : fmt::format("{}:{:02}", m, s);
}

std::string count_text(std::uint64_t count) {
  std::string text = fmt::format("{}", count);
  for (std::size_t i = text.size(); i > 3;) {
    i -= 3;
    text.insert(i, 1, ',');
  }
  return text;
}

std::string counted(std::uint64_t count, std::string_view singular) {
  return fmt::format("{} {}{}", count_text(count), singular, count == 1 ? "" : (singular.ends_with("ss") ? "es" : "s"));
}

std::string lattice_text(const std::optional<double>& ns) {
  constexpr double kLargestWhole = 1e9;
  if (ns && *ns >= 1 && *ns <= kLargestWhole && std::floor(*ns) == *ns) {
    return count_text(static_cast<std::uint64_t>(*ns)) + " ns";
  }
  return duration_text(ns);
}

std::string bytes_text(std::uint64_t bytes) {
  static constexpr std::array<std::string_view, 6> kUnits{"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  if (bytes < 1024) return fmt::format("{} B", bytes);
  double value = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  while (value >= 1023.95 && unit + 1 < kUnits.size()) {
    value /= 1024;
    ++unit;
  }
  std::string text = fmt::format("{:.1f}", value);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return fmt::format("{} {}", text, kUnits[unit]);
}

std::string rate_text(double per_second, std::string_view unit) {
  static constexpr std::array<Unit, 6> kUnits{{{1, ""}, {1e3, "k"}, {1e6, "M"}, {1e9, "G"}, {1e12, "T"}, {1e15, "P"}}};
  if (!std::isfinite(per_second) || per_second < 0) return std::string(kNotKnown);
  if (per_second == 0) return fmt::format("0 {}/s", unit);
  std::string number = scaled(per_second, 3, kUnits);
  const bool prefixed = number.find(' ') != std::string::npos;
  return fmt::format("{}{}{}/s", number, prefixed && unit == "B" ? "" : " ", unit);
}

std::string percent_text(double fraction, int decimals, Sign sign) {
  if (!std::isfinite(fraction)) return std::string(kNotKnown);
  return fixed(fraction * 100, std::clamp(decimals, 0, kMostDecimals), sign) + " %";
}

std::string declared_percent_text(double fraction, Sign sign) {
  if (!std::isfinite(fraction)) return std::string(kNotKnown);
  if (fraction == 0) return "0 %";
  return fmt::format("{}{:.6g} %", fraction > 0 && sign == Sign::always ? "+" : "", fraction * 100);
}

std::string factor_text(double factor, int decimals) {
  if (!std::isfinite(factor) || factor < 0) return std::string(kNotKnown);
  if (factor == 0) return "0 ×";
  const int exponent = rounded_exponent(factor, 3);
  if (exponent < -6 || exponent > 6) return fmt::format("{:.2e} ×", factor);
  return fixed(factor, std::max(decimals - std::max(exponent, 0), std::max(0, 2 - exponent)), Sign::negative_only) +
         " ×";
}

int percent_decimals(double half_width) {
  if (!std::isfinite(half_width)) return 1;
  if (half_width <= 0) return kMostDecimals;
  return std::clamp(1 - rounded_exponent(half_width * 100, 2), 0, kMostDecimals);
}

}  // namespace assay::report
