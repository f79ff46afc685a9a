// SPDX-License-Identifier: Apache-2.0
#include "plan/quantity.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include "plan/characters.hpp"

namespace assay::plan {
namespace {

struct Quantity {
  double number = 0;
  std::string unit;
};

Unexpected wrong(std::string what, std::string_view value, std::string limit, std::string_view where) {
  return fail({.fault = Fault::bad_input,
               .what = std::move(what),
               .value = "\"" + std::string(value.substr(0, 120)) + "\"",
               .limit = std::move(limit),
               .where = std::string(where)});
}

/// A decimal number, then the unit. from_chars knows no locale; "inf" and "nan" are its words and not ours.
Expected<Quantity> number_and_unit(std::string_view text, std::string_view limit, std::string_view where) {
  std::string_view rest = trimmed(text);
  if (!rest.empty() && rest.front() == '+') rest.remove_prefix(1);
  Quantity result;
  const auto [end, status] = std::from_chars(rest.data(), rest.data() + rest.size(), result.number);
  if (status != std::errc{} || !std::isfinite(result.number)) {
    return wrong("this is not a number with a unit", text, std::string(limit), where);
  }
  result.unit = std::string(trimmed(rest.substr(static_cast<std::size_t>(end - rest.data()))));
  return result;
}

Expected<double> scaled_bytes(std::string_view text, std::string_view after, std::string_view where) {
  struct Unit {
    std::string_view name;
    double bytes;
  };
  static constexpr std::array<Unit, 9> kUnits = {{{"B", 1},
                                                  {"kB", 1e3},
                                                  {"MB", 1e6},
                                                  {"GB", 1e9},
                                                  {"TB", 1e12},
                                                  {"KiB", 1024.0},
                                                  {"MiB", 1048576.0},
                                                  {"GiB", 1073741824.0},
                                                  {"TiB", 1099511627776.0}}};
  std::string limit = "B, kB, MB, GB, TB, KiB, MiB, GiB or TiB";
  if (!after.empty()) limit += ", each followed by " + std::string(after);
  const auto parts = number_and_unit(text, limit, where);
  if (!parts) return fail(parts.error());
  for (const Unit& unit : kUnits) {
    if (parts->unit == std::string(unit.name) + std::string(after)) {
      if (!(parts->number > 0)) return wrong("the amount must be above zero", text, limit, where);
      return parts->number * unit.bytes;
    }
  }
  return wrong("unknown unit", text, limit, where);
}

}  // namespace

Expected<double> parse_percent(std::string_view text, std::string_view where) {
  const auto parts = number_and_unit(text, "a percentage such as \"1 %\"", where);
  if (!parts) return fail(parts.error());
  if (parts->unit != "%") return wrong("unknown unit", text, "%, as in \"1 %\"", where);
  return parts->number / 100;
}

Expected<std::pair<double, double>> parse_percent_range(std::string_view text, std::string_view where) {
  const auto dots = text.find("..");
  if (dots == std::string_view::npos) {
    return wrong("this is not a range", text, "two percentages, as in \"-13 % .. -5 %\"", where);
  }
  const auto low = parse_percent(text.substr(0, dots), where);
  if (!low) return fail(low.error());
  const auto high = parse_percent(text.substr(dots + 2), where);
  if (!high) return fail(high.error());
  if (*low > *high) return wrong("the range ends below its beginning", text, "least .. most", where);
  return std::pair(*low, *high);
}

Expected<std::uint64_t> parse_bytes(std::string_view text, std::string_view where) {
  const auto bytes = scaled_bytes(text, "", where);
  if (!bytes) return fail(bytes.error());
  if (*bytes > 9007199254740991.0 || *bytes < 1) {
    return wrong("the amount is out of range", text, "1 B to 2^53 - 1 B", where);
  }
  return static_cast<std::uint64_t>(*bytes);
}

Expected<double> parse_bytes_per_second(std::string_view text, std::string_view where) {
  return scaled_bytes(text, "/s", where);
}

}  // namespace assay::plan
