// SPDX-License-Identifier: Apache-2.0
#include "report/rig_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "report/text_layout.hpp"

namespace assay::report {

std::string_view mark_of(const result::Rig& rig) { return rig.simulated ? "SIMULATED" : ""; }

std::string device_text(const result::Rig& rig) {
  constexpr std::size_t kNameColumns = 60;
  std::vector<std::string> facts;
  if (!rig.backend.empty()) facts.push_back(printable(rig.backend));
  if (!rig.driver.empty()) facts.push_back("driver " + elide_middle(printable(rig.driver), kNameColumns));
  std::string text =
      rig.adapter.empty() ? "a device without a name" : elide_middle(printable(rig.adapter), kNameColumns);
  if (!facts.empty()) text += fmt::format(" ({})", fmt::join(facts, ", "));
  return text;
}

std::string rig_text(const result::Rig& rig) {
  std::string engine = rig.engine.empty() ? "engine not known" : printable(rig.engine);
  if (!rig.engine_version.empty()) engine += ' ' + printable(rig.engine_version);
  const std::string variant =
      rig.toggles.empty() ? "shipping" : printable(fmt::format("{}", fmt::join(rig.toggles, "+")));
  if (rig.engine.empty()) return fmt::format("{}, on {}", engine, device_text(rig));
  return fmt::format("{}, {}, on {}", engine, variant, device_text(rig));
}

}  // namespace assay::report
