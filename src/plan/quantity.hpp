// SPDX-License-Identifier: Apache-2.0
/// \file
/// Numbers with units: "1 %", "-13 % .. -5 %", "4.8 TB/s", "50 MiB".
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "error/error.hpp"

namespace assay::plan {

/// "1 %" → 0.01. A missing or other unit is refused, because 1 could mean either.
[[nodiscard]] Expected<double> parse_percent(std::string_view text, std::string_view where);

/// "-13 % .. -5 %" → {−0.13, −0.05}; the first must not be above the second.
[[nodiscard]] Expected<std::pair<double, double>> parse_percent_range(std::string_view text, std::string_view where);

/// "50 MiB" → 52428800. Units: B, kB, MB, GB, TB (powers of 1000), KiB, MiB, GiB, TiB (powers of 1024).
[[nodiscard]] Expected<std::uint64_t> parse_bytes(std::string_view text, std::string_view where);

/// "4.8 TB/s" → 4.8e12, the same units a second.
[[nodiscard]] Expected<double> parse_bytes_per_second(std::string_view text, std::string_view where);

}  // namespace assay::plan
