// SPDX-License-Identifier: Apache-2.0
#include "report/devices_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>

#include "report/floor_text.hpp"
#include "report/labelled_lines.hpp"
#include "report/number_text.hpp"
#include "report/rig_text.hpp"
#include "report/verdict_sentence.hpp"

namespace assay::report {
namespace {

constexpr std::size_t kDeviceLabelColumns = 14;

void add_limit(std::vector<std::string>& facts, const result::Rig& rig, const std::string& limit,
               std::string_view name) {
  if (const auto found = rig.limits.find(limit); found != rig.limits.end()) {
    facts.push_back(fmt::format("{} {}", name, bytes_text(found->second)));
  }
}

void add_device(LabelledLines& lines, const DeviceEntry& device) {
  const result::Rig& rig = device.rig;
  lines.add(rig.engine.empty() ? "engine" : rig.engine,
            rig_text(rig) + (device.chosen ? "; the one that is taken by default" : ""),
            device.chosen ? Ink::bold : Ink::plain);
  if (rig.software) lines.add("", kSoftwareDevice, Ink::yellow);
  if (!device.problem.empty()) {
    lines.add("  problem", device.problem, Ink::red);
    return;
  }
  if (!rig.features.empty()) lines.add("  features", fmt::format("{}", fmt::join(rig.features, ", ")));
  std::vector<std::string> limits;
  add_limit(limits, rig, "maxStorageBufferBindingSize", "one binding");
  add_limit(limits, rig, "maxBufferSize", "one buffer");
  add_limit(limits, rig, "maxComputeWorkgroupStorageSize", "workgroup memory");
  if (!limits.empty()) lines.add("  at most", fmt::format("{}", fmt::join(limits, ", ")));
  if (!device.certificate) return;
  if (device.certificate->fit_to_compare()) {
    lines.add("  clock",
              fmt::format("fit to compare: lattice {}, empty pass {}", lattice_text(device.certificate->lattice_ns),
                          empty_pass_text(*device.certificate)),
              Ink::green);
  } else if (const std::string busy = device.certificate->why_busy(); !busy.empty()) {
    lines.add("  clock", "cannot be told now: " + busy, Ink::red);
  } else {
    lines.add("  clock", "unfit to compare: " + device.certificate->why_unfit(), Ink::red);
  }
}

}  // namespace

std::string devices_text(std::span<const DeviceEntry> devices, const Style& style) {
  if (devices.empty()) {
    LabelledLines lines(style, kDeviceLabelColumns);
    lines.add_line(
        "No device was found: no Vulkan driver answered. Install the driver of your GPU, or a software driver "
        "(Mesa's lavapipe; scripts/setup gets one), and run this again.");
    return lines.text();
  }
  std::string text;
  for (const DeviceEntry& device : devices) {
    LabelledLines lines(style, kDeviceLabelColumns, mark_of(device.rig));
    if (!text.empty()) lines.add_line("");
    add_device(lines, device);
    text += lines.text();
  }
  return text;
}

}  // namespace assay::report
