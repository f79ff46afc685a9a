// SPDX-License-Identifier: Apache-2.0
#include "report/comparison_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstddef>
#include <map>
#include <string_view>
#include <vector>

#include "report/cells.hpp"
#include "report/number_text.hpp"
#include "report/rig_text.hpp"
#include "report/text_layout.hpp"
#include "report/verdict_sentence.hpp"

namespace assay::report {
namespace {

using result::Comparison;

constexpr std::string_view kNothing = "–";
constexpr std::size_t kShownIdDigits = 12;  // enough to find the result by; the whole of it is in the CSV and the JSON

/// "n=1048576, m=4", and the state of the cache where it was asked for: it tells two results of a command apart.
std::string at_text(const Comparison& comparison) {
  std::string text = params_text(comparison.params);
  const auto& cache = comparison.schedule.cache;
  if (cache && !cache->asked.empty()) text += fmt::format("{}cache={}", text.empty() ? "" : ", ", cache->asked);
  return text;
}

std::string markdown_time(const Comparison& comparison, std::size_t arm) {
  if (!publishes_times(comparison.judgement.verdict) || arm >= comparison.arms.size()) return std::string(kNothing);
  const double ns = comparison.arms[arm].trial_ns();
  return ns > 0 ? duration_text(ns, 4) : std::string(kNothing);
}

std::string csv_number(double x) { return std::isfinite(x) ? fmt::format("{}", x == 0 ? 0.0 : x) : std::string(); }

std::string csv_time(const Comparison& comparison, std::size_t arm) {
  if (!publishes_times(comparison.judgement.verdict) || arm >= comparison.arms.size()) return {};
  const double ns = comparison.arms[arm].trial_ns();
  return ns > 0 ? csv_number(ns) : std::string();
}

std::string csv_name(const Comparison& comparison, std::size_t arm) {
  return arm < comparison.arms.size() ? csv_cell(comparison.arms[arm].name) : std::string();
}

}  // namespace

std::string markdown_header() {
  return "| verdict | B against A | at | effect on time | interval | floor | A | B | device | engine | seed | plan |\n"
         "|---|---|---|---|---|---|---|---|---|---|---|---|\n";
}

std::string markdown_row(const Comparison& comparison) {
  const result::Judgement& judgement = comparison.judgement;
  const ArmNames names = arm_names(comparison);
  const EffectText text(judgement);
  const bool shown = publishes_times(judgement.verdict) && known_effect(judgement).has_value();
  const auto where_shown = [&](bool finite, const std::string& cell) {
    return shown && finite ? cell : std::string(kNothing);
  };
  const std::string device = device_text(comparison.rig) + (comparison.rig.software ? ", software device" : "");
  const std::string engine = (comparison.rig.simulated ? "SIMULATED: " : "") + engine_text(comparison.rig);
  const std::string at = at_text(comparison);
  const std::vector<std::string> cells{
      fmt::format("**{}**", result::word(judgement.verdict)),
      markdown_cell(fmt::format("{} against {}", names.b, names.a)),
      at.empty() ? std::string(kNothing) : markdown_cell(at),
      where_shown(true, text.signed_percent(judgement.effect)),
      where_shown(judgement.interval.is_finite(), text.range(judgement.interval)),
      where_shown(judgement.band.is_finite(), text.range(judgement.band)),
      markdown_time(comparison, 0),
      markdown_time(comparison, 1),
      device.empty() ? std::string(kNothing) : markdown_cell(device),
      markdown_cell(engine),
      fmt::format("{}", comparison.schedule.seed),
      markdown_cell(comparison.plan_id.substr(0, kShownIdDigits)),
  };
  return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

std::string csv_header() {
  return "started_utc,probe,params,plan_id,engine,engine_version,adapter,driver,software,simulated,arm_a,arm_b,verdict,"
         "effect,interval_low,interval_high,band_low,band_high,margin,trial_a_ns,trial_b_ns,lattice_ns,"
         "replicates,squares,void_squares,seed,reason\n";
}

std::string csv_row(const Comparison& comparison) {
  const result::Judgement& judgement = comparison.judgement;
  const result::Rig& rig = comparison.rig;
  const bool shown = publishes_times(judgement.verdict) && known_effect(judgement).has_value();
  const auto fraction = [&](double log_ratio) {
    // Checked before the transformation: an end that is not known is -infinity, and expm1 of it a plausible -1.
    return shown && std::isfinite(log_ratio) ? csv_number(std::expm1(log_ratio)) : std::string();
  };
  const std::vector<std::string> cells{
      csv_cell(comparison.started_utc),
      csv_cell(comparison.probe),
      csv_cell(at_text(comparison)),
      csv_cell(comparison.plan_id),
      csv_cell(rig.engine),
      csv_cell(rig.engine_version),
      csv_cell(rig.adapter),
      csv_cell(rig.driver),
      rig.software ? "true" : "false",
      rig.simulated ? "true" : "false",
      csv_name(comparison, 0),
      csv_name(comparison, 1),
      std::string(result::word(judgement.verdict)),
      fraction(judgement.effect),
      fraction(judgement.interval.low),
      fraction(judgement.interval.high),
      fraction(judgement.band.low),
      fraction(judgement.band.high),
      csv_number(comparison.margin),
      csv_time(comparison, 0),
      csv_time(comparison, 1),
      comparison.certificate.lattice_ns ? csv_number(*comparison.certificate.lattice_ns) : std::string(),
      fmt::format("{}", judgement.replicates.size()),
      fmt::format("{}", judgement.squares),
      fmt::format("{}", judgement.void_squares),
      fmt::format("{}", comparison.schedule.seed),
      judgement.reasons.empty() ? std::string() : csv_cell(judgement.reasons.front()),
  };
  return fmt::format("{}\n", fmt::join(cells, ","));
}

}  // namespace assay::report
