// SPDX-License-Identifier: Apache-2.0
#include "plan/fills.hpp"

#include <cmath>
#include <system_error>

#include "plan/data_file.hpp"
#include "plan/near_miss.hpp"

namespace assay::plan {
namespace {

constexpr std::size_t kMostValues = 65536;

/// Whole numbers that the type holds exactly: 0 … most.
std::int64_t most_exact(ElementType type) {
  switch (type) {
    case ElementType::u32: return 4294967295;
    case ElementType::i32: return 2147483647;
    case ElementType::f32: return 16777216;
    case ElementType::f16: return 2048;
  }
  return 0;
}

bool holds(ElementType type, double value) {
  constexpr double kMostF32 = 3.4028234663852886e38;
  const bool whole = std::trunc(value) == value;
  switch (type) {
    case ElementType::u32: return whole && value >= 0 && value <= 4294967295.0;
    case ElementType::i32: return whole && value >= -2147483648.0 && value <= 2147483647.0;
    case ElementType::f32: return std::abs(value) <= kMostF32;
    case ElementType::f16: return std::abs(value) <= 65504.0;
  }
  return false;
}

std::string range_of(ElementType type) {
  switch (type) {
    case ElementType::u32: return "whole numbers 0 to 4294967295";
    case ElementType::i32: return "whole numbers -2147483648 to 2147483647";
    case ElementType::f32: return "finite f32 numbers";
    case ElementType::f16: return "finite f16 numbers (up to 65504)";
  }
  return {};
}

Fill::Kind random_kind(const Source& source, const Node& node, const std::string& word, ElementType type) {
  if (word == "bits") return Fill::Kind::bits;
  if (word == "uniform") return Fill::Kind::uniform;
  if (word == "normal" && (type == ElementType::f32 || type == ElementType::f16)) return Fill::Kind::normal;
  if (word == "normal") {
    source.refuse(node.place,
                  {.what = "the fill normal does not exist for " + std::string(type_name(type)), .limit = "f32, f16"});
  }
  source.refuse(node.place, {.what = "unknown random fill",
                             .value = shown(node),
                             .limit = "bits, uniform, normal",
                             .advice = suggestion(word, {"bits", "uniform", "normal"})});
}

FillRead read_word(const Source& source, const Node& node, ElementType type) {
  FillRead result;
  if (node.text == "zero") {
    result.fill.kind = Fill::Kind::zero;
  } else if (node.text == "iota") {
    result.fill.kind = Fill::Kind::iota;
  } else if (node.text == "bits" || node.text == "uniform" || node.text == "normal") {
    result.fill.kind = random_kind(source, node, node.text, type);
  } else {
    source.refuse(node.place, {.what = "unknown fill",
                               .value = shown(node),
                               .limit = "\"zero\", \"iota\", \"bits\", \"uniform\", \"normal\", { integers = N }, "
                                        "{ values = [ ] }, { file = \"\" }",
                               .advice = suggestion(node.text, {"zero", "iota", "bits", "uniform", "normal"})});
  }
  return result;
}

FillRead read_file_fill(const Scope& scope, const Node& node, ElementType type, const BufferOptions& options) {
  FillRead result;
  result.fill.kind = Fill::Kind::file;
  result.fill.file = options.folder / name_of(scope.source, node);
  std::error_code status;
  if (!options.files_must_exist && !std::filesystem::is_regular_file(result.fill.file, status)) return result;
  DataFile file = read_data_file(scope.source, node.place, "fill file", result.fill.file, type);
  result.fill.file_offset = file.offset;
  result.fill.file_sha256 = std::move(file.sha256);
  result.count = file.elements;
  return result;
}

FillRead read_table(const Scope& scope, const Node& node, ElementType type, const BufferOptions& options) {
  const Source& source = scope.source;
  only_keys(source, node, "a fill", {"integers", "random", "values", "file", "seed"});
  FillRead result;
  int kinds = 0;
  bool random = false;
  if (const Node* bound = node.find("integers")) {
    ++kinds;
    random = true;
    result.fill.kind = Fill::Kind::integers;
    result.fill.bound = static_cast<std::uint32_t>(whole_of(scope, *bound, 1, most_exact(type)));
  }
  if (const Node* word = optional_member(source, node, "random", Node::Kind::string)) {
    ++kinds;
    random = true;
    result.fill.kind = random_kind(source, *word, word->text, type);
  }
  if (const Node* list = optional_member(source, node, "values", Node::Kind::array)) {
    ++kinds;
    result.fill.kind = Fill::Kind::values;
    result.fill.values = read_values(scope, *list, type);
    result.count = result.fill.values.size();
  }
  if (const Node* file = optional_member(source, node, "file", Node::Kind::string)) {
    ++kinds;
    result = read_file_fill(scope, *file, type, options);
  }
  if (kinds != 1) {
    source.refuse(node.place, {.what = "a fill needs exactly one of its kinds",
                               .value = std::to_string(kinds),
                               .limit = "integers, random, values or file"});
  }
  const Node* seed = node.find("seed");
  if (seed != nullptr && !random) {
    source.refuse(seed->key_place, {.what = "'seed' belongs to random fills only", .advice = "remove it"});
  }
  if (seed != nullptr) {
    result.fill.seed = static_cast<std::uint32_t>(whole_of(scope, *seed, 0, 4294967295));
    result.seed_named = true;
  }
  return result;
}

bool is_random(Fill::Kind kind) {
  return kind == Fill::Kind::bits || kind == Fill::Kind::integers || kind == Fill::Kind::uniform ||
         kind == Fill::Kind::normal;
}

}  // namespace

FillRead read_fill(const Scope& scope, const Node* node, ElementType type, std::string_view buffer,
                   const BufferOptions& options) {
  FillRead result;
  if (node != nullptr) {
    if (node->kind != Node::Kind::string && node->kind != Node::Kind::table) {
      scope.source.refuse(node->place, {.what = "'fill' is of the wrong kind",
                                        .value = shown(*node),
                                        .limit = "a word or a table such as { integers = 256, seed = 7 }"});
    }
    result = node->kind == Node::Kind::string ? read_word(scope.source, *node, type)
                                              : read_table(scope, *node, type, options);
    result.fill.declared = true;
  }
  if (is_random(result.fill.kind)) {
    const auto replaced = options.seeds.find(std::string(buffer));
    if (replaced != options.seeds.end()) {
      result.fill.seed = replaced->second;
    } else if (!result.seed_named) {
      result.fill.seed = default_seed(buffer);
    }
  }
  return result;
}

std::vector<double> read_values(const Scope& scope, const Node& list, ElementType type) {
  if (list.children.empty() || list.children.size() > kMostValues) {
    scope.source.refuse(list.place, {.what = "'values' has an unusable length",
                                     .value = std::to_string(list.children.size()),
                                     .limit = "1 to " + std::to_string(kMostValues),
                                     .advice = "longer data belongs into a file"});
  }
  std::vector<double> values;
  for (const Node& item : list.children) {
    const double value = number_of(scope, item);
    if (!holds(type, value)) {
      scope.source.refuse(item.place, {.what = "a value does not fit into " + std::string(type_name(type)),
                                       .value = shown(item),
                                       .limit = range_of(type)});
    }
    values.push_back(value);
  }
  return values;
}

void check_fill(const Scope& scope, Place place, const Buffer& buffer) {
  const Fill& fill = buffer.fill;
  if (fill.kind == Fill::Kind::iota && buffer.count > static_cast<std::uint64_t>(most_exact(buffer.type)) + 1) {
    scope.source.refuse(
        place, {.what = "iota in '" + buffer.name + "' would not be exact",
                .value = std::to_string(buffer.count) + " elements",
                .limit = std::to_string(most_exact(buffer.type) + 1) + " in " + std::string(type_name(buffer.type)),
                .advice = "use u32, or { integers = N }"});
  }
  if (fill.kind == Fill::Kind::values && fill.values.size() > buffer.count) {
    scope.source.refuse(place, {.what = "'" + buffer.name + "' has more values than elements",
                                .value = std::to_string(fill.values.size()) + " values",
                                .limit = std::to_string(buffer.count) + " elements"});
  }
}

}  // namespace assay::plan
