// SPDX-License-Identifier: Apache-2.0
/// \file
/// The seed of a run that was given none.
#pragma once

#include <cstdint>
#include <optional>
#include <random>

namespace assay::cli {

/// The one that was given, or one from the machine's own source of randomness; the result records it.
[[nodiscard]] inline std::uint64_t seed_or_drawn(const std::optional<std::uint64_t>& given) {
  if (given) return *given;
  std::random_device device;
  return (static_cast<std::uint64_t>(device()) << 32U) | device();
}

}  // namespace assay::cli
