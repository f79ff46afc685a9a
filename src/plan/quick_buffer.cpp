// SPDX-License-Identifier: Apache-2.0
#include "plan/quick_buffer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>
#include <vector>

#include "plan/characters.hpp"
#include "plan/expression.hpp"
#include "plan/quick_probe.hpp"
#include "plan/toml_text.hpp"

namespace assay::plan {
namespace {

constexpr const char* kBufferForm =
    "NAME:TYPE[COUNT] or NAME:TYPE[COUNT]=FILL, like input:f32[n]=integers:256, with @restore, @zero, @keep or "
    "@rotate:N behind "
    "the fill of a buffer that a trial changes";
constexpr const char* kFillForms =
    "zero, iota, bits, uniform, normal, integers:BOUND, values:1,2,3 or file:PATH; random ones with ,seed=N behind";

Unexpected wrong_buffer(std::string_view option, std::string what, const char* limit) {
  return fail({.fault = Fault::bad_input,
               .what = std::move(what),
               .value = std::string(option),
               .limit = limit,
               .where = "--buffer"});
}

/// A number as TOML writes it, or the text as an expression in quotes.
std::string number_or_expression(std::string_view text) {
  double number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole_text = status == std::errc{} && end == text.data() + text.size() && std::isfinite(number);
  return whole_text ? fmt::format("{}", number) : toml_string(text);
}

/// Takes ",seed=N" off the end.
std::string taken_seed(std::string_view& fill) {
  constexpr std::string_view kSeed = ",seed=";
  const auto at = fill.rfind(kSeed);
  if (at == std::string_view::npos) return {};
  const std::string seed = number_or_expression(trimmed(fill.substr(at + kSeed.size())));
  fill = fill.substr(0, at);
  return ", seed = " + seed;
}

/// The TOML of a fill; empty: there is no such fill.
std::string fill_of(std::string_view fill, const std::function<std::string(std::string_view)>& relative) {
  const auto after = [&](std::string_view word) { return trimmed(fill.substr(word.size())); };
  if (fill.starts_with("file:")) return "{ file = " + toml_string(relative(after("file:"))) + " }";
  if (fill.starts_with("values:")) {
    std::string list;
    for (const auto& value : split_list(after("values:")))
      list += (list.empty() ? "" : ", ") + number_or_expression(value);
    return "{ values = [" + list + "] }";
  }
  const std::string seed = taken_seed(fill);
  if (fill.starts_with("integers:")) return "{ integers = " + number_or_expression(after("integers:")) + seed + " }";
  const bool random = fill == "bits" || fill == "uniform" || fill == "normal";
  if (random && !seed.empty()) return "{ random = " + toml_string(fill) + seed + " }";
  if (random || (seed.empty() && (fill == "zero" || fill == "iota"))) return toml_string(fill);
  return {};
}

/// Takes "@restore" off the end of a fill: the TOML of it; empty where there is none.
std::string taken_each_trial(std::string_view& fill) {
  const auto at = fill.rfind('@');
  if (at == std::string_view::npos) return {};
  const std::string_view word = trimmed(fill.substr(at + 1));
  constexpr std::string_view kRotate = "rotate:";
  std::string definition;
  if (word == "keep" || word == "zero" || word == "restore") definition = toml_string(word);
  if (word.starts_with(kRotate)) {
    definition = fmt::format("{{ rotate = {} }}", number_or_expression(trimmed(word.substr(kRotate.size()))));
  }
  if (definition.empty()) return {};  // part of a file's name
  fill = trimmed(fill.substr(0, at));
  return ", each_trial = " + definition;
}

}  // namespace

Expected<QuickBuffer> quick_buffer(std::string_view option,
                                   const std::function<std::string(std::string_view)>& relative) {
  const auto colon = option.find(':');
  const auto open = option.find('[');
  const auto close = option.find(']');
  if (colon == std::string_view::npos || open == std::string_view::npos || close == std::string_view::npos ||
      colon > open || open > close) {
    return wrong_buffer(option, "this does not describe a buffer", kBufferForm);
  }
  QuickBuffer buffer{.name = std::string(trimmed(option.substr(0, colon)))};
  if (!is_name(buffer.name)) return wrong_buffer(option, "this cannot name a buffer", "letters, digits and _");
  std::string_view type = trimmed(option.substr(colon + 1, open - colon - 1));
  const bool uniform = type.starts_with("uniform:");
  if (uniform) type = trimmed(type.substr(type.find(':') + 1));
  const std::string_view rest = trimmed(option.substr(close + 1));
  buffer.definition = fmt::format("{{ type = {}, count = {}", toml_string(type),
                                  toml_string(trimmed(option.substr(open + 1, close - open - 1))));
  if (!rest.empty() && !rest.starts_with('=')) {
    return wrong_buffer(option, "behind the count only a fill can stand", kBufferForm);
  }
  if (!rest.empty()) {
    std::string_view words = trimmed(rest.substr(1));
    const std::string each_trial = taken_each_trial(words);
    const std::string fill = fill_of(words, relative);
    if (fill.empty()) return wrong_buffer(option, "this is no fill", kFillForms);
    buffer.definition += ", fill = " + fill + each_trial;
  }
  buffer.definition += uniform ? ", as = \"uniform\" }" : " }";
  return buffer;
}

}  // namespace assay::plan
