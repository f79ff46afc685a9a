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
  const auto document = json::parse(text, where);
  if (!document) return fail(document.error());
  if (auto checked = check_schema(
          *document,
          {.name = kSchemaName, .oldest = kOldestSchema, .newest = kComparisonSchema, .what = "a comparison"}, where);
      !checked)
    return fail(std::move(checked.error()));
  Comparison comparison;
  if (auto error = json::read_members(*document, comparison, "")) {
    error->where = error->where.empty() ? std::string(where) : fmt::format("{}: {}", where, error->where);
    return fail(std::move(*error));
  }
  return comparison;
}

}  // namespace assay::result
