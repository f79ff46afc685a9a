// SPDX-License-Identifier: Apache-2.0
// A kept result, as `--replay` reads it: strict JSON, the record's own rules, the judge, and the text of the verdict.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/check.hpp"
#include "protocol/compare.hpp"
#include "report/comparison_table.hpp"
#include "report/comparison_text.hpp"
#include "result/result_json.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace assay;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  auto comparison = result::comparison_from_json(text, "kept.json");
  if (!comparison) {
    fuzz::must_be_told(comparison.error(), Fault::bad_input);
    return 0;
  }
  if (const auto sound = protocol::check_record(*comparison, "kept.json"); !sound) {
    fuzz::must_be_told(sound.error(), Fault::bad_input);
    return 0;
  }
  protocol::judge_again(*comparison);
  fuzz::must(!report::comparison_text(*comparison, {}, "kept.json").empty(), "every verdict can be said");
  fuzz::must(!report::csv_row(*comparison).empty(), "every verdict has a row");
  const auto kept = result::to_json(*comparison);
  fuzz::must(kept.has_value(), "what was judged again can be kept again");
  fuzz::must(result::comparison_from_json(*kept, "again.json").has_value(), "and what was kept can be read");
  return 0;
}
