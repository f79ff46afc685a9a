// SPDX-License-Identifier: Apache-2.0
/// \file
/// What an engine said unasked, bounded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "messages/messages.hpp"

namespace assay::engine {

class EventLog {
 public:
  static constexpr std::size_t kMostEvents = 1000;
  static constexpr std::size_t kMostTextBytes = 4096;  ///< of one event; the rest is cut off

  void add(messages::Event event);
  /// All events since the last call, oldest first. Where old ones were dropped, a `log` event in front says how many.
  [[nodiscard]] std::vector<messages::Event> take();

 private:
  std::deque<messages::Event> events_{};
  std::uint64_t dropped_ = 0;
};

}  // namespace assay::engine
