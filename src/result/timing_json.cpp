// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "json/json.hpp"
#include "result/document.hpp"
#include "result/result_json.hpp"
#include "result/timing_fields.hpp"

namespace assay::result {
namespace {

constexpr Schema kProfileSchema{
    .name = kTimingSchemaName, .oldest = 1, .newest = kTimingSchema, .what = "a profile", .again = "time it again"};

}  // namespace
Expected<std::string> to_json(const Timing& timing) {
  json::Value document;
  if (auto error = json::write_members(document, timing, "")) return fail(std::move(*error));
  return lines_of(document);
}

Expected<Timing> timing_from_json(std::string_view text, std::string_view where) {
  const auto document = document_of(text, kProfileSchema, where);
  if (!document) return fail(document.error());
  Timing timing;
  if (auto error = json::read_members(*document, timing, ""))
    return fail(unreadable(std::move(*error), kProfileSchema, where));
  return timing;
}

}  // namespace assay::result
