// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which instance runs when, and on which allocations: mirrored Williams squares drawn anew for every square.
///
/// E. J. Williams, "Experimental designs balanced for the estimation of residual effects of treatments", Australian
/// Journal of Scientific Research A 2 (1949) 149–168. Run forwards and then backwards behind a copy of its first slot,
/// such a square has every instance in every position equally often and lets every instance follow every instance,
/// itself included, exactly twice: linear drift, any fixed effect of the position and first-order carry-over cancel.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace assay::protocol {

/// Instances that one square may hold (two per arm).
inline constexpr std::uint32_t kMostInstances = 64;

/// The rows of the square over `n` instances: row 0 = 0, 1, n−1, 2, n−2, …; row r = row 0 + r (mod n). `n` is even in
/// every use here; for an odd n the rows alone are not balanced for carry-over.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> williams_rows(std::uint32_t n);

/// One block: an untimed copy of its first slot, then a row forwards and mirrored.
struct BlockPlan {
  std::uint32_t lead_in = 0;  ///< instance of the untimed slot: always slots.front()
  std::vector<std::uint32_t> slots{};  ///< instances in running order; 2 · instances of them
};

struct SquarePlan {
  std::vector<BlockPlan> blocks{};  ///< as many as instances
  std::vector<std::vector<std::uint32_t>> allocation{};  ///< [instance][role] → index into that role's pool
};

/// The plan of one square, from the seed and its place alone. Letters, order of the rows and allocations are drawn; in
/// every other replicate the rows run in reversed order. Within a square no two instances share an allocation of a
/// role. No blocks at all for an odd number of instances, fewer than 2 or more than kMostInstances, and for a pool
/// smaller than the number of instances (choose_pool makes none).
[[nodiscard]] SquarePlan draw_square(std::uint64_t seed, std::uint32_t replicate, std::uint32_t square,
                                     std::uint32_t instances, std::span<const std::uint32_t> pool_sizes_per_role);

}  // namespace assay::protocol
