// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/program.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

#include "lower/helpers.hpp"
#include "plan/wgsl_scan.hpp"

namespace assay::engine::sim {
namespace {

constexpr std::string_view kDirective = "// sim:";
constexpr std::string_view kDirectiveKeys =
    "time=FACTOR, leaves=PERCENT%, skip, partial=PERCENT%, wrong=WORD, wrong-after=EXECUTIONS, random, sum";

std::optional<Program::Kind> helper_kind(std::string_view wgsl) {
  using lower::Helper;
  constexpr std::array<std::pair<Helper, Program::Kind>, 4> kinds{{{Helper::fill, Program::Kind::fill},
                                                                   {Helper::digest, Program::Kind::digest},
                                                                   {Helper::compare, Program::Kind::compare},
                                                                   {Helper::spacer, Program::Kind::spacer}}};
  for (const auto& [helper, kind] : kinds) {
    if (lower::helper_source(helper, 0).wgsl == wgsl) return kind;
  }
  return std::nullopt;
}

/// FNV-1a; only equality matters.
std::uint64_t code_of(const messages::KernelSource& source) {
  std::string text = source.wgsl + '\0' + source.entry;
  for (const auto& [name, value] : source.overrides) text += fmt::format("\n{}={}", name, value);
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  return hash == 0 ? 1 : hash;
}

std::string_view without_spaces(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

/// A finite number of at least 0, followed by `unit` and nothing else.
std::optional<double> number_with(std::string_view text, std::string_view unit) {
  double value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc() || !std::isfinite(value) || value < 0) return std::nullopt;
  if (text.substr(static_cast<std::size_t>(end - text.data())) != unit) return std::nullopt;
  return value;
}

std::optional<std::uint64_t> whole_of(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// One `key` or `key=value`; false: no such key, or a value that it cannot have.
bool take_directive(std::string_view item, Program& program) {
  const auto equals = item.find('=');
  const auto key = item.substr(0, equals);
  const auto value = equals == std::string_view::npos ? std::string_view() : item.substr(equals + 1);
  if (key == "skip") program.written = 0;
  if (key == "random") program.random = true;
  if (key == "sum") program.sum = true;
  if (key == "skip" || key == "random" || key == "sum") return value.empty();
  if (key == "time") {
    const auto factor = number_with(value, "");
    program.time = factor.value_or(1);
    return factor && *factor > 0 && *factor <= 1e6;
  }
  if (key == "leaves" || key == "partial") {
    const auto percent = number_with(value, "%");
    (key == "leaves" ? program.leaves : program.written) = percent.value_or(0) / 100;
    return percent && *percent <= 100;
  }
  if (key == "wrong" || key == "wrong-after") {
    const auto whole = whole_of(value);
    program.wrong_word = key == "wrong" ? whole.value_or(0) : 0;
    program.wrong_after = key == "wrong" ? 0 : whole.value_or(0);
    return whole.has_value();
  }
  return false;
}

/// Column, counted from 1, of what could not be understood.
std::optional<messages::KernelFailure> take_directives(std::string_view wgsl, Program& program) {
  std::uint32_t line_number = 0;
  while (!wgsl.empty()) {
    const auto end = wgsl.find('\n');
    const auto line = wgsl.substr(0, end);
    wgsl = end == std::string_view::npos ? std::string_view() : wgsl.substr(end + 1);
    ++line_number;
    const auto at = line.find(kDirective);
    if (at == std::string_view::npos) continue;
    auto rest = line.substr(at + kDirective.size());
    while (!rest.empty()) {
      const auto comma = rest.find(',');
      const auto item = without_spaces(rest.substr(0, comma));
      rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
      if (take_directive(item, program)) continue;
      return messages::KernelFailure{
          .message = fmt::format("the simulated device cannot be told '{}' (allowed: {})", item, kDirectiveKeys),
          .line = line_number,
          .column = static_cast<std::uint32_t>(at + 1)};
    }
  }
  return std::nullopt;
}

}  // namespace

tl::expected<Program, messages::KernelFailure> understand(const messages::KernelSource& source) {
  Program program{.code = code_of(source)};
  if (const auto helper = helper_kind(source.wgsl)) {
    program.kind = *helper;
    return program;
  }
  const auto reflection = plan::scan_wgsl(source.wgsl, source.entry, source.label);
  if (!reflection) return tl::make_unexpected(messages::KernelFailure{.message = sentence(reflection.error())});
  program.slots = reflection->slots;
  if (auto failure = take_directives(source.wgsl, program)) return tl::make_unexpected(std::move(*failure));
  return program;
}

}  // namespace assay::engine::sim
