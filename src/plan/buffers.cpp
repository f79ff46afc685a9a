// SPDX-License-Identifier: Apache-2.0
#include "plan/buffers.hpp"

#include <algorithm>

#include "plan/fills.hpp"
#include "plan/near_miss.hpp"

namespace assay::plan {
namespace {

constexpr std::size_t kMostBuffers = 256;
/// Elements; bytes, offsets and the sum over all buffers then stay within 2^53.
constexpr std::int64_t kMostElements = std::int64_t{1} << 40;
constexpr std::int64_t kMostDataSets = 4096;

ElementType read_type(const Source& source, const Node& node) {
  const std::string word = text_of(source, node);
  if (word == "u32") return ElementType::u32;
  if (word == "i32") return ElementType::i32;
  if (word == "f32") return ElementType::f32;
  if (word == "f16") return ElementType::f16;
  if (word.find("texture") != std::string::npos || word.find("sampler") != std::string::npos) {
    source.refuse(node.place, {.what = "the type " + word + " is not in version 1",
                               .limit = "u32, i32, f32, f16",
                               .advice = "textures and samplers cannot be measured yet"});
  }
  source.refuse(node.place, {.what = "unknown element type",
                             .value = shown(node),
                             .limit = "u32, i32, f32, f16",
                             .advice = suggestion(word, {"u32", "i32", "f32", "f16"})});
}

void read_each_trial(const Scope& scope, const Node& node, Buffer& buffer) {
  const Source& source = scope.source;
  if (node.kind == Node::Kind::table) {
    only_keys(source, node, "'each_trial'", {"rotate"});
    buffer.each_trial = EachTrial::rotate;
    buffer.rotate =
        static_cast<std::uint32_t>(whole_of(scope, required_member(source, node, "rotate"), 2, kMostDataSets));
    return;
  }
  const std::string word = text_of(source, node);
  if (word == "keep") {
    buffer.each_trial = EachTrial::keep;
    buffer.keep_declared = true;
  } else if (word == "zero") {
    buffer.each_trial = EachTrial::zero;
  } else if (word == "restore") {
    buffer.each_trial = EachTrial::restore;
  } else {
    source.refuse(node.place, {.what = "unknown 'each_trial'",
                               .value = shown(node),
                               .limit = "\"keep\", \"zero\", \"restore\", { rotate = N }",
                               .advice = suggestion(word, {"keep", "zero", "restore"})});
  }
}

bool read_uniform(const Source& source, const Node& node) {
  const std::string word = text_of(source, node);
  if (word == "uniform") return true;
  if (word == "storage") return false;
  source.refuse(node.place, {.what = "unknown 'as' of a buffer",
                             .value = shown(node),
                             .limit = "\"storage\", \"uniform\"",
                             .advice = suggestion(word, {"storage", "uniform"})});
}

std::uint64_t read_count(const Scope& scope, const Node& table, const FillRead& fill, bool files_must_exist) {
  if (const Node* count = table.find("count")) {
    return static_cast<std::uint64_t>(whole_of(scope, *count, 1, kMostElements));
  }
  if (fill.count) return *fill.count;
  if (fill.fill.kind == Fill::Kind::file && !files_must_exist) return 0;
  scope.source.refuse(table.place, {.what = "the buffer '" + table.key + "' has no 'count'",
                                    .advice = "only values and files bring a count of their own"});
}

Buffer read_buffer(const Scope& scope, const Node& table, const BufferOptions& options) {
  const Source& source = scope.source;
  only_keys(source, table, "a buffer", {"type", "count", "fill", "values", "each_trial", "as"});
  Buffer buffer;
  buffer.name = table.key;
  buffer.where = source.at(table.key_place);
  buffer.type = read_type(source, required_member(source, table, "type"));
  const Node* values = optional_member(source, table, "values", Node::Kind::array);
  const Node* fill_node = table.find("fill");
  if (values != nullptr && fill_node != nullptr) {
    source.refuse(values->key_place, {.what = "'values' and 'fill' exclude each other"});
  }
  FillRead fill = read_fill(scope, fill_node, buffer.type, buffer.name, options);
  if (values != nullptr) {
    fill.fill = Fill{.kind = Fill::Kind::values, .values = read_values(scope, *values, buffer.type), .declared = true};
    fill.count = fill.fill.values.size();
  }
  buffer.count = read_count(scope, table, fill, options.files_must_exist);
  buffer.fill = std::move(fill.fill);
  if (buffer.fill.kind == Fill::Kind::file && fill.count && *fill.count < buffer.count) {
    source.refuse(table.place, {.what = "the fill file of '" + buffer.name + "' is too short",
                                .value = std::to_string(*fill.count) + " elements",
                                .limit = std::to_string(buffer.count) + " elements"});
  }
  if (const Node* as = table.find("as")) buffer.uniform = read_uniform(source, *as);
  if (const Node* each = table.find("each_trial")) read_each_trial(scope, *each, buffer);
  check_fill(scope, table.place, buffer);
  return buffer;
}

}  // namespace

std::uint32_t default_seed(std::string_view buffer_name) {
  std::uint32_t hash = 2166136261U;
  for (const char c : buffer_name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return hash;
}

std::string_view type_name(ElementType type) {
  switch (type) {
    case ElementType::u32: return "u32";
    case ElementType::i32: return "i32";
    case ElementType::f32: return "f32";
    case ElementType::f16: return "f16";
  }
  return "";
}

std::vector<Buffer> read_buffers(const Scope& scope, const Node* table, const BufferOptions& options) {
  std::vector<Buffer> buffers;
  std::vector<std::string> names;
  if (table != nullptr) {
    of_kind(scope.source, *table, Node::Kind::table);
    if (table->children.size() > kMostBuffers) {
      scope.source.refuse(table->place, {.what = "too many buffers",
                                         .value = std::to_string(table->children.size()),
                                         .limit = std::to_string(kMostBuffers)});
    }
    for (const Node& member : table->children) {
      if (!is_name(member.key)) {
        scope.source.refuse(member.key_place,
                            {.what = "'" + member.key + "' cannot name a buffer", .limit = "letters, digits and _"});
      }
      names.push_back(member.key);
      buffers.push_back(read_buffer(scope, member, options));
    }
  }
  for (const auto& [name, seed] : options.seeds) {
    if (std::ranges::find(names, name) != names.end()) continue;
    refuse_at(
        "--seed of a buffer",
        {.what = "the probe has no buffer '" + name + "'", .limit = listed(names), .advice = suggestion(name, names)});
  }
  return buffers;
}

std::size_t buffer_index(const Source& source, Place place, const std::vector<Buffer>& buffers, std::string_view name) {
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    if (buffers[i].name == name) return i;
  }
  std::vector<std::string> names;
  for (const Buffer& buffer : buffers) names.push_back(buffer.name);
  source.refuse(place, {.what = "there is no buffer '" + std::string(name.substr(0, 120)) + "'",
                        .limit = listed(names),
                        .advice = suggestion(name, names)});
}

}  // namespace assay::plan
