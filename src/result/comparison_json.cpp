// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "json/json.hpp"
#include "result/comparison_fields.hpp"
#include "result/result_json.hpp"

namespace assay::result {
namespace {

/// One member a line: whole files stay small, and a line of a diff says which part changed.
Expected<std::string> lines_of(const json::Value& document) {
  std::string text = "{";
  for (const auto& [key, member] : document.items()) {
    auto written = json::write(member);
    if (!written) {
      written.error().where = json::path_of(key, written.error().where);
      return fail(std::move(written.error()));
    }
    text += fmt::format("{}\n\"{}\":{}", text.size() > 1 ? "," : "", key, *written);
  }
  return text + "\n}\n";
}

Expected<void> check_schema(const json::Value& document, std::string_view where) {
  const auto schema = json::text_at(document, "schema", where);
  if (!schema) {
    return fail({.fault = Fault::bad_input,
                 .what = "this is not a result of Assay: it names no schema",
                 .where = std::string(where),
                 .advice = "name a file that a comparison has kept"});
  }
  for (int version = kOldestSchema; version <= kComparisonSchema; ++version) {
    if (*schema == fmt::format("{}{}", kSchemaName, version)) return {};
  }
  const bool other_version = schema->substr(0, kSchemaName.size()) == kSchemaName;
  return fail({.fault = Fault::bad_input,
               .what = other_version
                           ? "this result was written by another version of Assay, in a form that this one does "
                             "not know"
                           : "this is not a comparison",
               .value = json::shown(json::Value(*schema)),
               .limit = fmt::format("{0}{1} to {0}{2}", kSchemaName, kOldestSchema, kComparisonSchema),
               .where = std::string(where),
               .advice = other_version ? "read it with the version of Assay that wrote it, or a newer one"
                                       : "name a file that a comparison has kept"});
}

}  // namespace

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
  if (auto checked = check_schema(*document, where); !checked) return fail(std::move(checked.error()));
  Comparison comparison;
  if (auto error = json::read_members(*document, comparison, "")) {
    error->advice = "take the file as it was kept, or compare again";
    error->where = error->where.empty() ? std::string(where) : fmt::format("{}: {}", where, error->where);
    return fail(std::move(*error));
  }
  return comparison;
}

}  // namespace assay::result
