// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "json/json.hpp"
#include "result/comparison_fields.hpp"
#include "result/document.hpp"
#include "result/result_json.hpp"

namespace assay::result {
Expected<std::string> to_json(const Comparison& comparison) {
  json::Value document;
  if (auto error = json::write_members(document, comparison, "")) return fail(std::move(*error));
  return lines_of(document);
}

Expected<Comparison> comparison_from_json(std::string_view text, std::string_view where) {
  auto document = json::parse(text, where, {.bytes = kMostResultBytes});
  if (!document) {
    document.error().advice = "take the file as it was kept, or compare again";
    return fail(std::move(document.error()));
  }
  const Schema schema{
      .name = kSchemaName, .oldest = kOldestSchema, .newest = kComparisonSchema, .what = "a comparison"};
  if (auto checked = check_schema(*document, schema, where); !checked) return fail(std::move(checked.error()));
  Comparison comparison;
  if (auto error = json::read_members(*document, comparison, "")) {
    error->advice = "take the file as it was kept, or compare again";
    error->where = error->where.empty() ? std::string(where) : fmt::format("{}: {}", where, error->where);
    return fail(std::move(*error));
  }
  return comparison;
}

}  // namespace assay::result
