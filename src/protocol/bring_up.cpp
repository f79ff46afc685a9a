// SPDX-License-Identifier: Apache-2.0
#include "protocol/bring_up.hpp"

#include <fmt/format.h>

#include <utility>

#include "instrument/describe.hpp"
#include "protocol/device_wish.hpp"

namespace assay::protocol {

Expected<instrument::Device> open_device(const plan::Plan& plan, const engine::Launcher& launch,
                                         const DeviceWish& wish) {
  auto engine = launch();
  if (!engine) return fail(engine.error());
  auto open = wish_of(plan, wish.adapter);
  open.toggles = wish.toggles;
  if (!wish.clock) std::erase(open.features, "timestamp-query");
  auto device = instrument::Device::open(std::move(*engine), open);
  if (!device) return fail(too_large(device.error(), plan, open));
  device->set_deadline_ms(wish.deadline_ms);
  return device;
}

Expected<void> SameDevice::check(const instrument::Device& device) {
  const auto& adapter = device.adapter();
  const std::string now = fmt::format("{} {} on {} ({}, {:04x}:{:04x}, {}), {} ns a stamp", device.identity().engine,
                                      device.identity().version, adapter.name, adapter.driver, adapter.vendor_id,
                                      adapter.device_id, adapter.backend, device.stamp_ns().value_or(0));
  if (first_.empty()) first_ = now;
  if (first_ == now) return {};
  return fail({.fault = Fault::broken_run,
               .what = "the device changed between two sessions",
               .value = now,
               .limit = first_,
               .advice = "name the adapter with --engine ENGINE@PART_OF_ITS_NAME and run again"});
}

void describe_rig(const instrument::Device& device, const std::vector<std::string>& toggles, result::Rig& rig) {
  instrument::describe(device.identity(), device.adapter(), rig);
  rig.toggles = toggles;
  rig.features = device.opened().features;
  rig.limits = device.opened().limits;
}

Expected<result::Certificate> certify_at_rest(instrument::Device& device, const instrument::Progress& progress) {
  auto certificate = instrument::certify(device, progress);
  if (!certificate) return certificate;
  if (auto busy = certificate->why_busy(); !busy.empty()) {
    return fail({.fault = Fault::broken_run,
                 .what = std::move(busy),
                 .advice = "let it come to rest and run again; a clock that does this on a quiet machine is no clock"});
  }
  return certificate;
}

Expected<void> check_stampable(const plan::Plan& plan, std::size_t passes, std::size_t most) {
  if (passes <= most) return {};
  return fail({.fault = Fault::bad_input,
               .what = "an arm has more passes than one submission can stamp",
               .value = fmt::format("{} passes", passes),
               .limit = fmt::format("{} passes", most),
               .where = plan.probe,
               .advice = "put several dispatches into one pass (pass = [...])"});
}

std::optional<result::Impediment> ended_by(const Error& error) {
  using result::Verdict;
  switch (error.fault) {
    case Fault::interrupted: return result::Impediment{Verdict::void_run, error.what, true};
    case Fault::broken_run: return result::Impediment{Verdict::void_run, sentence(error)};
    case Fault::unfit: return result::Impediment{Verdict::unfit, sentence(error)};
    case Fault::incorrect: return result::Impediment{Verdict::incorrect, sentence(error)};
    default: return std::nullopt;
  }
}

}  // namespace assay::protocol
