// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line.hpp"

#include <CLI/CLI.hpp>
#include <charconv>

namespace assay::cli {
namespace {

constexpr const char* kExamples =
    "Assay measures WebGPU compute and says only what the measurement supports.\n\n"
    "  assay compare probes/reduce_tree_vs_subgroup.toml     is B faster than A, and by how much at least?\n"
    "  assay plan probes/reduce_same.toml                    what would be run: passes, bytes, limits\n"
    "  assay devices                                         which devices are there, and are they real GPUs?\n";

/// Values with units are parsed behind the parser's back, so that their errors are Assay's own sentences.
struct RawEngine {
  std::string engine{}, library{}, deadline = "30s";
};
struct RawCompare {
  std::string budget = "60s", margin{}, memory = "4GiB";
  std::string replicates{}, squares{}, seed{};
};

void add_engine(CLI::App& app, RawEngine& raw) {
  app.add_option("--engine", raw.engine,
                 "NAME[:bare][@ADAPTER]: wgpu-native (the default) or dawn; bare: without the engine's checks; part of "
                 "the adapter's name");
  app.add_option("--library", raw.library, "another build of the engine's shared library");
  app.add_option("--deadline", raw.deadline, "longest wait for one answer of the engine")->capture_default_str();
}

/// An error of a value says which option it belongs to.
template <class T>
Expected<T> named(const char* option, Expected<T> value) {
  if (!value) value.error().where = option;
  return value;
}

Expected<EngineOptions> engine_of(const RawEngine& raw) {
  EngineOptions options{.engine_given = !raw.engine.empty(), .library = raw.library};
  auto wish = parse_engine(options.engine_given ? raw.engine : EngineWish{}.name);
  if (!wish) return fail(wish.error());
  options.engine = std::move(*wish);
  const auto deadline = named("--deadline", parse_duration_s(raw.deadline));
  if (!deadline) return fail(deadline.error());
  if (*deadline > 3600) {
    return fail({.fault = Fault::bad_input,
                 .what = "a deadline is an hour at most",
                 .value = raw.deadline,
                 .where = "--deadline"});
  }
  options.deadline_ms = static_cast<std::uint64_t>(*deadline * 1000);
  return options;
}

Expected<std::uint64_t> whole_number(const std::string& text, const char* option, std::uint64_t least,
                                     std::uint64_t most) {
  std::uint64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code == std::errc() && end == text.data() + text.size() && value >= least && value <= most) return value;
  return fail({.fault = Fault::bad_input,
               .what = "not a count",
               .value = text,
               .limit = "a whole number from " + std::to_string(least) + " to " + std::to_string(most),
               .where = option});
}

Expected<void> finish(CompareCommand& command, const RawCompare& raw) {
  const auto budget = named("--budget", parse_duration_s(raw.budget));
  if (!budget) return fail(budget.error());
  command.budget_s = *budget;
  const auto memory = named("--memory", parse_bytes(raw.memory));
  if (!memory) return fail(memory.error());
  command.memory_bytes = *memory;
  if (!raw.margin.empty()) {
    const auto margin = named("--margin", parse_percent(raw.margin));
    if (!margin) return fail(margin.error());
    if (*margin > 1) {
      return fail(
          {.fault = Fault::bad_input, .what = "a margin is 100 % at most", .value = raw.margin, .where = "--margin"});
    }
    command.margin = *margin;
  }
  if (!raw.replicates.empty()) {
    const auto count = whole_number(raw.replicates, "--replicates", 1, 100);
    if (!count) return fail(count.error());
    command.replicates = static_cast<std::uint32_t>(*count);
  }
  if (!raw.squares.empty()) {
    const auto count = whole_number(raw.squares, "--squares", 1, 10000);
    if (!count) return fail(count.error());
    command.squares = static_cast<std::uint32_t>(*count);
  }
  if (!raw.seed.empty()) {
    const auto seed = whole_number(raw.seed, "--seed", 0, UINT64_MAX);
    if (!seed) return fail(seed.error());
    command.seed = *seed;
  }
  const bool runs =
      !command.probe.empty() || !command.set.empty() || command.seed || command.squares || command.replicates;
  if (!command.replay.empty() && runs) {
    return fail({.fault = Fault::bad_input,
                 .what = "a replay runs nothing: it takes no probe and none of --set, --seed, --squares, --replicates",
                 .where = "--replay"});
  }
  if (command.probe.empty() && command.replay.empty()) {
    return fail({.fault = Fault::bad_input,
                 .what = "nothing to compare",
                 .limit = "a probe file, or --replay FILE",
                 .where = "compare",
                 .advice = "try: assay compare probes/reduce_same.toml"});
  }
  return {};
}

void describe_compare(CLI::App& app, CompareCommand& command, RawCompare& raw) {
  app.add_option("probe", command.probe, "the probe file");
  app.add_option("--set", command.set, "NAME=EXPRESSION: another value for a parameter")->take_all();
  app.add_option("--budget", raw.budget, "time for the whole comparison")->capture_default_str();
  app.add_option("--replicates", raw.replicates, "fresh processes; asked for, the budget does not shorten them");
  app.add_option("--squares", raw.squares, "squares per process; asked for, the budget does not shorten them");
  app.add_option("--margin", raw.margin, "smallest difference that matters (instead of the probe's)");
  app.add_option("--seed", raw.seed, "seed of the schedule; drawn and recorded when not given");
  app.add_option("--memory", raw.memory, "most memory for buffers on the device")->capture_default_str();
  app.add_option("--json", command.json, "file for the result; - for stdout (text then goes to stderr)");
  auto* markdown = app.add_flag("--markdown", command.markdown, "print a Markdown table instead of text");
  app.add_flag("--csv", command.csv, "print a CSV row instead of text")->excludes(markdown);
  app.add_option("--replay", command.replay, "judge a recorded result again; nothing is run");
  app.add_flag("--gate", command.gate, "exit 1 when B is slower, 3 when unresolved");
  app.add_flag("--quiet", command.quiet, "no progress");
  app.add_flag("-v,--verbose", command.verbose,
               "print the certificate, every reason, replicates, schedule and clock too");
}

}  // namespace

Expected<std::variant<Command, Printed>> parse_command_line(int argc, const char* const* argv) {
  CLI::App app(kExamples, "assay");
  app.require_subcommand(0, 1);
  app.get_formatter()->column_width(36);
  bool version = false;
  app.add_flag("--version", version, "version, engine and driver: to be pasted into a report");

  CompareCommand compare;
  RawCompare raw_compare;
  RawEngine raw_engine;
  auto* compare_app =
      app.add_subcommand("compare",
                         "Compares two arms of a probe: is B faster than A, and by how much at least?\n\n"
                         "  assay compare probes/reduce_tree_vs_subgroup.toml\n"
                         "  assay compare probes/reduce_same.toml --budget 30s --set n=2^18\n"
                         "  assay compare --replay assay-results/FILE.json\n");
  describe_compare(*compare_app, compare, raw_compare);
  add_engine(*compare_app, raw_engine);

  DevicesCommand devices;
  auto* devices_app =
      app.add_subcommand("devices",
                         "Lists what each engine can run on, and says which devices are processors in disguise.\n\n"
                         "  assay devices\n  assay devices --certify      with the self-tests of the chosen device\n");
  devices_app->add_flag("--certify", devices.certify, "run the self-tests on the chosen device");
  add_engine(*devices_app, raw_engine);

  PlanCommand plan;
  auto* plan_app = app.add_subcommand("plan",
                                      "Prints what a probe would run: unrolled passes, bytes, limits. Runs nothing.\n\n"
                                      "  assay plan probes/reduce_same.toml\n  assay plan FILE --set n=2^24\n");
  plan_app->add_option("probe", plan.probe, "the probe file")->required();
  plan_app->add_option("--set", plan.set, "NAME=EXPRESSION: another value for a parameter")->take_all();
  plan_app->add_flag("--json", plan.json, "the plan's canonical JSON instead of text");

  NewCommand fresh;
  auto* new_app = app.add_subcommand(
      "new",
      "Writes a commented probe to start from.\n\n  assay new my_probe.toml --question \"is B faster than A?\"\n");
  new_app->add_option("file", fresh.file, "where to write it; - for stdout")->required();
  new_app->add_option("--question", fresh.question, "what the probe asks");
  new_app->add_flag("--force", fresh.force, "overwrite an existing file");

  HelpCommand help;
  auto* help_app = app.add_subcommand("help", "Explains a topic.\n\n  assay help verdicts\n");
  help_app->add_option("topic", help.topic, "verdicts, or a verb");

  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return Printed{.text = app.help()};
  } catch (const CLI::CallForAllHelp&) {
    return Printed{.text = app.help()};
  } catch (const CLI::ParseError& error) {
    return fail({.fault = Fault::bad_input,
                 .what = error.what(),
                 .where = "command line",
                 .advice = "assay --help, or assay VERB --help"});
  }
  if (version) return Command{VersionCommand{}};
  if (help_app->parsed()) {
    for (auto* verb : {compare_app, devices_app, plan_app, new_app}) {
      if (verb->get_name() == help.topic) return Printed{.text = verb->help("assay")};
    }
    return help.topic.empty() ? std::variant<Command, Printed>(Printed{.text = app.help()}) : Command{help};
  }
  if (plan_app->parsed()) return Command{plan};
  if (new_app->parsed()) return Command{fresh};
  auto engine = engine_of(raw_engine);
  if (!engine) return fail(engine.error());
  if (compare_app->parsed()) {
    compare.engine = std::move(*engine);
    if (auto done = finish(compare, raw_compare); !done) return fail(done.error());
    return Command{compare};
  }
  if (devices_app->parsed()) {
    devices.engine = std::move(*engine);
    return Command{devices};
  }
  return Printed{.text = app.help()};
}

}  // namespace assay::cli
