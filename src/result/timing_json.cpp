// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "json/json.hpp"
#include "result/document.hpp"
#include "result/result_json.hpp"
#include "result/timing_fields.hpp"

namespace assay::result {
Expected<std::string> to_json(const Timing& timing) {
  json::Value document;
  if (auto error = json::write_members(document, timing, "")) return fail(std::move(*error));
  return lines_of(document);
}

Expected<Timing> timing_from_json(std::string_view text, std::string_view where) {
  auto document = json::parse(text, where, {.bytes = kMostResultBytes});
  if (!document) {
    document.error().advice = "take the file as it was kept, or time it again";
    return fail(std::move(document.error()));
  }
  const Schema schema{.name = kTimingSchemaName, .oldest = 1, .newest = kTimingSchema, .what = "a profile"};
  if (auto checked = check_schema(*document, schema, where); !checked) return fail(std::move(checked.error()));
  Timing timing;
  if (auto error = json::read_members(*document, timing, "")) {
    error->advice = "take the file as it was kept, or time it again";
    error->where = error->where.empty() ? std::string(where) : fmt::format("{}: {}", where, error->where);
    return fail(std::move(*error));
  }
  return timing;
}

}  // namespace assay::result
