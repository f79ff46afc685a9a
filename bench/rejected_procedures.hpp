// SPDX-License-Identifier: Apache-2.0
/// \file
/// Procedures that were tried and do not ship, and the one that does, on the same simulated sessions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "drawn_session.hpp"
#include "engine/sim/nuisances.hpp"

namespace assay::bench {

/// Nuisances and a truth, by the name that the table gives them.
struct Scene {
  std::string_view name{};
  engine::sim::Nuisances nuisances{};
  Truth truth{};
  double margin = 0.01;  ///< a fraction
};
[[nodiscard]] std::span<const Scene> scenes();

/// What a procedure says of a scene: −1 B is faster, +1 B is slower, 0 neither.
using Procedure = int (*)(const Scene& scene);

struct NamedProcedure {
  std::string_view name;
  std::string_view rule;  ///< in one sentence
  Procedure judge;
};
/// The one that ships is the last.
[[nodiscard]] std::span<const NamedProcedure> procedures();

struct ProcedureTally {
  std::size_t comparisons = 0;
  std::size_t right = 0;  ///< the direction of the truth
  std::size_t wrong = 0;  ///< a direction where there is none, or the other one
};
/// Scenes of `comparisons` different seeds.
[[nodiscard]] ProcedureTally try_procedure(const NamedProcedure& procedure, const Scene& scene, std::size_t comparisons,
                                           std::uint64_t seed);

}  // namespace assay::bench
