// SPDX-License-Identifier: Apache-2.0
// Values with units on the command line.
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

#include "cli/command_line.hpp"

namespace assay::cli {
namespace {

struct Quantity {
  double value = 0;
  std::string_view unit{};
};

/// A finite, positive number and what stands behind it; the same in every locale.
std::optional<Quantity> split(std::string_view text) {
  Quantity quantity;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), quantity.value);
  if (code != std::errc() || !std::isfinite(quantity.value) || quantity.value <= 0) return std::nullopt;
  quantity.unit = text.substr(static_cast<std::size_t>(end - text.data()));
  while (!quantity.unit.empty() && quantity.unit.front() == ' ') quantity.unit.remove_prefix(1);
  return quantity;
}

template <std::size_t N>
Expected<double> scaled(const std::string& text, const std::array<std::pair<std::string_view, double>, N>& units,
                        const char* what, const char* allowed) {
  if (const auto quantity = split(text)) {
    for (const auto& [name, factor] : units) {
      if (quantity->unit == name) return quantity->value * factor;
    }
  }
  return fail({.fault = Fault::bad_input, .what = what, .value = text, .limit = allowed});
}

}  // namespace

Expected<double> parse_duration_s(const std::string& text) {
  constexpr std::array<std::pair<std::string_view, double>, 6> units{
      {{"s", 1.0}, {"ms", 1e-3}, {"us", 1e-6}, {"µs", 1e-6}, {"min", 60.0}, {"h", 3600.0}}};
  return scaled(text, units, "not a length of time", "a number above 0 with us, ms, s, min or h, like 30s");
}

Expected<double> parse_percent(const std::string& text) {
  constexpr std::array<std::pair<std::string_view, double>, 1> units{{{"%", 1.0}}};
  auto percent = scaled(text, units, "not a percentage", "a number above 0 with %, like 1%");
  if (!percent) return percent;
  return *percent / 100;  // as probe files do it: 7 * 0.01 is another number, and the margin is part of an identity
}

Expected<std::uint64_t> parse_bytes(const std::string& text) {
  constexpr std::array<std::pair<std::string_view, double>, 4> units{
      {{"B", 1.0}, {"KiB", 1024.0}, {"MiB", 1048576.0}, {"GiB", 1073741824.0}}};
  const auto bytes = scaled(text, units, "not a size", "a number above 0 with B, KiB, MiB or GiB, like 4GiB");
  if (!bytes) return fail(bytes.error());
  if (*bytes > 9e15) {
    return fail({.fault = Fault::bad_input,
                 .what = "not a size that a machine has",
                 .value = text,
                 .limit = "up to 9e15 bytes"});
  }
  return static_cast<std::uint64_t>(*bytes);
}

Expected<EngineWish> parse_engine(const std::string& text) {
  EngineWish wish;
  const auto at = text.find('@');
  const std::string head = text.substr(0, at);
  if (at != std::string::npos) wish.adapter = text.substr(at + 1);
  const auto colon = head.find(':');
  wish.name = head.substr(0, colon);
  if (colon != std::string::npos) wish.variant = head.substr(colon + 1);
  if (wish.name == "wgpu-native" || wish.name == "dawn") {
    if (wish.variant.empty() || wish.variant == "shipping" || wish.variant == "bare") return wish;
    return fail({.fault = Fault::bad_input,
                 .what = fmt::format("not a variant of {}", wish.name),
                 .value = wish.variant,
                 .limit = "shipping, bare",
                 .where = "--engine"});
  }
  if (wish.name == "sim") return wish;
  for (const std::string_view later : {"chromium", "firefox", "node", "deno", "peer"}) {
    if (wish.name == later) {
      return fail({.fault = Fault::bad_input,
                   .what = fmt::format("not yet: the engine {}", later),
                   .limit = "wgpu-native, dawn, sim",
                   .where = "--engine",
                   .advice = "leave --engine out"});
    }
  }
  return fail(
      {.fault = Fault::bad_input,
       .what = "not an engine",
       .value = text,
       .limit =
           "wgpu-native or dawn, then :bare, then @PART_OF_THE_ADAPTER'S_NAME; or sim:KEY=VALUE,… (a simulated device)",
       .where = "--engine"});
}

}  // namespace assay::cli
