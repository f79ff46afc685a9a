// SPDX-License-Identifier: Apache-2.0
#include "clock/known_work.hpp"

#include <algorithm>
#include <cstddef>

namespace assay::clock {

std::string_view reason(Instrument state) {
  switch (state) {
    case Instrument::alive: return "alive: known work reads time";
    case Instrument::dead: return "dead: every stamp is 0, no device time can be published";
    case Instrument::incomplete: return "incomplete: some stamps of known work are 0";
    case Instrument::not_advancing: return "not advancing: known work begins and ends at one stamp";
    case Instrument::reader_at_fault: return "instrument fault: the stamps are good, the spans made of them are not";
    case Instrument::no_stamps: return "no pairs of stamps to judge";
  }
  return "not known";
}

Instrument check_known_work(std::span<const std::uint64_t> stamps, std::span<const std::uint64_t> spans) {
  if (stamps.empty() || stamps.size() % 2 != 0) return Instrument::no_stamps;
  const auto zeros = std::count(stamps.begin(), stamps.end(), std::uint64_t{0});
  if (static_cast<std::size_t>(zeros) == stamps.size()) return Instrument::dead;
  if (zeros > 0) return Instrument::incomplete;
  bool advances = false;
  for (std::size_t i = 0; i < stamps.size(); i += 2) advances = advances || stamps[i] != stamps[i + 1];
  if (!advances) return Instrument::not_advancing;
  if (spans.size() != stamps.size() / 2) return Instrument::reader_at_fault;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const std::uint64_t begin = stamps[2 * i], end = stamps[2 * i + 1];
    if (end > begin && spans[i] != end - begin) return Instrument::reader_at_fault;
  }
  return Instrument::alive;
}

}  // namespace assay::clock
