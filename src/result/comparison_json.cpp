// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "json/json.hpp"
#include "result/comparison_fields.hpp"
#include "result/document.hpp"
#include "result/result_json.hpp"

namespace assay::result {
namespace {

constexpr Schema kSchema{.name = kSchemaName,
                         .oldest = kOldestSchema,
                         .newest = kComparisonSchema,
                         .what = "a comparison",
                         .again = "compare again"};

}  // namespace
Expected<std::string> to_json(const Comparison& comparison) {
  json::Value document;
  if (auto error = json::write_members(document, comparison, "")) return fail(std::move(*error));
  return lines_of(document);
}

Expected<Comparison> comparison_from_json(std::string_view text, std::string_view where) {
  const auto document = document_of(text, kSchema, where);
  if (!document) return fail(document.error());
  Comparison comparison;
  if (auto error = json::read_members(*document, comparison, ""))
    return fail(unreadable(std::move(*error), kSchema, where));
  return comparison;
}

}  // namespace assay::result
