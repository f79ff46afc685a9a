// SPDX-License-Identifier: Apache-2.0
#include "plan/workgroups.hpp"

#include <optional>
#include <string>

#include "plan/limits.hpp"

namespace assay::plan {
namespace {

constexpr std::int64_t kMostU32 = 4294967295;

std::uint32_t groups_of(const Scope& scope, const Node& node) {
  const std::int64_t value = whole_of(scope, node, -kMostWhole, kMostWhole);
  if (value == 0) {
    scope.source.refuse(
        node.place,
        {.what = "zero workgroups: nothing to do", .value = shown(node), .advice = "use a larger n, or ceildiv"});
  }
  if (value < 0 || value > kMostU32) {
    scope.source.refuse(node.place, {.what = "the number of workgroups is out of range",
                                     .value = std::to_string(value),
                                     .limit = "1 to 65535 in each direction",
                                     .advice = "{ linear = N } asks for a 2-D shape"});
  }
  return static_cast<std::uint32_t>(value);
}

std::array<std::uint32_t, 3> read_linear(const Scope& scope, const Node& node) {
  only_keys(scope.source, node, "'workgroups'", {"linear"});
  const Node& linear = required_member(scope.source, node, "linear");
  const std::int64_t count = whole_of(scope, linear, -kMostWhole, kMostWhole);
  if (count == 0) scope.source.refuse(linear.place, {.what = "zero workgroups: nothing to do", .value = shown(linear)});
  // The portable limit: a plan has the same shape on every device.
  const auto limit = static_cast<std::uint32_t>(DeviceLimits{}.maxComputeWorkgroupsPerDimension);
  const auto shape = count < 0 ? std::nullopt : linear_shape(static_cast<std::uint64_t>(count), limit);
  if (!shape) {
    scope.source.refuse(linear.place, {.what = "the number of workgroups is out of range",
                                       .value = std::to_string(count),
                                       .limit = "1 to 65535 x 65535",
                                       .advice = "let each workgroup do more"});
  }
  return *shape;
}

}  // namespace

std::optional<std::array<std::uint32_t, 3>> linear_shape(std::uint64_t count, std::uint32_t limit) {
  if (count <= limit) return std::array{static_cast<std::uint32_t>(count), 1U, 1U};
  const std::uint64_t fewest = (count + limit - 1) / limit;
  if (fewest > limit) return std::nullopt;
  constexpr std::uint64_t kTried = 64;
  for (std::uint64_t rows = fewest; rows < fewest + kTried && rows <= limit; ++rows) {
    if (count % rows == 0)
      return std::array{static_cast<std::uint32_t>(count / rows), static_cast<std::uint32_t>(rows), 1U};
  }
  return std::array{static_cast<std::uint32_t>((count + fewest - 1) / fewest), static_cast<std::uint32_t>(fewest), 1U};
}

std::array<std::uint32_t, 3> read_workgroups(const Scope& scope, const Node& node) {
  if (node.kind == Node::Kind::table) return read_linear(scope, node);
  if (node.kind != Node::Kind::array) return {groups_of(scope, node), 1, 1};
  if (node.children.empty() || node.children.size() > 3) {
    scope.source.refuse(node.place, {.what = "'workgroups' has an unusable length",
                                     .value = std::to_string(node.children.size()),
                                     .limit = "1 to 3 numbers"});
  }
  std::array<std::uint32_t, 3> groups = {1, 1, 1};
  for (std::size_t i = 0; i < node.children.size(); ++i) groups[i] = groups_of(scope, node.children[i]);
  return groups;
}

}  // namespace assay::plan
