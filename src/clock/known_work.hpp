// SPDX-License-Identifier: Apache-2.0
/// \file
/// "Known work reads something": the first self-test of any instrument, and of the code that reads it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace assay::clock {

enum class Instrument {
  alive,
  dead,            ///< every stamp is 0: the device does not stamp
  incomplete,      ///< some stamps are 0
  not_advancing,   ///< stamps are written and each begin equals its end
  reader_at_fault,  ///< the stamps are good and the spans made of them are not: a fault of the code, not of the device
  no_stamps,  ///< nothing to judge, or stamps that do not come in pairs
};
/// One clause with what it forbids: "dead: every stamp is 0, no time can be published".
[[nodiscard]] std::string_view reason(Instrument state);

/// Judges raw stamps `[b0, e0, …]` of work that certainly takes time, together with the spans (raw units) that the
/// reader under test made of them, one per pair. All-zero spans beside good stamps are the reader's fault.
[[nodiscard]] Instrument check_known_work(std::span<const std::uint64_t> stamps, std::span<const std::uint64_t> spans);

}  // namespace assay::clock
