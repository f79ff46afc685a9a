// SPDX-License-Identifier: Apache-2.0
#include "protocol/schedule.hpp"

#include <algorithm>
#include <cstddef>

#include "protocol/random_stream.hpp"

namespace assay::protocol {

namespace {

bool can_be_drawn(std::uint32_t instances, std::span<const std::uint32_t> pools) {
  return instances >= 2 && instances % 2 == 0 && instances <= kMostInstances &&
         std::all_of(pools.begin(), pools.end(), [=](std::uint32_t pool) { return pool >= instances; });
}

BlockPlan mirrored(const std::vector<std::uint32_t>& row, const std::vector<std::uint32_t>& letters) {
  BlockPlan block;
  block.slots.reserve(2 * row.size());
  for (const std::uint32_t letter : row) block.slots.push_back(letters[letter]);
  for (std::size_t i = row.size(); i > 0; --i) block.slots.push_back(letters[row[i - 1]]);
  block.lead_in = block.slots.front();
  return block;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> williams_rows(std::uint32_t n) {
  std::vector<std::uint32_t> first;
  for (std::uint32_t low = 0, high = n; first.size() < n;) {
    first.push_back(low++);
    if (first.size() > 1 && first.size() < n) first.push_back(--high);
  }
  std::vector<std::vector<std::uint32_t>> rows;
  for (std::uint32_t r = 0; r < n; ++r) {
    std::vector<std::uint32_t>& row = rows.emplace_back(first);
    for (std::uint32_t& letter : row) letter = (letter + r) % n;
  }
  return rows;
}

SquarePlan draw_square(std::uint64_t seed, std::uint32_t replicate, std::uint32_t square, std::uint32_t instances,
                       std::span<const std::uint32_t> pool_sizes_per_role) {
  SquarePlan plan;
  if (!can_be_drawn(instances, pool_sizes_per_role)) return plan;
  RandomStream random(seed, StreamPurpose::letters, replicate, square);
  const std::vector<std::uint32_t> letters = random.permutation(instances);
  // Replicates 2k and 2k+1 share the drawn order, one of them backwards: what a row's place in its square adds is then
  // met from both ends.
  std::vector<std::uint32_t> order =
      RandomStream(seed, StreamPurpose::rows, replicate / 2, square).permutation(instances);
  if (replicate % 2 == 1) std::reverse(order.begin(), order.end());

  const auto rows = williams_rows(instances);
  for (const std::uint32_t row : order) plan.blocks.push_back(mirrored(rows[row], letters));

  plan.allocation.resize(instances);
  for (const std::uint32_t pool : pool_sizes_per_role) {
    const std::vector<std::uint32_t> drawn = random.permutation(pool);
    for (std::uint32_t instance = 0; instance < instances; ++instance)
      plan.allocation[instance].push_back(drawn[instance]);
  }
  return plan;
}

}  // namespace assay::protocol
