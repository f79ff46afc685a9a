// SPDX-License-Identifier: Apache-2.0
/// \file
/// Strict JSON in both directions. The heavy header is fenced: include `json/json.hpp` only in `*_json.cpp`
/// files; everything else includes `json/json_fwd.hpp`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "error/error.hpp"
#include "json/json_fwd.hpp"

namespace assay::json {

/// Limits on what is read. A document past one of them is an error, never truncated.
struct ReadLimits {
  std::size_t bytes = 64U << 20U;
  int depth = 64;
};

/// Parses one JSON document: valid UTF-8, no duplicate keys, no trailing bytes, no comments, no NaN or Infinity, depth
/// and size bounded. `where` names the source in the error, which carries the byte offset.
[[nodiscard]] Expected<Value> parse(std::string_view text, std::string_view where, ReadLimits limits = {});

/// Writes one document. Non-finite numbers are an error (Fault::internal) that names the path; invalid UTF-8 in strings
/// (a driver's last words) is replaced by U+FFFD. `indent` < 0 writes one line.
[[nodiscard]] Expected<std::string> write(const Value& value, int indent = -1);

/// A finite number, or null: the only way a double that may be missing enters a document.
[[nodiscard]] Value number_or_null(double value);

// Readers of one value. Each fails with `where`, what was found and what is allowed; none converts in silence (1.5 is
// not an integer, -1 is not a count, "7" is not a number).
[[nodiscard]] Expected<std::string> text(const Value& value, std::string_view where);
[[nodiscard]] Expected<bool> flag(const Value& value, std::string_view where);
[[nodiscard]] Expected<double> number(const Value& value, std::string_view where);
[[nodiscard]] Expected<std::int64_t> integer(const Value& value, std::string_view where, std::int64_t least,
                                             std::int64_t most);
/// A 64-bit value, which travels as a decimal string without sign or leading zeros.
[[nodiscard]] Expected<std::uint64_t> u64(const Value& value, std::string_view where);

/// Path of a member: "" and "a" give "a", "a" and "b" give "a.b".
[[nodiscard]] std::string path_of(std::string_view where, std::string_view key);
/// A few words on what a value is, bounded in length: "null", "text \"abc\"", "array of 3".
[[nodiscard]] std::string shown(const Value& value);

// Readers of one member of an object. Each fails with the path, what was found and what is allowed; none converts in
// silence (1.5 is not an integer, -1 is not a count, "7" is not a number).
[[nodiscard]] Expected<std::string> text_at(const Value& object, std::string_view key, std::string_view where);
[[nodiscard]] Expected<bool> flag_at(const Value& object, std::string_view key, std::string_view where);
[[nodiscard]] Expected<double> number_at(const Value& object, std::string_view key, std::string_view where);
[[nodiscard]] Expected<std::int64_t> integer_at(const Value& object, std::string_view key, std::string_view where,
                                                std::int64_t least, std::int64_t most);
/// A 64-bit value, which travels as a decimal string: "18446744073709551615".
[[nodiscard]] Expected<std::uint64_t> u64_at(const Value& object, std::string_view key, std::string_view where);
[[nodiscard]] Expected<const Value*> array_at(const Value& object, std::string_view key, std::string_view where,
                                              std::size_t most);
[[nodiscard]] Expected<const Value*> object_at(const Value& object, std::string_view key, std::string_view where);
/// Fails when `object` is not an object or has a key outside `allowed`.
[[nodiscard]] Expected<void> only_keys(const Value& object, std::initializer_list<std::string_view> allowed,
                                       std::string_view where);

}  // namespace assay::json
