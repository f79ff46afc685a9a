// SPDX-License-Identifier: Apache-2.0
// A kept profile, as `assay time --replay` reads it: strict JSON, the record's own rules, the profile and its text.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/check.hpp"
#include "protocol/profile.hpp"
#include "report/timing_table.hpp"
#include "report/timing_text.hpp"
#include "result/result_json.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace assay;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  auto timing = result::timing_from_json(text, "kept.json");
  if (!timing) {
    fuzz::must_be_told(timing.error(), Fault::bad_input);
    return 0;
  }
  if (const auto sound = protocol::check_timing(*timing, "kept.json"); !sound) {
    fuzz::must_be_told(sound.error(), Fault::bad_input);
    return 0;
  }
  protocol::profile(*timing);
  fuzz::must(!report::timing_text(*timing, {}, "kept.json", true).empty(), "every profile can be said");
  fuzz::must(!report::timing_markdown(*timing).empty(), "every profile has a table");
  static_cast<void>(report::timing_csv_rows(*timing));
  const auto kept = result::to_json(*timing);
  fuzz::must(kept.has_value(), "what was profiled again can be kept again");
  fuzz::must(result::timing_from_json(*kept, "again.json").has_value(), "and what was kept can be read");
  return 0;
}
