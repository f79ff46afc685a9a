// SPDX-License-Identifier: Apache-2.0
#include "cli/recorded_file.hpp"

#include <array>
#include <string_view>

#include "host/read_file.hpp"
#include "result/result_json.hpp"

namespace assay::cli {
namespace {

struct RecordKind {
  Recorded recorded;
  std::string_view schema;
  std::string_view what;
  std::string_view advice;
};

constexpr std::array<RecordKind, 2> kRecordKinds{{
    {Recorded::comparison, "assay.comparison/", "this is a comparison", "use assay compare --replay"},
    {Recorded::profile, "assay.timing/", "this is a profile", "use assay time --replay"},
}};

/// Whether a kept document is of a schema, told by its first member without reading the rest.
bool is_of(std::string_view text, std::string_view schema) {
  constexpr std::string_view kKey = "\"schema\"";
  const auto key = text.substr(0, 200).find(kKey);
  if (key == std::string_view::npos) return false;
  text.remove_prefix(key + kKey.size());
  const auto begin = text.find_first_not_of(" :\n\t\"");
  return begin != std::string_view::npos && text.substr(begin).starts_with(schema);
}

}  // namespace

Expected<std::string> recorded_text(const std::string& file, Recorded wanted) {
  auto text = host::read_file(file, result::kMostResultBytes);
  if (!text) {
    text.error().advice = "name a file that Assay has kept";
    return text;
  }
  for (const RecordKind& kind : kRecordKinds) {
    if (kind.recorded == wanted || !is_of(*text, kind.schema)) continue;
    return fail({.fault = Fault::bad_input,
                 .what = std::string(kind.what),
                 .where = file,
                 .advice = std::string(kind.advice) + " " + file});
  }
  return text;
}

}  // namespace assay::cli
