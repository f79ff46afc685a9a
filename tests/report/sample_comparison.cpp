// SPDX-License-Identifier: Apache-2.0
#include "report/sample_comparison.hpp"

#include <cmath>
#include <sstream>

namespace assay::report::testing {
namespace {

using result::Comparison;
using result::Verdict;

stats::Interval percent(double low, double high) { return {std::log1p(low / 100), std::log1p(high / 100)}; }
double percent(double effect) { return std::log1p(effect / 100); }

Comparison measured() {
  Comparison c;
  c.assay_version = "0.1.0";
  c.started_utc = "2026-11-30T17:36:42Z";
  c.seconds = 41.2;
  c.command = "assay compare probes/sum.toml";
  c.probe = "sum.toml";
  c.plan_id = "0f1e2d";
  c.predicted = {-0.13, -0.05};
  c.rig.engine = "wgpu-native";
  c.rig.engine_version = "29.0.1.1";
  c.rig.adapter = "Example GPU 9000";
  c.rig.driver = "580.1";
  c.rig.backend = "Vulkan";
  c.certificate.alive = true;
  c.certificate.stamp_ns = 1;
  c.certificate.lattice_ns = 32;
  c.certificate.empty_pass_ns = 5120;
  c.certificate.empty_submission_ns = 18600;
  c.certificate.gap_ns = 6000;
  for (const char* name : {"alive", "lattice", "unit", "barrier", "digest"}) {
    c.certificate.items.push_back({.name = name, .state = result::CertificateItem::State::passed});
  }
  c.schedule.seed = 7;
  c.schedule.trials = 40;
  c.gate = {.passed = true,
            .message = "4 instances gave the same 4,096 bytes under two poisons",
            .sha256 = "",
            .bytes = 4096,
            .blocks_checked = 320,
            .blocks_wrong = 0};
  c.arms = {{.name = "tree", .passes = 1, .median_trial_ns = 52345.6, .first_over_plateau = 2.13},
            {.name = "subgroup", .passes = 1, .median_trial_ns = 54910.1, .first_over_plateau = 1.4}};
  c.rates["bytes"] = 4198400;
  c.duty = 0.83;
  c.judgement.squares = 80;
  return c;
}

Comparison judged(Verdict verdict, double effect, stats::Interval interval, std::vector<double> replicates,
                  std::string reason) {
  Comparison c = measured();
  c.judgement.verdict = verdict;
  c.judgement.effect = percent(effect);
  c.judgement.interval = interval;
  c.judgement.equivalence = interval;
  c.judgement.band = percent(-0.15, 0.51);
  for (const double r : replicates) c.judgement.replicates.push_back(percent(r));
  c.judgement.reasons = {std::move(reason)};
  return c;
}

}  // namespace

Comparison slower_comparison() {
  return judged(Verdict::slower, 4.87, percent(4.12, 5.63), {4.7, 5.1, 4.9, 4.4, 5.2},
                "both intervals lie above zero, and the effect lies outside the band");
}

Comparison faster_comparison() {
  Comparison c = judged(Verdict::faster, -4.81, percent(-5.6, -4.1), {-4.7, -5.1, -4.9, -4.4, -5.2},
                        "both intervals lie below zero, and the effect lies outside the band");
  c.arms[1].median_trial_ns = 49830;
  c.arms[1].passes = 2;
  c.predicted.reset();
  return c;
}

Comparison null_comparison() {
  Comparison c = judged(Verdict::null, 0.299, percent(0.2866, 0.3139), {0.30, 0.29, 0.31, 0.30, 0.30},
                        "the intervals at 5 % a side and the band lie inside the margin");
  c.judgement.band = percent(-0.004, 0.012);
  c.judgement.equivalence = percent(0.2888, 0.3085);
  c.arms[1].median_trial_ns = 52502.1;
  return c;
}

Comparison unresolved_comparison() {
  Comparison c = judged(Verdict::unresolved, 0.61, percent(-0.38, 1.57), {0.9, -0.2, 0.7, 1.1, 0.5},
                        "the interval reaches over zero and past the margin; about 140 more squares would halve it");
  c.judgement.void_squares = 3;
  c.judgement.squares = 77;
  c.arms[1].median_trial_ns = 52664.9;
  c.schedule.pool = 4;
  return c;
}

Comparison incorrect_comparison() {
  Comparison c = slower_comparison();
  c.judgement.verdict = Verdict::incorrect;
  c.judgement.reasons = {"7 of 60 checked blocks wrong in arm subgroup"};
  c.gate = {.passed = false,
            .message = "'partials' of subgroup was never written at index 1023 (and 12 more), tree has 0x42c80000",
            .sha256 = "",
            .bytes = 4096,
            .blocks_checked = 60,
            .blocks_wrong = 7};
  c.replicates.resize(1);
  return c;
}

Comparison void_comparison() {
  Comparison c = slower_comparison();
  c.judgement.verdict = Verdict::void_run;
  c.judgement.reasons = {"the worker ended by signal 6 (aborted) while replicate 3 ran"};
  c.replicates.resize(3);
  c.replicates[2].events = {"thread panicked at src/queue.rs:\n\tdevice \x1b[31mlost\x1b[0m"};
  return c;
}

Comparison unfit_comparison() {
  Comparison c = slower_comparison();
  c.judgement = {};
  c.judgement.verdict = Verdict::unfit;
  c.judgement.reasons = {"stamps do not move: every span of the known work reads zero"};
  c.certificate.alive = false;
  c.certificate.lattice_ns.reset();
  c.certificate.empty_pass_ns.reset();
  c.certificate.items[0] = {.name = "alive",
                            .state = result::CertificateItem::State::failed,
                            .value = "begin 0, end 0",
                            .rule = "0 < begin < end",
                            .forbids = "every reading but wall time"};
  c.gate = {};
  return c;
}

Comparison simulated_comparison() {
  Comparison c = slower_comparison();
  c.rig = {
      .engine = "sim", .engine_version = "drift=2%,quantum=65536", .adapter = "simulated device", .simulated = true};
  c.certificate.lattice_ns = 65536;
  return c;
}

bool every_line_begins_with(const std::string& text, const std::string& mark) {
  std::istringstream stream(text);
  std::size_t lines = 0;
  for (std::string line; std::getline(stream, line); ++lines) {
    if (!line.starts_with(mark)) return false;
  }
  return lines > 0;
}

Comparison sample(Verdict verdict) {
  switch (verdict) {
    case Verdict::incorrect: return incorrect_comparison();
    case Verdict::void_run: return void_comparison();
    case Verdict::unfit: return unfit_comparison();
    case Verdict::null: return null_comparison();
    case Verdict::faster: return faster_comparison();
    case Verdict::slower: return slower_comparison();
    case Verdict::unresolved: break;
  }
  return unresolved_comparison();
}

}  // namespace assay::report::testing
