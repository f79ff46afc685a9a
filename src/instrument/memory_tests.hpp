// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the device's memory does: the rate at which growing working sets are read, past which size a cache no longer
/// holds one, and the rate of a copy.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "error/error.hpp"
#include "instrument/certify.hpp"
#include "instrument/device.hpp"
#include "result/certificate.hpp"

namespace assay::instrument {

/// Largest working set that is read, where the device's limits and memory allow it.
inline constexpr std::uint64_t kMostWorkingSetBytes = 512ULL << 20U;
/// Room that an engine's own bytes behind an allocation are sure to fit into.
inline constexpr std::uint64_t kRoomBehindBytes = 256;

/// Bytes moved a second where so many bytes are touched.
struct MemoryRate {
  std::uint64_t working_set_bytes = 0;
  double bytes_per_second = 0;
};

struct MemoryReadings {
  std::vector<MemoryRate> reads{};   ///< smallest working set first, each twice the one before
  std::optional<MemoryRate> copy{};  ///< of the largest size; bytes read and written together
};

/// What the readings say. `cache_bytes` is the largest working set that, like every smaller one, is read 1.3 times as
/// fast as the largest of all, where there is one: sizes are powers of two, so the last cache is at least that large
/// and less than twice it.
struct MemoryFinding {
  result::CertificateItem item{};
  std::optional<double> copy_bytes_per_second{};
  std::optional<std::uint64_t> cache_bytes{};
};
[[nodiscard]] MemoryFinding judge_memory(const MemoryReadings& readings);

/// Reads of 256 KiB … 512 MiB (a software device: 64 MiB) and a copy of the largest size, as far as the device's limits
/// and its memory go. The best of five runs each: what else uses the memory only takes away from it.
[[nodiscard]] Expected<MemoryReadings> measure_memory(Device& device, double stamp_ns, double quantum_ns,
                                                      const Progress& progress);

}  // namespace assay::instrument
