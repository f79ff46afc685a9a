// SPDX-License-Identifier: Apache-2.0
/// \file
/// A comparison with every member set to something of its own.
#pragma once

#include "result/comparison.hpp"

namespace assay::result {

inline SquareRecord sample_square(std::uint64_t begin) {
  return {.blocks = {{.slots = {{.instance = 0, .begin = begin, .end = begin + 2231361, .later = {begin + 2300000, 1}},
                                {.instance = 3, .begin = begin + 3000000, .end = 18446744073709551615U}},
                      .wall_ns = 9007199254740993U}}};
}

inline Comparison sample_comparison() {
  Comparison c;
  c.assay_version = "0.1.0";
  c.started_utc = "2026-11-30T17:36:42Z";
  c.seconds = 41.7;
  c.command = "assay compare probes/reduce.toml";
  c.probe = "reduce.toml";
  c.plan_id = std::string(64, 'a');
  c.question = "a \"quoted\" question\n\twith é 漢字";
  c.margin = 0.01;
  c.predicted = {-0.13, -0.05};
  c.rig = {.engine = "wgpu-native",
           .engine_version = "29.0.1.1",
           .worker_build = "abc",
           .toggles = {"bare"},
           .adapter = "llvmpipe",
           .driver = "Mesa 25.0.7",
           .backend = "Vulkan",
           .vendor_id = 65541,
           .device_id = 1,
           .software = true,
           .features = {"timestamp-query"},
           .limits = {{"maxBufferSize", 18446744073709551615U}},
           .host = "Debian 12",
           .cores = 2,
           .load_1min = 0.3,
           .assay_version = "0.1.0"};
  c.certificate.items = {{.name = "lattice",
                          .state = CertificateItem::State::failed,
                          .value = "v",
                          .rule = "r",
                          .forbids = "f",
                          .numbers = {{"quantum_raw", 32.0}}}};
  c.certificate.alive = true;
  c.certificate.stamp_ns = 1.0;
  c.certificate.lattice_ns = 32.0;
  c.certificate.empty_submission_ns = 18600.5;
  c.certificate.empty_pass_ns = 5120;
  c.certificate.gap_ns = 6000;
  c.schedule = {.seed = 18446744073709551615U,
                .replicates = 5,
                .squares = 8,
                .trials = 3,
                .dither = true,
                .location = Location::sum,
                .budget_s = 30,
                .pool = 4};
  c.gate = {.passed = true,
            .message = "1,048,576 bytes equal",
            .sha256 = std::string(64, 'b'),
            .bytes = 1048576,
            .blocks_checked = 60,
            .blocks_wrong = 7};
  c.arms = {{.name = "tree", .passes = 1, .median_trial_ns = 2231361.0 / 3, .first_over_plateau = 2.1},
            {.name = "subgroup", .passes = 2, .median_trial_ns = 0.1, .first_over_plateau = 1.0}};
  c.rates = {{"bytes", 4198400}};
  SquareRecord torn = sample_square(7);
  torn.void_reason = "the stamps were never written";
  c.replicates = {
      {.warm_up = {sample_square(1)}, .squares = {sample_square(2), torn}, .wall_ns = 123, .events = {"log"}}};
  c.duty = 0.83;
  c.warnings = {"software device"};
  c.judgement = {.verdict = Verdict::faster,
                 .effect = -0.0487,
                 .interval = {-0.055, -0.041},
                 .equivalence = {-0.053, -0.043},
                 .band = {-0.001, 0.1 + 0.2},
                 .replicates = {-0.0487, -0.05},
                 .squares = 80,
                 .void_squares = 1,
                 .reasons = {"because"}};
  return c;
}

}  // namespace assay::result
