// SPDX-License-Identifier: Apache-2.0
/// \file
/// The arithmetic of probe files: + - * / ^ ( ), ceildiv, floordiv, mod, min, max, log2 over named numbers. Exact:
/// steps are fractions of 64-bit integers, so a result is right or refused. docs/probe-files.md says why no library
/// does this.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "error/error.hpp"
#include "plan/rational.hpp"

namespace assay::plan {

/// Largest whole number that every consumer (double, JSON, JavaScript) holds exactly: 2^53 − 1.
inline constexpr std::int64_t kMostWhole = 9007199254740991;

/// Value of a name, or nothing. May throw a Refusal of its own (a cycle of parameters).
using Lookup = std::function<std::optional<Rational>(std::string_view name)>;

/// The exact value; Fault::bad_input with the character position for anything else. `where` goes into the error.
[[nodiscard]] Expected<Rational> evaluate(std::string_view text, const Lookup& lookup, std::string_view where);

/// The same, which must be whole and within ± (2^53 − 1): "n / 1024 is not whole … ceildiv(n, 1024)?".
[[nodiscard]] Expected<std::int64_t> evaluate_whole(std::string_view text, const Lookup& lookup,
                                                    std::string_view where);

/// Whether `name` can name a parameter: a letter or _, then letters, digits, _; not a function's name.
[[nodiscard]] bool is_name(std::string_view name);
[[nodiscard]] bool is_function(std::string_view name);

}  // namespace assay::plan
