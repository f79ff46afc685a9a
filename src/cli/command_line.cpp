// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "cli/option_values.hpp"
#include "cli/simulated_keys.hpp"
#include "cli/typed_words.hpp"
#include "plan/near_miss.hpp"

namespace assay::cli {
namespace {

constexpr const char* kExamples =
    "Assay measures WebGPU compute and says only what the measurement supports.\n\n"
    "  assay compare probes/reduce_tree_vs_subgroup.toml     is B faster than A, and by how much at least?\n"
    "  assay time probes/walkers.toml                        how long does each pass take, and where does the rest "
    "go?\n"
    "  assay devices                                         which devices are there, and are they real GPUs?\n";

// Names of values. Completions read them: FILE offers files, words with | between them are offered themselves.
constexpr const char* kFile = "FILE";
constexpr const char* kEngine = "wgpu-native|wgpu-native:bare|wgpu-native@ADAPTER|dawn|dawn:bare|sim";
constexpr const char* kCacheStates = "cold|warm|both";
constexpr const char* kShells = "bash|zsh|fish";
constexpr const char* kTopics = "verdicts|compare|time|calibrate|devices|plan|new|completions";

/// The parser with everything that it writes into.
struct Parser {
  CLI::App app{kExamples, "assay"};
  bool version = false;
  RawEngine raw_engine{};
  RawCompare raw_compare{};
  CompareCommand compare{};
  RawTime raw_time{};
  TimeCommand time{};
  DevicesCommand devices{};
  CalibrateCommand calibrate{};
  PlanCommand plan{};
  NewCommand fresh{};
  HelpCommand help{};
  CompletionsCommand completions{};
  CLI::App *compare_app = nullptr, *time_app = nullptr, *devices_app = nullptr, *calibrate_app = nullptr,
           *plan_app = nullptr, *new_app = nullptr, *help_app = nullptr, *completions_app = nullptr;
};

/// An option that may be given several times, each time with one value.
void add_several(CLI::App& app, const char* name, std::vector<std::string>& values, const char* type,
                 const char* description) {
  app.add_option(name, values, description)->take_all()->allow_extra_args(false)->type_name(type);
}

void add_one(CLI::App& app, const char* name, std::string& value, const char* type, const char* description) {
  app.add_option(name, value, description)->capture_default_str()->type_name(type);
}

/// A switch: `--gate=false` would be a gate that is not there.
void add_switch(CLI::App& app, const char* name, bool& value, const char* description) {
  app.add_flag(name, value, description)->disable_flag_override();
}

void add_engine(CLI::App& app, RawEngine& raw) {
  add_several(app, "--engine", raw.engines, kEngine,
              "NAME[:bare][@ADAPTER]: wgpu-native (the default), dawn, or sim:KEY=VALUE,… (a simulated device; "
              "sim:help); bare: "
              "without the engine's checks; repeat it for several");
  add_one(app, "--library", raw.library, kFile, "another build of the engine's shared library");
  add_one(app, "--deadline", raw.deadline, "TIME",
          "longest wait for one answer of the engine; a kernel may take twice as long to compile");
}

void add_measure(CLI::App& app, RawMeasure& raw, const char* seed) {
  add_one(app, "--seed", raw.seed, "NUMBER", seed);
  add_one(app, "--memory", raw.memory, "BYTES", "most memory for buffers on the device");
}

void add_allow_commands(CLI::App& app, bool& allowed) {
  add_switch(app, "--allow-commands", allowed,
             "run the program that the probe names as its reference ([check] reference); read it first");
}

void add_outputs(CLI::App& app, OutputPlaces& output) {
  add_one(app, "--json", output.json, kFile, "file for the result; - for stdout (text then goes to stderr)");
  add_one(app, "--markdown", output.markdown, kFile,
          "a Markdown table: FILE.md beside the text, or alone instead of it");
  add_one(app, "--csv", output.csv, kFile, "the same as comma-separated values: FILE.csv, or alone");
}

void add_probe(CLI::App& app, ProbeWish& wish) {
  app.add_option("probe", wish.files, "the probe file; or .wgsl files, with --buffer and --workgroups")
      ->type_name(kFile);
  add_several(app, "--set", wish.set, "NAME=EXPRESSION", "another value for a parameter");
  add_several(app, "--buffer", wish.buffers, "NAME:TYPE[COUNT]=FILL@EACH_TRIAL",
              "of .wgsl files: a buffer, in binding order");
  add_one(app, "--workgroups", wish.workgroups, "EXPRESSION", "of .wgsl files: how many; linear:N for a 2-D shape");
  add_several(app, "--requires", wish.features, "subgroups|f16", "of .wgsl files: a feature that they need");
  add_one(app, "--save", wish.save, kFile, "of .wgsl files: keep them and the options as a probe");
}

void describe_compare(Parser& parser) {
  parser.compare_app = parser.app.add_subcommand(
      "compare",
      "Compares two kernels: is B faster than A, and by how much at least?\n\n"
      "  assay compare probes/reduce_tree_vs_subgroup.toml\n"
      "  assay compare probes/reduce_same.toml --over n=2^16,2^20 --budget 30s\n"
      "  assay compare a.wgsl b.wgsl --set n=2^20 --buffer input:f32[n]=integers:256 --buffer out:f32[n/1024] "
      "--workgroups n/1024\n"
      "  assay compare --replay assay-results/FILE.json\n");
  CLI::App& app = *parser.compare_app;
  CompareCommand& command = parser.compare;
  RawCompare& raw = parser.raw_compare;
  add_probe(app, command.probe);
  add_one(app, "--against", command.against, "git:REVISION",
          "compare the probe's last arm with its kernels as they were at that commit");
  add_switch(app, "--empty-room", command.empty_room,
             "every arm runs the first one's steps: a control that must not find a difference");
  add_allow_commands(app, command.allow_commands);
  add_several(app, "--over", command.over, "NAME=LIST",
              "compare at each of these values: n=2^10,2^12; repeat for a grid");
  add_one(app, "--margin", command.probe.margin, "PERCENT",
          "smallest difference that matters (instead of the probe's)");
  add_one(app, "--cache", command.probe.cache, kCacheStates,
          "what every slot finds in the last-level cache (instead of the probe's); both: two comparisons");
  add_one(app, "--budget", raw.measure.budget, "TIME", "time for each comparison");
  add_one(app, "--replicates", raw.replicates, "COUNT", "fresh processes; asked for, the budget does not shorten them");
  add_one(app, "--squares", raw.squares, "COUNT", "squares per process; asked for, the budget does not shorten them");
  add_one(app, "--slot", raw.slot, "TIME", "wished length of a timed slot; longer where the clock demands it");
  add_measure(app, raw.measure, "seed of the schedule; drawn and recorded when not given");
  add_outputs(app, command.output);
  add_one(app, "--replay", command.replay, kFile, "judge a recorded result again; nothing is run");
  add_switch(app, "--once", command.once, "gates, then each arm once under its name, for a GPU debugger; no times");
  add_switch(app, "--gate", command.gate, "exit 1 when B is slower, 3 when unresolved");
  add_switch(app, "--quiet", command.quiet, "no progress");
  add_switch(app, "-v,--verbose", command.verbose,
             "print the certificate, every reason, replicates, schedule and clock too");
  add_engine(app, parser.raw_engine);
}

void describe_time(Parser& parser) {
  parser.time_app = parser.app.add_subcommand(
      "time",
      "Times the passes of an arm: each label and iteration, the gaps between them, and where the wall time goes.\n\n"
      "  assay time probes/walkers.toml\n"
      "  assay time probes/tight_loop.toml --engine wgpu-native --engine dawn\n"
      "  assay time sum.wgsl --set n=2^20 --buffer input:f32[n]=integers:256 --buffer out:f32[n/1024] "
      "--workgroups n/1024\n"
      "  assay time --replay assay-results/FILE.json\n");
  CLI::App& app = *parser.time_app;
  TimeCommand& command = parser.time;
  RawTime& raw = parser.raw_time;
  add_probe(app, command.probe);
  add_several(app, "--arm", command.arms, "NAME", "only this arm; repeat it for several; all of them when not given");
  add_allow_commands(app, command.allow_commands);
  add_several(app, "--over", command.over, "NAME=LIST", "time at each of these values: n=2^10,2^12; repeat for a grid");
  add_one(app, "--budget", raw.measure.budget, "TIME", "time for each profile");
  add_one(app, "--sessions", raw.sessions, "COUNT", "fresh processes (5)");
  add_one(app, "--rounds", raw.rounds, "COUNT", "rounds per process; asked for, the budget does not shorten them");
  add_measure(app, raw.measure, "seed of what is drawn; drawn and recorded when not given");
  add_outputs(app, command.output);
  add_one(app, "--replay", command.replay, kFile, "work out a recorded profile again; nothing is run");
  add_switch(app, "--quiet", command.quiet, "no progress");
  add_switch(app, "-v,--verbose", command.verbose, "every iteration, the certificate and the schedule too");
  add_engine(app, parser.raw_engine);
}

void describe_small_verbs(Parser& parser) {
  parser.devices_app = parser.app.add_subcommand(
      "devices",
      "Lists what the engine can run on, and says which devices are processors in disguise.\n\n"
      "  assay devices\n  assay devices --certify      with the self-tests of the chosen device\n");
  add_switch(*parser.devices_app, "--certify", parser.devices.certify, "run the self-tests on the chosen device");
  add_engine(*parser.devices_app, parser.raw_engine);
  parser.calibrate_app =
      parser.app.add_subcommand("calibrate",
                                "Runs every self-test on a device and keeps the certificate for a day: clock, "
                                "linearity, isolation, what stamps and "
                                "indirect dispatches cost, copy bandwidth, size of the last-level cache.\n\n"
                                "  assay calibrate\n  assay calibrate --json certificate.json\n");
  add_one(*parser.calibrate_app, "--json", parser.calibrate.json, kFile,
          "file for the certificate; - for stdout (text then goes to stderr)");
  add_switch(*parser.calibrate_app, "--quiet", parser.calibrate.quiet, "no progress");
  add_engine(*parser.calibrate_app, parser.raw_engine);
  parser.plan_app =
      parser.app.add_subcommand("plan",
                                "Prints what a probe would run: unrolled passes, bytes, limits. Runs nothing.\n\n"
                                "  assay plan probes/reduce_same.toml\n  assay plan FILE --set n=2^24\n");
  add_probe(*parser.plan_app, parser.plan.probe);
  add_one(*parser.plan_app, "--margin", parser.plan.probe.margin, "PERCENT",
          "smallest difference that matters (instead of the probe's)");
  add_one(*parser.plan_app, "--cache", parser.plan.probe.cache, kCacheStates,
          "what every slot finds in the last-level cache (instead of the probe's)");
  add_switch(*parser.plan_app, "--json", parser.plan.json, "the plan's canonical JSON instead of text");
  parser.new_app = parser.app.add_subcommand(
      "new",
      "Writes a commented probe to start from.\n\n  assay new my_probe.toml --question \"is B faster than A?\"\n");
  parser.new_app->add_option("file", parser.fresh.file, "where to write it; - for stdout")
      ->required()
      ->type_name(kFile);
  add_one(*parser.new_app, "--question", parser.fresh.question, "TEXT", "what the probe asks");
  add_switch(*parser.new_app, "--force", parser.fresh.force, "overwrite an existing file");
  parser.help_app = parser.app.add_subcommand("help", "Explains a topic.\n\n  assay help verdicts\n");
  parser.help_app->add_option("topic", parser.help.topic, "verdicts, or a verb")->type_name(kTopics);
  parser.completions_app =
      parser.app.add_subcommand("completions",
                                "Prints what makes a shell complete verbs and options.\n\n"
                                "  source <(assay completions bash)\n  assay completions zsh > ~/.zfunc/_assay\n"
                                "  assay completions fish > ~/.config/fish/completions/assay.fish\n");
  parser.completions_app->add_option("shell", parser.completions.shell, "which shell")->required()->type_name(kShells);
}

std::unique_ptr<Parser> make_parser() {
  auto parser = std::make_unique<Parser>();
  parser->app.require_subcommand(0, 1);
  parser->app.get_formatter()->column_width(36);
  add_switch(parser->app, "--version", parser->version, "version, engine and driver: to be pasted into a report");
  describe_compare(*parser);
  describe_time(*parser);
  describe_small_verbs(*parser);
  return parser;
}

std::vector<CLI::App*> verbs_of(CLI::App& app) {
  return app.get_subcommands([](CLI::App*) { return true; });
}

/// The first word that is no option must be a verb; before parsing, because `--help` behind it would be obeyed first.
Expected<void> check_verb(CLI::App& app, int argc, const char* const* argv) {
  std::vector<std::string> verbs;
  for (const auto* verb : verbs_of(app)) verbs.push_back(verb->get_name());
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word.starts_with('-')) continue;
    if (std::ranges::find(verbs, word) != verbs.end()) return {};
    const bool runnable = word.ends_with(".toml") || word.ends_with(".wgsl");
    const std::string meant = runnable ? "try: assay compare " + word : plan::suggestion(word, verbs);
    return fail({.fault = Fault::bad_input,
                 .what = "no such verb",
                 .value = word,
                 .limit = plan::listed(verbs),
                 .advice = meant.empty() ? "assay --help shows what each does" : meant});
  }
  return {};
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const auto* option : app.get_options()) {
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

/// What the parser refused, in Assay's own words: the library's name no verb and give no advice.
Error refusal(const CLI::App& app, const CLI::ParseError& error) {
  const auto parsed = app.get_subcommands();
  const CLI::App& verb = parsed.empty() ? app : *parsed.front();
  const std::string name = parsed.empty() ? "" : verb.get_name();
  Error said{.fault = Fault::bad_input,
             .what = "these arguments do not fit together",
             .where = name,
             .advice = (name.empty() ? "assay" : "assay " + name) + " --help shows what can be said"};
  // By type: the library gives some of its errors the name of the verb.
  const auto left_over = app.remaining(true);
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !left_over.empty()) {
    const bool option = left_over.front().starts_with('-');
    said.what = option ? "no such option" : "one argument too many";
    said.value = left_over.front();
    const auto meant = plan::suggestion(said.value.substr(0, said.value.find('=')), option_names(verb));
    if (option && !meant.empty()) said.advice = meant;
  } else if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    for (const auto* option : verb.get_options()) {
      if (!option->get_required() || option->count() > 0) continue;
      said.what = "an argument is missing";
      said.limit = option->get_name() + ", " + option->get_description();
    }
  } else {
    // Of the message only the option's name is taken, which stands at its beginning or end.
    const std::string message = error.what();
    for (const auto& option : option_names(verb)) {
      // A switch that is given a value is named without its dashes.
      const bool valued = message.starts_with(option.substr(option.find_first_not_of('-')) + " was given");
      if (!valued && !message.starts_with(option + ":") && !message.starts_with(option + " ") &&
          !message.ends_with(" " + option)) {
        continue;
      }
      const bool lacks = !valued && dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr;
      said.what = lacks ? "this option needs a value" : "this option takes no such value";
      said.value = option;
    }
  }
  return said;
}

OptionRow row_of(const CLI::Option& option) {
  OptionRow row{.help = option.get_description()};
  for (const auto& name : option.get_lnames()) row.names.push_back("--" + name);
  for (const auto& name : option.get_snames()) row.names.push_back("-" + name);
  row.takes_value = option.get_items_expected_max() > 0;
  row.takes_file = row.takes_value && option.get_type_name() == kFile;
  if (row.takes_value) row.words = words_in(option.get_type_name());
  return row;
}

Expected<std::variant<Command, Printed>> command_of(Parser& parser) {
  if (parser.version) return Command{VersionCommand{}};
  if (parser.help_app->parsed()) {
    for (auto* verb : verbs_of(parser.app)) {
      if (verb->get_name() == parser.help.topic) return Printed{.text = verb->help("assay")};
    }
    return parser.help.topic.empty() ? std::variant<Command, Printed>(Printed{.text = parser.app.help()})
                                     : Command{parser.help};
  }
  if (parser.plan_app->parsed()) {
    if (auto done = finish(parser.plan); !done) return fail(done.error());
    return Command{parser.plan};
  }
  if (parser.new_app->parsed()) return Command{parser.fresh};
  if (parser.completions_app->parsed()) return Command{parser.completions};
  auto engines = engines_of(parser.raw_engine);
  if (!engines) return fail(engines.error());
  if (std::ranges::any_of(*engines, [](const auto& one) { return asks_for_keys(one.engine); })) {
    return Printed{.text = simulated_keys_text()};
  }
  if (parser.compare_app->parsed()) {
    parser.compare.engines = std::move(*engines);
    if (auto done = finish(parser.compare, parser.raw_compare); !done) return fail(done.error());
    return Command{parser.compare};
  }
  if (parser.time_app->parsed()) {
    parser.time.engines = std::move(*engines);
    if (auto done = finish(parser.time, parser.raw_time); !done) return fail(done.error());
    return Command{parser.time};
  }
  if (parser.calibrate_app->parsed()) {
    if (engines->size() > 1) {
      return fail({.fault = Fault::bad_input,
                   .what = "one engine is calibrated at a time",
                   .value = std::to_string(engines->size()),
                   .where = "--engine",
                   .advice = "run it once for each"});
    }
    parser.calibrate.engine = std::move(engines->front());
    return Command{parser.calibrate};
  }
  if (parser.devices_app->parsed()) {
    parser.devices.engines = std::move(*engines);
    return Command{parser.devices};
  }
  return Printed{.text = parser.app.help()};
}

}  // namespace

Expected<std::variant<Command, Printed>> parse_command_line(int argc, const char* const* argv) {
  const auto parser = make_parser();
  CLI::App& app = parser->app;
  if (auto known = check_verb(app, argc, argv); !known) return fail(known.error());
  if (auto named = check_table_places(argc, argv); !named) return fail(named.error());
  try {
    auto words = with_table_places(argc, argv);
    std::ranges::reverse(words);  // the library takes them from the end
    app.parse(std::move(words));
  } catch (const CLI::Success&) {  // a call for help
    return Printed{.text = app.help()};
  } catch (const CLI::ParseError& error) {
    return fail(refusal(app, error));
  }
  return command_of(*parser);
}

OptionTable option_table() {
  const auto parser = make_parser();
  OptionTable table;
  const auto rows = [](const CLI::App& app) {
    std::vector<OptionRow> found;
    for (const auto* option : app.get_options()) {
      if (!option->get_positional()) found.push_back(row_of(*option));
    }
    return found;
  };
  table.options = rows(parser->app);
  for (const auto* verb : verbs_of(parser->app)) {
    const std::string description = verb->get_description();
    VerbRow row{
        .name = verb->get_name(), .help = description.substr(0, description.find('\n')), .options = rows(*verb)};
    for (const auto* option : verb->get_options()) {
      if (!option->get_positional()) continue;
      row.takes_file = row.takes_file || option->get_type_name() == kFile;
      row.words = words_in(option->get_type_name());
    }
    table.verbs.push_back(std::move(row));
  }
  return table;
}

}  // namespace assay::cli
