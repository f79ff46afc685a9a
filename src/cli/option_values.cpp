// SPDX-License-Identifier: Apache-2.0
#include "cli/option_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "cli/simulated_keys.hpp"
#include "plan/near_miss.hpp"
#include "protocol/slot_length.hpp"

namespace assay::cli {
namespace {

/// As many arms as a probe may have.
constexpr std::size_t kMostQuickKernels = 16;

/// An error of a value says which option it belongs to.
template <class T>
Expected<T> named(const char* option, Expected<T> value) {
  if (!value) value.error().where = option;
  return value;
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

Expected<plan::CacheWish> cache_of(const std::string& text) {
  std::vector<std::string> words;
  for (const auto wish : {plan::CacheWish::cold, plan::CacheWish::warm, plan::CacheWish::both}) {
    if (text == plan::name_of(wish)) return wish;
    words.emplace_back(plan::name_of(wish));
  }
  return fail({.fault = Fault::bad_input,
               .what = "no such state of the cache",
               .value = text,
               .limit = plan::listed(words),
               .where = "--cache",
               .advice = plan::suggestion(text, words)});
}

Expected<double> margin_of(const std::string& text) {
  auto margin = named("--margin", parse_percent(text));
  if (!margin || *margin <= 1) return margin;
  return fail({.fault = Fault::bad_input, .what = "a margin is 100 % at most", .value = text, .where = "--margin"});
}

/// What stands in place of the probe's own words.
template <class Command>
Expected<void> read_instead_of_probe(Command& command) {
  if (!command.probe.margin.empty()) {
    const auto margin = margin_of(command.probe.margin);
    if (!margin) return fail(margin.error());
    command.margin = *margin;
  }
  if (!command.probe.cache.empty()) {
    const auto cache = cache_of(command.probe.cache);
    if (!cache) return fail(cache.error());
    command.cache = *cache;
  }
  return {};
}

/// A number that may be given.
template <class Number>
Expected<void> read_given(std::optional<Number>& into, const std::string& text, const char* option, std::uint64_t least,
                          std::uint64_t most) {
  if (text.empty()) return {};
  const auto number = whole_number(text, option, least, most);
  if (!number) return fail(number.error());
  into = static_cast<Number>(*number);
  return {};
}

template <class Command>
Expected<void> read_measure(Command& command, const RawMeasure& raw) {
  const auto budget = named("--budget", parse_duration_s(raw.budget));
  if (!budget) return fail(budget.error());
  command.budget_s = *budget;
  const auto memory = named("--memory", parse_bytes(raw.memory));
  if (!memory) return fail(memory.error());
  command.memory_bytes = *memory;
  return read_given(command.seed, raw.seed, "--seed", 0, UINT64_MAX);
}

Expected<void> refuse_together(bool together, const char* what, const char* where) {
  if (!together) return {};
  return fail({.fault = Fault::bad_input, .what = what, .where = where});
}

/// One thing at most is on stdout.
Expected<void> check_outputs(const OutputPlaces& output) {
  const bool markdown = output.markdown == "-", csv = output.csv == "-";
  if (auto fit = refuse_together(markdown && csv, "only one table can be on stdout", "--markdown and --csv"); !fit) {
    return fit;
  }
  return refuse_together(output.json == "-" && (markdown || csv), "the result and a table cannot both be on stdout",
                         "--json");
}

Expected<void> check_together(const CompareCommand& command) {
  const ProbeWish& probe = command.probe;
  const bool runs = !probe.files.empty() || !probe.set.empty() || !command.over.empty() || command.once ||
                    command.seed || command.squares || command.replicates || command.cache;
  const bool replays = !command.replay.empty();
  if (auto fit = refuse_together(replays && runs,
                                 "a replay runs nothing: it takes no probe and none of --set, --over, --once, --seed, "
                                 "--squares, --replicates, --cache",
                                 "--replay");
      !fit) {
    return fit;
  }
  if (auto fit = check_outputs(command.output); !fit) return fit;
  const OutputPlaces& output = command.output;
  const bool kept = !output.json.empty() || !output.markdown.empty() || !output.csv.empty() || command.gate;
  return refuse_together(command.once && kept,
                         "one run measures nothing: there is no result, no table and no verdict to gate on", "--once");
}

}  // namespace

Expected<std::vector<EngineOptions>> engines_of(const RawEngine& raw) {
  const auto deadline = named("--deadline", parse_duration_s(raw.deadline));
  if (!deadline) return fail(deadline.error());
  if (*deadline > 3600) {
    return fail({.fault = Fault::bad_input,
                 .what = "a deadline is an hour at most",
                 .value = raw.deadline,
                 .where = "--deadline"});
  }
  std::vector<std::string> texts = raw.engines;
  if (texts.empty()) texts.push_back(EngineWish{}.name);
  std::vector<EngineOptions> engines;
  for (const std::string& text : texts) {
    if (std::ranges::count(texts, text) > 1) {
      return fail({.fault = Fault::bad_input, .what = "the same engine twice", .value = text, .where = "--engine"});
    }
    auto wish = parse_engine(text);
    if (!wish) return fail(wish.error());
    if (auto known = check_simulated(*wish); !known && !asks_for_keys(*wish)) return fail(known.error());
    engines.push_back({.engine = std::move(*wish),
                       .engine_given = !raw.engines.empty(),
                       .library = raw.library,
                       .deadline_ms = static_cast<std::uint64_t>(*deadline * 1000)});
  }
  return engines;
}

bool is_quick(const ProbeWish& wish) {
  return !wish.files.empty() &&
         std::ranges::all_of(wish.files, [](const std::string& file) { return file.ends_with(".wgsl"); });
}

Expected<void> check_probe_wish(const ProbeWish& wish, const std::string& verb, std::size_t least_kernels) {
  const char* option = !wish.buffers.empty()      ? "--buffer"
                       : !wish.workgroups.empty() ? "--workgroups"
                       : !wish.features.empty()   ? "--requires"
                       : !wish.save.empty()       ? "--save"
                                                  : nullptr;
  if (is_quick(wish)) {
    if (wish.files.size() >= least_kernels && wish.files.size() <= kMostQuickKernels) return {};
    return fail(
        {.fault = Fault::bad_input,
         .what = wish.files.size() < least_kernels ? "one kernel has nothing to be compared with" : "too many kernels",
         .value = wish.files.size() == 1 ? wish.files.front() : fmt::format("{} files", wish.files.size()),
         .limit = fmt::format("{} to {} files that end in .wgsl", least_kernels, kMostQuickKernels),
         .where = verb,
         .advice = wish.files.size() == 1 ? "assay time tells how long one kernel takes" : ""});
  }
  if (wish.files.empty()) {
    return fail({.fault = Fault::bad_input,
                 .what = "no probe was named",
                 .limit = "a probe file, or WGSL files with --buffer and --workgroups",
                 .where = verb,
                 .advice = "try: assay " + verb + " probes/reduce_same.toml"});
  }
  if (wish.files.size() > 1) {
    return fail({.fault = Fault::bad_input,
                 .what = "too many files, or of the wrong kind",
                 .value = fmt::format("{} files", wish.files.size()),
                 .limit = "one probe file, or files that all end in .wgsl",
                 .where = verb});
  }
  if (option == nullptr) return {};
  return fail({.fault = Fault::bad_input,
               .what = "a probe file says this itself",
               .value = wish.files.front(),
               .limit = "WGSL files in place of the probe",
               .where = option,
               .advice = "change the probe, or leave the option out"});
}

Expected<void> finish(CompareCommand& command, const RawCompare& raw) {
  if (auto read = read_measure(command, raw.measure); !read) return read;
  const auto slot = named("--slot", parse_duration_s(raw.slot));
  if (!slot) return fail(slot.error());
  if (*slot > protocol::kLongestSlotNs / 1e9) {
    return fail({.fault = Fault::bad_input,
                 .what = "a slot that long would be taken for a hang",
                 .value = raw.slot,
                 .limit = "500ms",
                 .where = "--slot"});
  }
  command.slot_s = *slot;
  if (auto read = read_instead_of_probe(command); !read) return read;
  if (auto read = read_given(command.replicates, raw.replicates, "--replicates", 1, 100); !read) return read;
  if (auto read = read_given(command.squares, raw.squares, "--squares", 1, 10000); !read) return read;
  if (auto fit = check_together(command); !fit) return fit;
  return command.replay.empty() ? check_probe_wish(command.probe, "compare", 2) : Expected<void>();
}

Expected<void> finish(PlanCommand& command) {
  if (auto read = read_instead_of_probe(command); !read) return read;
  return check_probe_wish(command.probe, "plan", 1);
}

Expected<void> finish(TimeCommand& command, const RawTime& raw) {
  if (auto read = read_measure(command, raw.measure); !read) return read;
  if (auto read = read_given(command.sessions, raw.sessions, "--sessions", 1, 100); !read) return read;
  if (auto read = read_given(command.rounds, raw.rounds, "--rounds", 1, 100000); !read) return read;
  const bool runs = !command.probe.files.empty() || !command.probe.set.empty() || !command.over.empty() ||
                    !command.arms.empty() || command.seed || command.sessions || command.rounds;
  const bool replays = !command.replay.empty();
  if (auto fit = refuse_together(replays && runs,
                                 "a replay runs nothing: it takes no probe and none of --set, --over, --arm, --seed, "
                                 "--sessions, --rounds",
                                 "--replay");
      !fit) {
    return fit;
  }
  if (auto fit = check_outputs(command.output); !fit) return fit;
  return replays ? Expected<void>() : check_probe_wish(command.probe, "time", 1);
}

}  // namespace assay::cli
