// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <utility>

#include "json/json.hpp"
#include "result/document.hpp"
#include "result/result_json.hpp"

namespace assay::result {
namespace {

Expected<void> check_schema(const json::Value& document, const Schema& schema, std::string_view where) {
  const auto found = json::text_at(document, "schema", where);
  if (!found) {
    return fail({.fault = Fault::bad_input,
                 .what = "this is not a result of Assay: it names no schema",
                 .where = std::string(where),
                 .advice = "name a file that Assay has kept"});
  }
  for (int version = schema.oldest; version <= schema.newest; ++version) {
    if (*found == fmt::format("{}{}", schema.name, version)) return {};
  }
  const bool other_version = found->starts_with(schema.name);
  return fail({.fault = Fault::bad_input,
               .what = other_version
                           ? "this result was written by another version of Assay, in a form that this one does "
                             "not know"
                           : fmt::format("this is not {}", schema.what),
               .value = json::shown(json::Value(*found)),
               .limit = schema.oldest == schema.newest
                            ? fmt::format("{}{}", schema.name, schema.newest)
                            : fmt::format("{0}{1} to {0}{2}", schema.name, schema.oldest, schema.newest),
               .where = std::string(where),
               .advice = other_version ? "read it with the version of Assay that wrote it, or a newer one"
                                       : "name a file that Assay has kept"});
}

}  // namespace

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

Expected<json::Value> document_of(std::string_view text, const Schema& schema, std::string_view where) {
  auto document = json::parse(text, where, {.bytes = kMostResultBytes});
  if (!document) {
    document.error().advice = fmt::format("take the file as it was kept, or {}", schema.again);
    return document;
  }
  if (auto checked = check_schema(*document, schema, where); !checked) return fail(std::move(checked.error()));
  return document;
}

Error unreadable(Error error, const Schema& schema, std::string_view where) {
  error.advice = fmt::format("take the file as it was kept, or {}", schema.again);
  error.where = error.where.empty() ? std::string(where) : fmt::format("{}: {}", where, error.where);
  return error;
}

}  // namespace assay::result
