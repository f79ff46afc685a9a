// SPDX-License-Identifier: Apache-2.0
#include "plan/npy.hpp"

#include <charconv>
#include <optional>

namespace assay::plan {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

Unexpected wrong(std::string what, std::string_view where, std::string value = {}, std::string limit = {}) {
  return fail({.fault = Fault::bad_input,
               .what = std::move(what),
               .value = std::move(value),
               .limit = std::move(limit),
               .where = std::string(where)});
}

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i > 0; --i) value = value << 8U | static_cast<unsigned char>(bytes[i - 1]);
  return value;
}

/// Text behind "'key':" in the header's Python dictionary, without leading spaces; empty: not there.
std::string_view behind(std::string_view header, std::string_view key) {
  for (const char quote : {'\'', '"'}) {
    const auto at = header.find(quote + std::string(key) + quote);
    if (at == std::string_view::npos) continue;
    const auto colon = header.find(':', at);
    if (colon == std::string_view::npos) return {};
    const auto begin = header.find_first_not_of(' ', colon + 1);
    return begin == std::string_view::npos ? std::string_view{} : header.substr(begin);
  }
  return {};
}

struct Shape {
  std::uint64_t elements = 1;
  int dimensions = 0;
};

/// "(3, 4)", "(12,)", "()".
std::optional<Shape> shape_of(std::string_view text) {
  if (text.empty() || text.front() != '(') return std::nullopt;
  text.remove_prefix(1);
  Shape shape;
  while (true) {
    const auto next = text.find_first_not_of(", ");
    if (next == std::string_view::npos) return std::nullopt;
    text.remove_prefix(next);
    if (text.front() == ')') return shape;
    std::uint64_t size = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), size);
    if (status != std::errc{} || __builtin_mul_overflow(shape.elements, size, &shape.elements)) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    ++shape.dimensions;
  }
}

}  // namespace

bool is_npy(std::string_view first_bytes) { return first_bytes.starts_with(kMagic); }

Expected<NpyHeader> read_npy_header(std::string_view head, std::string_view where) {
  if (!is_npy(head) || head.size() < 10) return wrong("not a .npy file", where);
  const unsigned char major = static_cast<unsigned char>(head[6]);
  if (major < 1 || major > 3) return wrong("unknown version of .npy", where, std::to_string(major), "1 to 3");
  const std::size_t length_bytes = major == 1 ? 2 : 4;
  const std::size_t begin = 8 + length_bytes;
  if (head.size() < begin) return wrong("the .npy header ends too early", where);
  const std::uint64_t length = little_endian(head.substr(8, length_bytes));
  if (length > kMostNpyHeader - begin || begin + length > head.size()) {
    return wrong("the .npy header ends too early or is too long", where, std::to_string(length) + " bytes",
                 std::to_string(kMostNpyHeader - begin) + " bytes");
  }
  const std::string_view header = head.substr(begin, length);
  const std::string_view descr = behind(header, "descr");
  const std::string_view order = behind(header, "fortran_order");
  const auto shape = shape_of(behind(header, "shape"));
  if (descr.size() < 2 || order.empty() || !shape) {
    return wrong("the .npy header lacks descr, fortran_order or shape", where);
  }
  const auto close = descr.find(descr.front(), 1);
  if ((descr.front() != '\'' && descr.front() != '"') || close == std::string_view::npos) {
    return wrong("the .npy holds a structured type", where, "", "one number per element");
  }
  if (order.starts_with("True") && shape->dimensions > 1) {
    return wrong("the .npy is in Fortran order", where, "", "C order (numpy.ascontiguousarray)");
  }
  return NpyHeader{
      .dtype = std::string(descr.substr(1, close - 1)), .elements = shape->elements, .data_offset = begin + length};
}

std::string_view npy_dtype(ElementType type) {
  switch (type) {
    case ElementType::u32: return "<u4";
    case ElementType::i32: return "<i4";
    case ElementType::f32: return "<f4";
    case ElementType::f16: return "<f2";
  }
  return "";
}

}  // namespace assay::plan
