// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "json/json.hpp"

namespace assay::json {
namespace {

Unexpected refuse(const Value& value, std::string_view where, std::string limit) {
  return fail({.fault = Fault::bad_input,
               .what = "wrong value",
               .value = shown(value),
               .limit = std::move(limit),
               .where = std::string(where)});
}

Expected<const Value*> member(const Value& object, std::string_view key, std::string_view where) {
  if (!object.is_object()) return refuse(object, where, "an object");
  const auto found = object.find(key);
  if (found == object.end()) {
    return fail(
        {.fault = Fault::bad_input, .what = fmt::format("key '{}' is missing", key), .where = std::string(where)});
  }
  return &*found;
}

}  // namespace

std::string path_of(std::string_view where, std::string_view key) {
  // A key comes from outside: bounded, so that an error stays a sentence.
  const std::string_view name = key.substr(0, 80);
  return where.empty() ? std::string(name) : fmt::format("{}.{}", where, name);
}

std::string shown(const Value& value) {
  switch (value.type()) {
    case Value::value_t::null: return "null";
    case Value::value_t::object: return fmt::format("object of {}", value.size());
    case Value::value_t::array: return fmt::format("array of {}", value.size());
    case Value::value_t::string: {
      const auto& full = value.get_ref<const std::string&>();
      // Bytes are cut, not characters: the writer replaces what a cut leaves of one.
      return fmt::format("text {}", Value(full.substr(0, 60)).dump(-1, ' ', false, Value::error_handler_t::replace));
    }
    default: return value.dump();
  }
}

Expected<std::string> text(const Value& value, std::string_view where) {
  if (!value.is_string()) return refuse(value, where, "text");
  return value.get<std::string>();
}

Expected<bool> flag(const Value& value, std::string_view where) {
  if (!value.is_boolean()) return refuse(value, where, "true or false");
  return value.get<bool>();
}

Expected<double> number(const Value& value, std::string_view where) {
  if (!value.is_number() || !std::isfinite(value.get<double>())) return refuse(value, where, "a finite number");
  return value.get<double>();
}

Expected<std::int64_t> integer(const Value& value, std::string_view where, std::int64_t least, std::int64_t most) {
  const auto limit = [&] { return fmt::format("a whole number from {} to {}", least, most); };
  if (!value.is_number_integer()) return refuse(value, where, limit());
  if (value.is_number_unsigned()) {
    const auto found = value.get<std::uint64_t>();
    if (most < 0 || found > static_cast<std::uint64_t>(most)) return refuse(value, where, limit());
  }
  const auto found = value.get<std::int64_t>();
  if (found < least || found > most) return refuse(value, where, limit());
  return found;
}

Expected<std::uint64_t> u64(const Value& value, std::string_view where) {
  constexpr const char* kLimit = "a decimal string from \"0\" to \"18446744073709551615\"";
  if (!value.is_string()) return refuse(value, where, kLimit);
  const auto& digits = value.get_ref<const std::string&>();
  // One spelling per value: no sign, space or leading zero, so that equal values have equal bytes.
  const bool spelled = !digits.empty() && (digits.size() == 1 || digits.front() != '0') &&
                       std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  std::uint64_t result = 0;
  const char* const end = digits.data() + digits.size();
  if (!spelled || std::from_chars(digits.data(), end, result).ec != std::errc{}) return refuse(value, where, kLimit);
  return result;
}

Expected<std::string> text_at(const Value& object, std::string_view key, std::string_view where) {
  return member(object, key, where).and_then([&](const Value* value) { return text(*value, path_of(where, key)); });
}

Expected<bool> flag_at(const Value& object, std::string_view key, std::string_view where) {
  return member(object, key, where).and_then([&](const Value* value) { return flag(*value, path_of(where, key)); });
}

Expected<double> number_at(const Value& object, std::string_view key, std::string_view where) {
  return member(object, key, where).and_then([&](const Value* value) { return number(*value, path_of(where, key)); });
}

Expected<std::int64_t> integer_at(const Value& object, std::string_view key, std::string_view where, std::int64_t least,
                                  std::int64_t most) {
  return member(object, key, where).and_then([&](const Value* value) {
    return integer(*value, path_of(where, key), least, most);
  });
}

Expected<std::uint64_t> u64_at(const Value& object, std::string_view key, std::string_view where) {
  return member(object, key, where).and_then([&](const Value* value) { return u64(*value, path_of(where, key)); });
}

Expected<const Value*> array_at(const Value& object, std::string_view key, std::string_view where, std::size_t most) {
  auto found = member(object, key, where);
  if (!found) return found;
  if (!(*found)->is_array() || (*found)->size() > most) {
    return refuse(**found, path_of(where, key), fmt::format("an array of at most {}", most));
  }
  return found;
}

Expected<const Value*> object_at(const Value& object, std::string_view key, std::string_view where) {
  auto found = member(object, key, where);
  if (found && !(*found)->is_object()) return refuse(**found, path_of(where, key), "an object");
  return found;
}

Expected<void> only_keys(const Value& object, std::initializer_list<std::string_view> allowed, std::string_view where) {
  if (!object.is_object()) return refuse(object, where, "an object");
  for (const auto& [key, unused] : object.items()) {
    if (std::find(allowed.begin(), allowed.end(), key) != allowed.end()) continue;
    return fail({.fault = Fault::bad_input,
                 .what = "unknown key",
                 .value = Value(key.substr(0, 80)).dump(-1, ' ', false, Value::error_handler_t::replace),
                 .limit = fmt::format("{}", fmt::join(allowed, ", ")),
                 .where = std::string(where)});
  }
  return {};
}

}  // namespace assay::json
