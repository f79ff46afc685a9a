// SPDX-License-Identifier: Apache-2.0
#include "json/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "json/json.hpp"

namespace assay::json {
namespace {

constexpr std::int64_t kMostU32 = std::numeric_limits<std::uint32_t>::max();

template <class T, class U>
bool store(Expected<T> found, U& to, std::optional<Error>& error) {
  if (!found) {
    if (!error) error = std::move(found.error());
    return false;
  }
  to = static_cast<U>(std::move(*found));
  return true;
}

}  // namespace

void set(Value& to, const std::string& value) { to = value; }
void set(Value& to, bool value) { to = value; }
void set(Value& to, std::uint32_t value) { to = value; }
void set(Value& to, std::uint64_t value) { to = fmt::format("{}", value); }
void set(Value& to, double value) { to = value; }
void set(Value& to, const std::array<std::uint32_t, 3>& value) { to = value; }

bool take(const Value& from, std::string& to, std::string_view path, std::optional<Error>& error) {
  return store(text(from, path), to, error);
}
bool take(const Value& from, bool& to, std::string_view path, std::optional<Error>& error) {
  return store(flag(from, path), to, error);
}
bool take(const Value& from, std::uint32_t& to, std::string_view path, std::optional<Error>& error) {
  return store(integer(from, path, 0, kMostU32), to, error);
}
bool take(const Value& from, std::uint64_t& to, std::string_view path, std::optional<Error>& error) {
  return store(u64(from, path), to, error);
}
bool take(const Value& from, double& to, std::string_view path, std::optional<Error>& error) {
  return store(number(from, path), to, error);
}
bool take(const Value& from, std::array<std::uint32_t, 3>& to, std::string_view path, std::optional<Error>& error) {
  if (!from.is_array() || from.size() != to.size()) {
    if (!error) {
      error = Error{.fault = Fault::bad_input,
                    .what = "wrong value",
                    .value = shown(from),
                    .limit = "an array of 3 whole numbers",
                    .where = std::string(path)};
    }
    return false;
  }
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (!take(from[i], to[i], path, error)) return false;
  }
  return true;
}

std::string key_text(const std::string& key) { return key; }
std::string key_text(std::uint32_t key) { return fmt::format("{}", key); }
bool take_key(const std::string& text, std::string& key) {
  key = text;
  return true;
}
bool take_key(const std::string& text, std::uint32_t& key) {
  const auto found = u64(Value(text), "");
  if (!found || *found > static_cast<std::uint64_t>(kMostU32)) return false;
  key = static_cast<std::uint32_t>(*found);
  return true;
}

// ---- Writer --------------------------------------------------------------------------------------------------------

Writer::Writer(Value& to, std::string path, std::optional<Error>& error, bool as_array)
    : to_(to), path_(std::move(path)), error_(error) {
  to_ = as_array ? Value::array() : Value::object();
}

Value& Writer::member(std::string_view key) {
  if (to_.is_array()) return append(to_);
  return insert(to_, std::string(key));
}

std::string Writer::child(std::string_view key) const { return path_of(path_, key); }

void Writer::make_array(Value& to) { to = Value::array(); }
void Writer::make_object(Value& to) { to = Value::object(); }

Value& Writer::append(Value& array) {
  array.push_back(nullptr);
  return array.back();
}

Value& Writer::insert(Value& object, const std::string& key) { return object[key]; }

void Writer::or_null(std::string_view key, double value, double) { member(key) = number_or_null(value); }

void Writer::or_null(std::string_view key, const std::vector<double>& values, std::size_t most) {
  Value& to = member(key);
  make_array(to);
  if (values.size() > most) return too_many(key, values.size(), most);
  for (const double value : values) to.push_back(number_or_null(value));
}

void Writer::or_null(std::string_view key, const std::map<std::string, double>& values, std::size_t most) {
  Value& to = member(key);
  make_object(to);
  if (values.size() > most) return too_many(key, values.size(), most);
  for (const auto& [name, value] : values) insert(to, name) = number_or_null(value);
}

void Writer::put_whole(std::string_view key, std::int64_t value, std::int64_t least, std::int64_t most) {
  if (value < least || value > most) {
    return refuse(key, fmt::format("{} is out of range", value),
                  fmt::format("a whole number from {} to {}", least, most));
  }
  member(key) = value;
}

void Writer::too_many(std::string_view key, std::size_t found, std::size_t most) {
  refuse(key, fmt::format("{} entries are too many", found), fmt::format("{} entries", most));
}

void Writer::refuse(std::string_view key, std::string what, std::string limit) {
  if (error_) return;
  error_ = Error{.fault = Fault::internal, .what = std::move(what), .limit = std::move(limit), .where = child(key)};
}

// ---- Reader --------------------------------------------------------------------------------------------------------

Reader::Reader(const Value& from, std::string path, std::optional<Error>& error, bool as_array)
    : from_(from), path_(std::move(path)), error_(error), as_array_(as_array) {
  if (failed() || (as_array ? from.is_array() : from.is_object())) return;
  error_ = Error{.fault = Fault::bad_input,
                 .what = "wrong value",
                 .value = shown(from),
                 .limit = as_array ? "an array" : "an object",
                 .where = path_};
}

const Value* Reader::find(std::string_view key, bool needed) {
  if (failed()) return nullptr;
  if (as_array_) {
    const std::size_t index = taken_.size();
    if (index < from_.size()) {
      taken_.push_back(key);
      return &from_[index];
    }
    if (!needed) return nullptr;
  } else {
    const auto found = from_.find(key);
    if (found != from_.end()) {
      taken_.push_back(key);
      return &*found;
    }
    if (!needed) return nullptr;
  }
  error_ = Error{.fault = Fault::bad_input, .what = fmt::format("key '{}' is missing", key), .where = path_};
  return nullptr;
}

void Reader::finish() {
  if (failed() || from_.size() == taken_.size()) return;
  error_ = Error{.fault = Fault::bad_input, .what = "unknown key", .where = path_};
  if (as_array_) {
    error_->what = "an array is too long";
    error_->value = shown(from_);
    error_->limit = fmt::format("[{}]", fmt::join(taken_, ", "));
    return;
  }
  for (const auto& [key, unused] : from_.items()) {
    if (std::find(taken_.begin(), taken_.end(), key) != taken_.end()) continue;
    error_->value = shown(Value(key));
    return;
  }
}

std::string Reader::child(std::string_view key) const { return path_of(path_, key); }

bool Reader::is_array(const Value& from, const std::string& path, std::size_t most) {
  if (failed()) return false;
  if (from.is_array() && from.size() <= most) return true;
  error_ = Error{.fault = Fault::bad_input,
                 .what = "wrong value",
                 .value = shown(from),
                 .limit = fmt::format("an array of at most {}", most),
                 .where = path};
  return false;
}

bool Reader::is_map(const Value& from, const std::string& path, std::size_t most) {
  if (failed()) return false;
  if (from.is_object() && from.size() <= most) return true;
  error_ = Error{.fault = Fault::bad_input,
                 .what = "wrong value",
                 .value = shown(from),
                 .limit = fmt::format("an object of at most {}", most),
                 .where = path};
  return false;
}

bool Reader::is_null(const Value& value) { return value.is_null(); }
std::size_t Reader::size_of(const Value& value) { return value.size(); }
const Value& Reader::element(const Value& array, std::size_t index) { return array[index]; }

std::pair<const std::string*, const Value*> Reader::entry(const Value& object, std::size_t index) {
  const auto& members = object.get_ref<const Value::object_t&>();
  const auto& [key, value] = static_cast<const Value::object_t::Container&>(members)[index];
  return {&key, &value};
}

std::string Reader::element_path(const std::string& path, std::size_t index) {
  return fmt::format("{}[{}]", path, index);
}

std::string Reader::entry_path(const std::string& path, const std::string& key) { return path_of(path, key); }

void Reader::or_null(std::string_view key, double& value, double when_null) {
  const Value* found = find(key, true);
  if (!found) return;
  if (found->is_null()) {
    value = when_null;
    return;
  }
  (void)take(*found, value, child(key), error_);
}

void Reader::or_null(std::string_view key, std::vector<double>& values, std::size_t most) {
  const Value* found = find(key, true);
  if (!found || !is_array(*found, child(key), most)) return;
  values.clear();
  for (std::size_t i = 0; i < found->size(); ++i) {
    double value = std::numeric_limits<double>::quiet_NaN();
    if (!is_null((*found)[i]) && !take((*found)[i], value, child(key), error_)) return at_element(child(key), i);
    values.push_back(value);
  }
}

void Reader::or_null(std::string_view key, std::map<std::string, double>& values, std::size_t most) {
  const Value* found = find(key, true);
  if (!found || !is_map(*found, child(key), most)) return;
  values.clear();
  for (const auto& [name, number] : found->items()) {
    double& value = values[name] = std::numeric_limits<double>::quiet_NaN();
    if (!is_null(number) && !take(number, value, path_of(child(key), name), error_)) return;
  }
}

std::optional<std::int64_t> Reader::get_whole(std::string_view key, std::int64_t least, std::int64_t most) {
  const Value* found = find(key, true);
  if (!found) return std::nullopt;
  std::int64_t value = 0;
  if (!store(integer(*found, child(key), least, most), value, error_)) return std::nullopt;
  return value;
}

std::optional<std::size_t> Reader::only_one(const std::string_view* keys, std::size_t count) {
  if (failed()) return std::nullopt;
  std::optional<std::size_t> which;
  for (std::size_t i = 0; i < count; ++i) {
    if (from_.find(keys[i]) == from_.end()) continue;
    if (!which) {
      which = i;
      continue;
    }
    error_ = Error{.fault = Fault::bad_input,
                   .what = fmt::format("keys '{}' and '{}' exclude each other", keys[*which], keys[i]),
                   .where = path_};
    return std::nullopt;
  }
  if (!which) {
    error_ = Error{.fault = Fault::bad_input,
                   .what = "a key is missing",
                   .limit = fmt::format("one of {}", fmt::join(keys, keys + count, ", ")),
                   .where = path_};
  }
  return which;
}

void Reader::at_element(const std::string& path, std::size_t index) {
  if (error_) error_->where = element_path(path, index);
}

void Reader::bad_key(const std::string& path, const std::string& key) {
  error_ = Error{.fault = Fault::bad_input,
                 .what = "wrong key",
                 .value = shown(Value(key)),
                 .limit = "a whole number in decimal",
                 .where = path};
}

void Reader::unknown_word(std::string_view key, const std::string& found, const std::string& allowed) {
  error_ = Error{.fault = Fault::bad_input,
                 .what = "unknown word",
                 .value = shown(Value(found)),
                 .limit = allowed,
                 .where = child(key)};
}

}  // namespace assay::json
