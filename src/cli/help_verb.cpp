// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "cli/engines.hpp"
#include "cli/terminal_style.hpp"
#include "cli/verbs.hpp"
#include "cli/version.hpp"
#include "plan/near_miss.hpp"
#include "report/text_layout.hpp"
#include "report/verdict_help.hpp"

namespace assay::cli {

Expected<int> run_help(const HelpCommand& command) {
  if (command.topic != "verdicts") {
    std::vector<std::string> topics{"verdicts"};
    for (const auto& verb : option_table().verbs) topics.push_back(verb.name);
    return fail({.fault = Fault::bad_input,
                 .what = "no such topic",
                 .value = command.topic,
                 .limit = plan::listed(topics),
                 .where = "help",
                 .advice = plan::suggestion(command.topic, topics)});
  }
  print(report::verdict_help_text(style_of(host::OutputStream::standard_output)));
  return 0;
}

Expected<int> run_version(const VersionCommand&) {
  print("assay " + version_text() + "\n");
  // Engines and drivers belong to a report as much as Assay's own version; that there are none is an answer too.
  const auto launcher = launcher_for({});
  auto engine = launcher ? (*launcher)() : Expected<std::unique_ptr<engine::Engine>>(fail(launcher.error()));
  if (!engine) {
    print("engine: none (" + report::printable(sentence(engine.error())) + ")\n");
    return 0;
  }
  const auto& hello = (*engine)->identity();
  print(report::printable("engine: " + hello.engine + " " + hello.version + " (" + hello.build + ")") + "\n");
  const auto listed = (*engine)->open({.list_only = true});
  if (!listed) {
    print("device: none (" + report::printable(sentence(listed.error())) + ")\n");
    return 0;
  }
  for (const auto& adapter : listed->adapters) {
    print(report::printable("device: " + adapter.name + ", " + adapter.backend + ", " +
                            (adapter.driver.empty() ? adapter.description : adapter.driver) +
                            (adapter.kind == messages::Adapter::Kind::software ? " (software)" : "")) +
          "\n");
  }
  return 0;
}

}  // namespace assay::cli
