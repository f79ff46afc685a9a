// SPDX-License-Identifier: Apache-2.0
/// \file
/// Numbers as people read them: always with their unit, the same in every locale, never NaN, never "-0".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay::report {

/// Printed wherever a number is missing or not finite.
inline constexpr std::string_view kNotKnown = "not known";

enum class Sign { negative_only, always };

/// A duration in the unit of its size (ns, µs, ms, s), with `digits` significant digits: 999.5e3 → "1.00 ms".
[[nodiscard]] std::string duration_text(double ns, int digits = 3);
[[nodiscard]] std::string duration_text(const std::optional<double>& ns, int digits = 3);

/// A time for people to wait: "0:07", "12:30", "1:02:03" (hours, minutes, whole seconds, rounded up).
[[nodiscard]] std::string waiting_text(double seconds);

/// A whole number in groups of three: 65536 → "65,536".
[[nodiscard]] std::string count_text(std::uint64_t count);

/// "1 square", "2 squares", "65,536 squares".
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view singular);

/// A nanosecond count that stands for a spacing of stamps: whole numbers in full ("65,536 ns"), others as a duration.
[[nodiscard]] std::string lattice_text(const std::optional<double>& ns);

/// Bytes in binary units: 1536 → "1.5 KiB"; whole below one KiB.
[[nodiscard]] std::string bytes_text(std::uint64_t bytes);

/// An amount per second in decimal units: (4.8e12, "B") → "4.80 TB/s", (1e6, "items") → "1.00 M items/s".
[[nodiscard]] std::string rate_text(double per_second, std::string_view unit);

/// A fraction as percent with `decimals` places: (0.0487, 1) → "4.9 %".
[[nodiscard]] std::string percent_text(double fraction, int decimals, Sign sign = Sign::negative_only);

/// A declared fraction as percent, with only the digits that it has: 0.01 → "1 %", 0.0025 → "0.25 %".
[[nodiscard]] std::string declared_percent_text(double fraction, Sign sign = Sign::negative_only);

/// A ratio with `decimals` places, more where three significant digits need them: (0.9536, 3) → "0.954 ×".
[[nodiscard]] std::string factor_text(double factor, int decimals);

/// Decimal places of a percentage that shows two significant digits of `half_width` (a fraction); 0 … 5, and 1 where
/// the half width is not known.
[[nodiscard]] int percent_decimals(double half_width);

}  // namespace assay::report
