// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <exception>
#include <string>
#include <variant>

#include "cli/command_line.hpp"
#include "cli/verbs.hpp"
#include "host/interrupt.hpp"
#include "report/text_layout.hpp"

namespace {

using namespace assay;

std::string as_typed(int argc, const char* const* argv) {
  std::string text = "assay";
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const bool plain = !word.empty() && word.find_first_of(" '\"\\$`*?&|;<>()") == std::string::npos;
    text += plain ? " " + word : " '" + word + "'";
  }
  return text;
}

Expected<int> run(int argc, const char* const* argv) {
  const auto parsed = cli::parse_command_line(argc, argv);
  if (!parsed) return fail(parsed.error());
  if (const auto* printed = std::get_if<cli::Printed>(&*parsed)) {
    cli::print(printed->text);
    return 0;
  }
  host::watch_interrupts();
  struct Dispatch {
    const std::string& typed;
    Expected<int> operator()(const cli::CompareCommand& c) const { return cli::run_compare(c, typed); }
    Expected<int> operator()(const cli::TimeCommand& c) const { return cli::run_time(c, typed); }
    Expected<int> operator()(const cli::DevicesCommand& c) const { return cli::run_devices(c); }
    Expected<int> operator()(const cli::CalibrateCommand& c) const { return cli::run_calibrate(c); }
    Expected<int> operator()(const cli::PlanCommand& c) const { return cli::run_plan(c, typed); }
    Expected<int> operator()(const cli::NewCommand& c) const { return cli::run_new(c); }
    Expected<int> operator()(const cli::HelpCommand& c) const { return cli::run_help(c); }
    Expected<int> operator()(const cli::CompletionsCommand& c) const { return cli::run_completions(c); }
    Expected<int> operator()(const cli::VersionCommand& c) const { return cli::run_version(c); }
  };
  const std::string typed = as_typed(argc, argv);
  return std::visit(Dispatch{typed}, std::get<cli::Command>(*parsed));
}

}  // namespace

int main(int argc, char** argv) {
  // Nothing above throws on purpose; what a library throws all the same is a fault of Assay and says so.
  try {
    const auto code = run(argc, argv);
    if (code && cli::output_was_lost()) {
      cli::print_error("assay: standard output could not be written: is the disk full?\n");
      return exit_code(assay::Fault::bad_input);
    }
    if (code) return *code;
    // What an engine, a driver or a file name says must not be able to write over the sentence around it.
    cli::print_error("assay: " + report::printable_lines(sentence(code.error())) + "\n");
    return exit_code(code.error().fault);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "assay: a fault of Assay itself: %s\n", error.what());
    return exit_code(Fault::internal);
  }
}
