// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is done with a device before anything is timed, the same for comparisons, profiles and captures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "error/error.hpp"
#include "instrument/certify.hpp"
#include "instrument/device.hpp"
#include "plan/plan.hpp"
#include "result/certificate.hpp"
#include "result/judgement.hpp"
#include "result/rig.hpp"

namespace assay::protocol {

/// Continuous work before a warm-up. On an H200 the clock was down to less than half after two seconds of short bursts,
/// and up again after this.
inline constexpr double kBurnNs = 150e6;

/// The reference kernel: short against the work, long against the lattice.
inline constexpr double kReferenceNs = 100e3;
inline constexpr double kReferenceQuanta = 10;

/// A prediction from a quiet moment may be this far below what a busy machine needs.
inline constexpr double kPatience = 10;

struct DeviceWish {
  std::string adapter{};  ///< part of the adapter's name; empty: the best one
  std::vector<std::string> toggles{};  ///< of the engine: "bare"
  std::uint64_t deadline_ms = 30000;
  bool clock = true;  ///< with timestamps
};

/// A fresh process whose device has what the plan needs. A limit that it lacks is said in the plan's terms.
[[nodiscard]] Expected<instrument::Device> open_device(const plan::Plan& plan, const engine::Launcher& launch,
                                                       const DeviceWish& wish);

/// Sessions are pooled, and so they must be of one engine, device, driver and clock.
class SameDevice {
 public:
  /// Fault::broken_run, with both devices named, where this is another one than at the first call.
  [[nodiscard]] Expected<void> check(const instrument::Device& device);

 private:
  std::string first_{};
};

/// Fills in engine, device, toggles, features and limits; what is known of the machine stays as it is.
void describe_rig(const instrument::Device& device, const std::vector<std::string>& toggles, result::Rig& rig);

/// instrument::certify(); Fault::broken_run where the machine was too busy for an answer. Whether the clock is fit is
/// the caller's to ask.
[[nodiscard]] Expected<result::Certificate> certify_at_rest(instrument::Device& device,
                                                            const instrument::Progress& progress);

/// Fault::bad_input for an arm of more stamped passes than `most`, which one submission holds.
[[nodiscard]] Expected<void> check_stampable(const plan::Plan& plan, std::size_t passes, std::size_t most);

/// The verdict that a failure is; nothing where it is none, but an error of the command.
[[nodiscard]] std::optional<result::Impediment> ended_by(const Error& error);

}  // namespace assay::protocol
