// SPDX-License-Identifier: Apache-2.0
// Nuisances as text, both ways, from one table of keys.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>

#include "engine/sim/nuisances.hpp"

namespace assay::engine::sim {
namespace {

constexpr double kMostNs = 1e13;  // nearly three hours: simulated time stays exact in a double

/// A fraction, written in percent.
struct Percent {
  double Nuisances::*member;
  double most;
};
/// A length of time.
struct Nanoseconds {
  double Nuisances::*member;
  double least;
};
/// A ratio.
struct Factor {
  double Nuisances::*member;
};
struct Count {
  std::uint64_t Nuisances::*member;
  std::uint64_t least, most;
};
struct ClockWord {};
struct TailsWord {};

struct NuisanceKey {
  std::string_view name;
  std::variant<Percent, Nanoseconds, Factor, Count, ClockWord, TailsWord> form;
  std::string_view meaning;
};

constexpr std::array<std::pair<std::string_view, ClockFault>, 5> kClockWords{
    {{"healthy", ClockFault::healthy},
     {"dead", ClockFault::dead},
     {"frozen", ClockFault::frozen},
     {"issued", ClockFault::issued},
     {"begins-alike", ClockFault::begins_alike}}};

const std::array<NuisanceKey, 31>& nuisance_keys() {
  using N = Nuisances;
  static const std::array<NuisanceKey, 31> keys{{
      {"seed", Count{&N::seed, 0, UINT64_MAX}, "of everything that is drawn"},
      {"group", Nanoseconds{&N::group_ns, 1e-3}, "time of one workgroup"},
      {"speed", Percent{&N::speed, 1}, "sd of a session's speed"},
      {"drift", Percent{&N::drift, 10}, "sd of a session's trend over 1000 readings"},
      {"walk", Percent{&N::walk, 1}, "sd of a random walk's step"},
      {"noise", Percent{&N::noise, 1}, "sd of one slot"},
      {"tails", TailsWord{}, "of the noise of a slot"},
      {"ar", Percent{&N::ar, 0.9999}, "correlation of that noise between readings"},
      {"spikes", Percent{&N::spikes, 1}, "chance of +10 to +170 % in a slot"},
      {"position", Percent{&N::position, 1}, "largest fixed offset of a place in its submission"},
      {"warm-up", Percent{&N::warm_up, 100}, "excess of a process's first reading"},
      {"step", Percent{&N::step, 100}, "excess from one reading on"},
      {"step-at", Count{&N::step_at, 0, UINT32_MAX}, "that reading"},
      {"flips", Percent{&N::flips, 1}, "chance of a change between two clock states in a slot"},
      {"flip-size", Percent{&N::flip_size, 100}, "excess in the slow state"},
      {"throttle", Percent{&N::throttle, 0.95}, "share of the clock lost under short bursts"},
      {"heat", Percent{&N::heat, 100}, "excess under long load"},
      {"luck", Percent{&N::luck, 1}, "sd of equal code in a process"},
      {"pipeline-luck", Percent{&N::pipeline_luck, 1}, "sd of a pipeline"},
      {"allocation-luck", Percent{&N::allocation_luck, 1}, "sd of an allocation"},
      {"carry-over", Percent{&N::carry_over, 100}, "excess of a slot behind other code"},
      {"quantum", Nanoseconds{&N::quantum_ns, 1}, "lattice of the stamps"},
      {"period", Nanoseconds{&N::period_ns, 1e-3}, "of one tick, as told"},
      {"period-error", Factor{&N::period_error}, "true period over told period"},
      {"clock", ClockWord{}, "of the stamps"},
      {"counter-bits", Count{&N::counter_bits, 20, 64}, "of the stamp counter"},
      {"wrap-after", Nanoseconds{&N::wrap_after_ns, 0}, "until the counter wraps, 0 = never"},
      {"stale", Percent{&N::stale, 1}, "chance that stamps are not rewritten"},
      {"unwritten", Percent{&N::unwritten, 1}, "chance that stamps read 0"},
      {"lost-after", Nanoseconds{&N::lost_after_ns, 0}, "until the device is lost, 0 = never"},
      {"hang-after", Nanoseconds{&N::hang_after_ns, 0}, "until the device hangs, 0 = never"},
  }};
  return keys;
}

constexpr std::array<std::pair<std::string_view, Tails>, 2> kTailsWords{{{"normal", Tails::normal}, {"t2", Tails::t2}}};

/// Sets the value of a word; the words that there are where it is none of them.
template <class Words, class Value>
std::optional<std::string> take_word(const Words& words, std::string_view text, Value& into) {
  std::string allowed;
  for (const auto& [word, value] : words) {
    if (word == text) {
      into = value;
      return std::nullopt;
    }
    allowed += (allowed.empty() ? "" : ", ") + std::string(word);
  }
  return allowed;
}

template <class Words, class Value>
std::string word_of(const Words& words, Value wanted) {
  for (const auto& [word, value] : words) {
    if (value == wanted) return std::string(word);
  }
  return {};
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

struct NumberAndUnit {
  double number;
  std::string_view unit;
};

std::optional<NumberAndUnit> number_and_unit(std::string_view text) {
  double number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (code != std::errc() || !std::isfinite(number)) return std::nullopt;
  return NumberAndUnit{.number = number, .unit = trimmed(text.substr(static_cast<std::size_t>(end - text.data())))};
}

std::optional<double> duration_ns(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, double>, 5> units{
      {{"", 1}, {"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}}};
  const auto value = number_and_unit(text);
  if (!value) return std::nullopt;
  for (const auto& [unit, factor] : units) {
    if (value->unit == unit) return value->number * factor;
  }
  return std::nullopt;
}

/// Writes one value where its key says; what is allowed comes back where it does not fit.
class NuisanceValue {
 public:
  NuisanceValue(std::string_view text, Nuisances& into) : text_(text), into_(into) {}

  std::optional<std::string> operator()(const Percent& form) const {
    const auto value = number_and_unit(text_);
    const bool fits = value && value->unit == "%" && value->number >= 0 && value->number <= 100 * form.most;
    if (!fits) return fmt::format("0% to {:g}%", 100 * form.most);
    into_.*form.member = value->number / 100;
    return std::nullopt;
  }
  std::optional<std::string> operator()(const Nanoseconds& form) const {
    const auto value = duration_ns(text_);
    if (!value || *value < form.least || *value > kMostNs) {
      return fmt::format("{:g} to {:g} ns; a number without a unit is in ns, or with us, ms, s", form.least, kMostNs);
    }
    into_.*form.member = *value;
    return std::nullopt;
  }
  std::optional<std::string> operator()(const Factor& form) const {
    const auto value = number_and_unit(text_);
    if (!value || !value->unit.empty() || value->number < 1e-3 || value->number > 1e3) return "0.001 to 1000";
    into_.*form.member = value->number;
    return std::nullopt;
  }
  std::optional<std::string> operator()(const Count& form) const {
    std::uint64_t number = 0;
    const auto [end, code] = std::from_chars(text_.data(), text_.data() + text_.size(), number);
    const bool whole = code == std::errc() && end == text_.data() + text_.size();
    if (!whole || number < form.least || number > form.most) {
      return fmt::format("a whole number from {} to {}", form.least, form.most);
    }
    into_.*form.member = number;
    return std::nullopt;
  }
  std::optional<std::string> operator()(const ClockWord&) const { return take_word(kClockWords, text_, into_.clock); }
  std::optional<std::string> operator()(const TailsWord&) const { return take_word(kTailsWords, text_, into_.tails); }

 private:
  std::string_view text_;
  Nuisances& into_;
};

std::string value_text(const NuisanceKey& key, const Nuisances& nuisances) {
  struct Printer {
    const Nuisances& from;
    std::string operator()(const Percent& form) const { return fmt::format("{:.12g}%", 100 * from.*form.member); }
    std::string operator()(const Nanoseconds& form) const { return fmt::format("{:.15g}", from.*form.member); }
    std::string operator()(const Factor& form) const { return fmt::format("{:.15g}", from.*form.member); }
    std::string operator()(const Count& form) const { return fmt::format("{}", from.*form.member); }
    std::string operator()(const ClockWord&) const { return word_of(kClockWords, from.clock); }
    std::string operator()(const TailsWord&) const { return word_of(kTailsWords, from.tails); }
  };
  return std::visit(Printer{nuisances}, key.form);
}

std::string all_keys() {
  const Nuisances defaults;
  std::string list = "rough, quiet (first: whole sets)";
  for (const auto& key : nuisance_keys()) {
    list += fmt::format(", {}={} ({})", key.name, value_text(key, defaults), key.meaning);
  }
  return list;
}

Unexpected refused(std::string what, std::string value, std::string limit) {
  return fail({.fault = Fault::bad_input,
               .what = std::move(what),
               .value = std::move(value),
               .limit = std::move(limit),
               .where = "--engine sim"});
}

Expected<void> apply(std::string_view item, bool first, Nuisances& nuisances) {
  if (first && item == "rough") {
    nuisances = rough();
    return {};
  }
  if (first && item == "quiet") {
    nuisances = quiet();
    return {};
  }
  const auto equals = item.find('=');
  const auto name = trimmed(item.substr(0, equals));
  const auto& keys = nuisance_keys();
  const auto key = std::find_if(keys.begin(), keys.end(), [&](const NuisanceKey& k) { return k.name == name; });
  if (name == "help") return refused("the simulated device takes sim:KEY=VALUE,…", "help", all_keys());
  if (key == keys.end()) return refused("the simulated device has no such key", std::string(name), all_keys());
  const auto text = equals == std::string_view::npos ? std::string_view() : trimmed(item.substr(equals + 1));
  const auto allowed = std::visit(NuisanceValue(text, nuisances), key->form);
  if (allowed) {
    return refused(fmt::format("{} ({}) has a value that it cannot have", key->name, key->meaning),
                   text.empty() ? "nothing" : std::string(text), *allowed);
  }
  return {};
}

}  // namespace

Expected<Nuisances> parse_nuisances(std::string_view text) {
  Nuisances nuisances;
  bool first = true;
  while (!text.empty()) {
    const auto comma = text.find(',');
    if (auto done = apply(trimmed(text.substr(0, comma)), first, nuisances); !done) return fail(done.error());
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
    first = false;
  }
  return nuisances;
}

std::string nuisance_text(const Nuisances& nuisances) {
  const Nuisances defaults;
  std::string text;
  for (const auto& key : nuisance_keys()) {
    const std::string value = value_text(key, nuisances);
    if (value == value_text(key, defaults)) continue;
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", key.name, value);
  }
  return text;
}

}  // namespace assay::engine::sim
