// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/event_log.hpp"

#include <fmt/format.h>

#include <utility>

namespace assay::engine {

void EventLog::add(messages::Event event) {
  if (event.text.size() > kMostTextBytes) {
    std::size_t end = kMostTextBytes;
    // Never end inside a UTF-8 sequence.
    while (end > 0 && (static_cast<unsigned char>(event.text[end]) & 0xC0U) == 0x80U) --end;
    event.text.resize(end);
    event.text += "…";
  }
  events_.push_back(std::move(event));
  if (events_.size() > kMostEvents) {
    events_.pop_front();
    ++dropped_;
  }
}

std::vector<messages::Event> EventLog::take() {
  std::vector<messages::Event> result;
  if (dropped_ > 0) {
    result.push_back(
        {.kind = messages::Event::Kind::log,
         .text = fmt::format("{} older events were dropped: an engine's newest {} are kept", dropped_, kMostEvents)});
  }
  result.insert(result.end(), std::make_move_iterator(events_.begin()), std::make_move_iterator(events_.end()));
  events_.clear();
  dropped_ = 0;
  return result;
}

}  // namespace assay::engine
