// SPDX-License-Identifier: Apache-2.0
#include "plan/wgsl_sizes.hpp"

#include <charconv>
#include <string>

#include "plan/expression.hpp"

namespace assay::plan {
namespace {

constexpr int kMostTypeDepth = 16;

/// "256u" → "256", "0x100" → "256". Empty: not a plain whole number.
std::string plain_number(std::string_view text) {
  if (text.ends_with('u') || text.ends_with('i')) text.remove_suffix(1);
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value, hexadecimal ? 16 : 10);
  if (status != std::errc{} || end != text.data() + text.size()) return {};
  return std::to_string(value);
}

std::optional<std::int64_t> constant_value(const Module& module, Tokens expression, int depth) {
  if (depth > kMostTypeDepth) return std::nullopt;
  std::string text;
  for (const Token& token : expression) {
    // Division truncates in WGSL and is exact here; leave it, and everything beyond + - *, to the engine.
    const bool allowed_mark =
        token.text == "+" || token.text == "-" || token.text == "*" || token.text == "(" || token.text == ")";
    if (token.kind == Token::Kind::mark && !allowed_mark) return std::nullopt;
    const std::string piece = token.kind == Token::Kind::number ? plain_number(token.text) : std::string(token.text);
    if (piece.empty()) return std::nullopt;
    text += piece + " ";
  }
  const Lookup constants = [&](std::string_view name) -> std::optional<Rational> {
    const Declaration* found = module.find(name);
    if (found == nullptr || found->kind != Declaration::Kind::constant) return std::nullopt;
    const auto value = constant_value(module, found->value, depth + 1);
    return value ? std::optional(Rational(*value)) : std::nullopt;
  };
  const auto value = evaluate_whole(text, constants, "");
  return value ? std::optional(*value) : std::nullopt;
}

struct Layout {
  std::uint64_t size = 0;
  std::uint64_t alignment = 4;
};

std::optional<Layout> scalar(std::string_view name) {
  if (name == "u32" || name == "i32" || name == "f32" || name == "bool") return Layout{4, 4};
  if (name == "f16") return Layout{2, 2};
  return std::nullopt;
}

std::optional<Layout> vector(std::uint64_t components, Layout element) {
  return Layout{components * element.size, (components == 2 ? 2 : 4) * element.size};
}

/// vec4u, vec2f, vec3h, …
std::optional<Layout> short_vector(std::string_view name) {
  if (name.size() != 5 || !name.starts_with("vec") || name[3] < '2' || name[3] > '4') return std::nullopt;
  const char kind = name[4];
  if (kind != 'u' && kind != 'i' && kind != 'f' && kind != 'h') return std::nullopt;
  const std::uint64_t bytes = kind == 'h' ? 2 : 4;
  return vector(static_cast<std::uint64_t>(name[3] - '0'), {bytes, bytes});
}

std::optional<Layout> layout(const Module& module, Tokens type, int depth);

/// array<T, N>: the last comma outside brackets parts the element from the count.
std::optional<Layout> array_layout(const Module& module, Tokens inside, int depth) {
  int open = 0;
  std::size_t comma = 0;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    if (inside[i].text == "<" || inside[i].text == "(") ++open;
    if (inside[i].text == ">" || inside[i].text == ")") --open;
    if (open == 0 && inside[i].text == "," && i + 1 < inside.size()) comma = i;
  }
  if (comma == 0) return std::nullopt;
  const auto element = layout(module, inside.first(comma), depth + 1);
  Tokens count_tokens = inside.subspan(comma + 1);
  if (count_tokens.back().text == ",") count_tokens = count_tokens.first(count_tokens.size() - 1);
  const auto count = constant_value(module, count_tokens);
  if (!element || !count || *count < 1 || *count > (std::int64_t{1} << 32)) return std::nullopt;
  const std::uint64_t stride = (element->size + element->alignment - 1) / element->alignment * element->alignment;
  std::uint64_t size = 0;
  if (__builtin_mul_overflow(stride, static_cast<std::uint64_t>(*count), &size)) return std::nullopt;
  return Layout{size, element->alignment};
}

std::optional<Layout> layout(const Module& module, Tokens type, int depth) {
  if (type.empty() || depth > kMostTypeDepth) return std::nullopt;
  const std::string_view name = type.front().text;
  if (type.size() == 1) {
    const auto plain = scalar(name);
    return plain ? plain : short_vector(name);
  }
  if (type.size() < 4 || type[1].text != "<" || type.back().text != ">") return std::nullopt;
  const Tokens inside = type.subspan(2, type.size() - 3);
  if (name == "atomic") return layout(module, inside, depth + 1);
  if (name == "array") return array_layout(module, inside, depth);
  if (name == "vec2" || name == "vec3" || name == "vec4") {
    const auto element = inside.size() == 1 ? scalar(inside.front().text) : std::nullopt;
    return element ? vector(static_cast<std::uint64_t>(name[3] - '0'), *element) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::int64_t> constant_value(const Module& module, Tokens expression) {
  return constant_value(module, expression, 0);
}

std::optional<std::array<std::uint32_t, 3>> workgroup_size(const Module& module, Tokens arguments) {
  std::array<std::uint32_t, 3> size = {1, 1, 1};
  std::size_t axis = 0;
  while (!arguments.empty()) {
    std::size_t end = 0;
    int open = 0;
    while (end < arguments.size() && (open > 0 || arguments[end].text != ",")) {
      if (arguments[end].text == "(") ++open;
      if (arguments[end].text == ")") --open;
      ++end;
    }
    const auto value = constant_value(module, arguments.first(end));
    if (!value || *value < 1 || *value > 4294967295 || axis > 2) return std::nullopt;
    size[axis++] = static_cast<std::uint32_t>(*value);
    arguments = arguments.subspan(std::min(end + 1, arguments.size()));
  }
  return size;
}

std::optional<std::uint64_t> type_bytes(const Module& module, Tokens type) {
  const auto found = layout(module, type, 0);
  if (!found) return std::nullopt;
  return (found->size + 3) / 4 * 4;
}

}  // namespace assay::plan
