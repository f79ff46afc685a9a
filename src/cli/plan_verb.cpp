// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "cli/probe_source.hpp"
#include "cli/verbs.hpp"
#include "host/atomic_file.hpp"
#include "plan/load.hpp"
#include "report/plan_text.hpp"
#include "report/text_layout.hpp"

namespace assay::cli {

Expected<int> run_plan(const PlanCommand& command, const std::string& typed) {
  const auto source = ProbeSource::open(command.probe, {}, typed);
  if (!source) return fail(source.error());
  auto plan = source->load({});
  std::string note;
  if (!plan) {
    // A plan can be looked at before its kernels and data exist; what is missing is said under it.
    const std::string missing = sentence(plan.error());
    plan = source->load({}, false);
    if (!plan) return fail(plan.error());
    note = "\nnot runnable yet: " + report::printable(missing) + "\n";
  }
  if (command.margin) plan->margin = *command.margin;
  if (command.cache) plan->cache = *command.cache;
  if (auto saved = source->save(); !saved) return fail(saved.error());
  if (command.json) {
    const auto text = plan::canonical_json(*plan);
    if (!text) return fail(text.error());
    print(*text + "\n");
    return 0;
  }
  print(report::plan_text(*plan) + note);
  return 0;
}

Expected<int> run_new(const NewCommand& command) {
  const std::string text = plan::new_probe_text(command.question);
  if (command.file == "-") {
    print(text);
    return 0;
  }
  std::error_code code;
  if (std::filesystem::exists(command.file, code) && !command.force) {
    return fail({.fault = Fault::bad_input,
                 .what = "this file exists",
                 .where = command.file,
                 .advice = "choose another name, or overwrite it with --force"});
  }
  if (auto written = host::write_file_atomically(command.file, text); !written) return fail(written.error());
  print("wrote " + command.file + "; next: put your kernels beside it, then assay plan " + command.file + "\n");
  return 0;
}

}  // namespace assay::cli
