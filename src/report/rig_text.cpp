// SPDX-License-Identifier: Apache-2.0
#include "report/rig_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "report/text_layout.hpp"

namespace assay::report {

std::string_view mark_of(const result::Rig& rig) { return rig.simulated ? kSimulatedMark : ""; }

std::string device_text(const result::Rig& rig) {
  if (rig.adapter.empty() && rig.backend.empty() && rig.driver.empty()) return {};
  constexpr std::size_t kNameColumns = 60;
  std::vector<std::string> facts;
  if (!rig.backend.empty()) facts.push_back(printable(rig.backend));
  if (!rig.driver.empty()) facts.push_back("driver " + elide_middle(printable(rig.driver), kNameColumns));
  std::string text =
      rig.adapter.empty() ? "a device without a name" : elide_middle(printable(rig.adapter), kNameColumns);
  if (!facts.empty()) text += fmt::format(" ({})", fmt::join(facts, ", "));
  return text;
}

std::string engine_text(const result::Rig& rig) {
  if (rig.engine.empty()) return "engine not known";
  std::string engine = printable(rig.engine);
  if (!rig.engine_version.empty()) engine += ' ' + printable(rig.engine_version);
  return engine + ", " + (rig.toggles.empty() ? "shipping" : printable(fmt::format("{}", fmt::join(rig.toggles, "+"))));
}

std::string rig_text(const result::Rig& rig) {
  const std::string device = device_text(rig);
  if (device.empty()) return rig.engine.empty() ? std::string() : engine_text(rig);
  return fmt::format("{}, on {}", engine_text(rig), device);
}

}  // namespace assay::report
