// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "cli/engines.hpp"
#include "cli/machine.hpp"
#include "cli/progress.hpp"
#include "cli/terminal_style.hpp"
#include "cli/verbs.hpp"
#include "instrument/certify.hpp"
#include "instrument/describe.hpp"
#include "report/devices_text.hpp"

namespace assay::cli {
namespace {

result::Rig rig_of(const messages::HelloAnswer& hello, const messages::Adapter& adapter) {
  result::Rig rig = machine_rig();
  instrument::describe(hello, adapter, rig);
  return rig;
}

/// The adapters of one engine. Of several engines only the default one's choice is what is taken by default.
Expected<std::vector<report::DeviceEntry>> list(const EngineOptions& options, bool by_default) {
  const auto launcher = launcher_for(options);
  if (!launcher) return fail(launcher.error());
  auto engine = (*launcher)();
  if (!engine) return fail(engine.error());
  const auto listed = (*engine)->open({.adapter = options.engine.adapter, .list_only = true});
  if (!listed) return fail(listed.error());
  std::vector<report::DeviceEntry> entries;
  for (std::size_t i = 0; i < listed->adapters.size(); ++i) {
    entries.push_back(
        {.rig = rig_of((*engine)->identity(), listed->adapters[i]), .chosen = by_default && i == listed->chosen});
    entries.back().rig.toggles = toggles_of(options.engine);
  }
  return entries;
}

/// What was asked for, or every engine of this machine.
Expected<std::vector<report::DeviceEntry>> list_all(const EngineOptions& options) {
  if (options.engine_given || !options.library.empty()) return list(options, true);
  std::vector<report::DeviceEntry> all;
  for (const auto& engine : installed_engines()) {
    EngineOptions one = options;
    one.engine = engine;
    const bool by_default = engine.name == EngineWish{}.name;
    auto entries = list(one, by_default);
    if (!entries && by_default) return entries;
    if (entries) {
      all.insert(all.end(), entries->begin(), entries->end());
    } else {
      report::DeviceEntry broken{.problem = sentence(entries.error())};
      broken.rig.engine = engine.name;
      all.push_back(std::move(broken));
    }
  }
  return all;
}

/// The self-tests on the chosen device, in a process of their own.
Expected<void> certify_chosen(const EngineOptions& options, std::vector<report::DeviceEntry>& entries) {
  Progress progress(false, mark_of(options.engine));
  auto device = open_to_test(options);
  if (!device) return fail(device.error());
  auto certificate =
      instrument::certify(*device, [&progress](double share, std::string_view what) { progress.show(share, what); });
  if (!certificate) return fail(certificate.error());
  for (auto& entry : entries) {
    if (entry.chosen) entry.certificate = *certificate;
  }
  return {};
}

}  // namespace

Expected<int> run_devices(const DevicesCommand& command) {
  std::vector<report::DeviceEntry> all;
  for (const EngineOptions& engine : command.engines) {
    auto entries = list_all(engine);
    if (!entries) return fail(entries.error());
    if (command.certify) {
      if (auto certified = certify_chosen(engine, *entries); !certified) return fail(certified.error());
    }
    all.insert(all.end(), entries->begin(), entries->end());
  }
  print(report::devices_text(all, style_of(host::OutputStream::standard_output)));
  return 0;
}

}  // namespace assay::cli
