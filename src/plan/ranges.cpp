// SPDX-License-Identifier: Apache-2.0
#include "plan/ranges.hpp"

#include <string>

#include "plan/buffers.hpp"
#include "plan/characters.hpp"

namespace assay::plan {
namespace {

/// The side of "a|b" that this turn takes.
std::string_view alternative(const Source& source, const Node& node, std::optional<std::uint32_t> turn) {
  const std::string_view text = of_kind(source, node, Node::Kind::string).text;
  const auto bar = text.find('|');
  if (bar == std::string_view::npos) return trimmed(text);
  if (text.find('|', bar + 1) != std::string_view::npos) {
    source.refuse(node.place, {.what = "only two buffers can alternate", .value = shown(node), .limit = "\"a|b\""});
  }
  if (!turn) {
    source.refuse(node.place, {.what = "'a|b' alternates with the turns of a repeat, and there is none around",
                               .value = shown(node),
                               .advice = "name one buffer, or move the step into a repeat"});
  }
  return trimmed(*turn % 2 == 0 ? text.substr(0, bar) : text.substr(bar + 1));
}

struct Parts {
  std::string_view name;
  std::optional<std::string_view> inside;  ///< between [ and ]
};

Parts name_and_inside(const Source& source, const Node& node, std::string_view text) {
  const auto open = text.find('[');
  if (open == std::string_view::npos) return {text, std::nullopt};
  if (!text.ends_with(']')) {
    source.refuse(node.place, {.what = "a ']' is missing", .value = shown(node), .limit = "name[first : count]"});
  }
  return {trimmed(text.substr(0, open)), text.substr(open + 1, text.size() - open - 2)};
}

std::uint64_t elements(const Scope& scope, const Node& node, std::string_view text) {
  const auto value = evaluate_whole(text, scope.lookup, scope.source.at(node.place));
  if (!value) throw Refusal{value.error()};
  if (*value < 0) {
    scope.source.refuse(node.place, {.what = "a range cannot be negative", .value = std::to_string(*value)});
  }
  return static_cast<std::uint64_t>(*value);
}

void refuse_outside(const Source& source, const Node& node, const Buffer& buffer, std::uint64_t first,
                    std::uint64_t count) {
  if (buffer.count == 0 || (first <= buffer.count && count <= buffer.count - first)) return;
  source.refuse(node.place, {.what = "the range ends behind the buffer '" + buffer.name + "'",
                             .value = "elements " + std::to_string(first) + " to " + std::to_string(first + count),
                             .limit = std::to_string(buffer.count) + " elements"});
}

}  // namespace

ByteRange read_range(const Scope& scope, const Node& node, const std::vector<Buffer>& buffers,
                     std::optional<std::uint32_t> turn) {
  const Source& source = scope.source;
  const Parts parts = name_and_inside(source, node, alternative(source, node, turn));
  ByteRange range;
  range.buffer = buffer_index(source, node.place, buffers, parts.name);
  const Buffer& buffer = buffers[range.buffer];
  if (!parts.inside) {
    range.size = buffer.bytes();
    return range;
  }
  const auto colon = parts.inside->find(':');
  if (colon == std::string_view::npos) {
    source.refuse(node.place, {.what = "a range needs a count", .value = shown(node), .limit = "name[first : count]"});
  }
  const std::uint64_t first = elements(scope, node, parts.inside->substr(0, colon));
  const std::uint64_t count = elements(scope, node, parts.inside->substr(colon + 1));
  refuse_outside(source, node, buffer, first, count);
  range.offset = first * bytes_of(buffer.type);
  range.size = count * bytes_of(buffer.type);
  if (count == 0 || range.offset % 4 != 0 || range.size % 4 != 0) {
    source.refuse(node.place,
                  {.what = "a range must begin and end at a multiple of 4 bytes and not be empty",
                   .value = std::to_string(range.size) + " bytes from byte " + std::to_string(range.offset)});
  }
  return range;
}

Indirect read_indirect(const Scope& scope, const Node& node, const std::vector<Buffer>& buffers,
                       std::optional<std::uint32_t> turn) {
  const Source& source = scope.source;
  const Parts parts = name_and_inside(source, node, alternative(source, node, turn));
  Indirect result;
  result.buffer = buffer_index(source, node.place, buffers, parts.name);
  const Buffer& buffer = buffers[result.buffer];
  if (buffer.type != ElementType::u32 || buffer.uniform) {
    source.refuse(node.place, {.what = "'" + buffer.name + "' cannot hold the arguments of an indirect dispatch",
                               .value = buffer.uniform ? "a uniform buffer" : std::string(type_name(buffer.type)),
                               .limit = "a storage buffer of u32"});
  }
  const std::uint64_t first = parts.inside ? elements(scope, node, *parts.inside) : 0;
  refuse_outside(source, node, buffer, first, 3);
  result.offset = first * 4;
  return result;
}

}  // namespace assay::plan
