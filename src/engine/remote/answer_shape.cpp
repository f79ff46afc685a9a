// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/answer_shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

namespace assay::engine {
namespace {

std::optional<std::string> counts_differ(const char* of, std::size_t got, std::size_t wanted) {
  if (got == wanted) return std::nullopt;
  return fmt::format("answered with {} {} where {} were asked for", got, of, wanted);
}

}  // namespace

TrackStamps stamps_of(const messages::Track& track) {
  const auto stamped = std::count_if(track.ops.begin(), track.ops.end(), [](const messages::Op& op) {
    const auto* pass = std::get_if<messages::PassOp>(&op);
    return pass != nullptr && pass->stamped;
  });
  return {.stamped_passes = static_cast<std::size_t>(stamped), .trials = track.trials};
}

std::optional<std::string> misfit(const messages::Open& wish, const messages::OpenAnswer& answer) {
  if (wish.list_only || answer.chosen < answer.adapters.size()) return std::nullopt;
  return fmt::format("chose adapter {} of {}", answer.chosen, answer.adapters.size());
}

std::optional<std::string> misfit(const messages::Kernels& wish, const messages::KernelsAnswer& answer) {
  if (auto differ = counts_differ("kernels", answer.kernels.size(), wish.kernels.size())) return differ;
  for (std::size_t i = 0; i < wish.kernels.size(); ++i) {
    if (answer.kernels[i].id != wish.kernels[i].id) {
      return fmt::format("answered for kernel {} in the place of {}", answer.kernels[i].id, wish.kernels[i].id);
    }
  }
  return std::nullopt;
}

std::optional<std::string> misfit(const messages::Allocate& wish, const messages::AllocateAnswer& answer) {
  for (const auto id : answer.out_of_memory) {
    const bool asked = std::any_of(wish.allocations.begin(), wish.allocations.end(),
                                   [&](const messages::Allocation& allocation) { return allocation.id == id; });
    if (!asked) return fmt::format("found no memory for allocation {}, which nobody asked for", id);
  }
  return std::nullopt;
}

std::optional<std::string> misfit(const messages::Read& wish, const messages::ReadAnswer& answer) {
  return counts_differ("bytes", answer.data.size(), wish.bytes);
}

std::optional<std::string> misfit(const messages::Sha256&, const messages::Sha256Answer& answer) {
  const bool hex = answer.hex.size() == 64 && answer.hex.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (hex) return std::nullopt;
  return "answered with something that is no SHA-256";
}

std::optional<std::string> misfit(const messages::Run& wish, const messages::RunAnswer& answer,
                                  const TrackStampsById& tracks) {
  if (auto differ = counts_differ("unwritten queries", answer.unwritten.size(), wish.unwritten_queries)) return differ;
  if (auto differ = counts_differ("submissions", answer.submissions.size(), wish.submissions.size())) return differ;
  for (std::size_t s = 0; s < wish.submissions.size(); ++s) {
    const auto& slots = wish.submissions[s].slots;
    const auto& readings = answer.submissions[s].slots;
    if (auto differ = counts_differ("slots", readings.size(), slots.size())) return differ;
    for (std::size_t i = 0; i < slots.size(); ++i) {
      const auto track = tracks.find(slots[i].track);
      if (track == tracks.end()) return fmt::format("ran track {}, which it was never told", slots[i].track);
      const std::size_t wanted = track->second.stamps(slots[i].trials);
      if (auto differ = counts_differ("stamps", readings[i].stamps.size(), wanted)) return differ;
    }
  }
  std::size_t bytes = 0;
  for (const auto& read : wish.reads) bytes += read.bytes;
  return counts_differ("bytes", answer.reads.size(), bytes);
}

}  // namespace assay::engine
