// SPDX-License-Identifier: Apache-2.0
/// \file
/// One description of a struct's members serves both directions: `describe(fields, value)` is called with a `Writer` to
/// make JSON and with a `Reader` to take it apart, so that the two can never disagree.
///
///     template <class F> void describe(F& f, typename F::template Ref<Read> read) {
///       f.need("allocation", read.allocation);
///       f.need("offset", read.offset);
///     }
///
/// JSON forms: text, true/false, u32 and counts as numbers, u64 as a decimal string, double as a number, a struct as an
/// object (or, with `kAsArray`, as an array of its members in order), a vector as an array, a map as an object.
/// The reader takes nothing but that: no other type, no key that is not described, no array above its bound.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "error/error.hpp"
#include "json/json_fwd.hpp"

namespace assay::json {

/// Specialise as true for a struct that is written as an array of its members.
template <class T>
inline constexpr bool kAsArray = false;

/// The spelling of one enumerator.
template <class E>
struct Word {
  std::string_view text;
  E value;
};

template <class T>
concept Scalar =
    std::same_as<T, std::string> || std::same_as<T, bool> || std::same_as<T, std::uint32_t> ||
    std::same_as<T, std::uint64_t> || std::same_as<T, double> || std::same_as<T, std::array<std::uint32_t, 3>>;

// One scalar; `take` gives false and sets `error` (with `path`) when the value is of another type or out of range.
void set(Value& to, const std::string& value);
void set(Value& to, bool value);
void set(Value& to, std::uint32_t value);
void set(Value& to, std::uint64_t value);
void set(Value& to, double value);
void set(Value& to, const std::array<std::uint32_t, 3>& value);
[[nodiscard]] bool take(const Value& from, std::string& to, std::string_view path, std::optional<Error>& error);
[[nodiscard]] bool take(const Value& from, bool& to, std::string_view path, std::optional<Error>& error);
[[nodiscard]] bool take(const Value& from, std::uint32_t& to, std::string_view path, std::optional<Error>& error);
[[nodiscard]] bool take(const Value& from, std::uint64_t& to, std::string_view path, std::optional<Error>& error);
[[nodiscard]] bool take(const Value& from, double& to, std::string_view path, std::optional<Error>& error);
[[nodiscard]] bool take(const Value& from, std::array<std::uint32_t, 3>& to, std::string_view path,
                        std::optional<Error>& error);

// Map keys: text stands for itself, a number is spelled in decimal without leading zeros.
[[nodiscard]] std::string key_text(const std::string& key);
[[nodiscard]] std::string key_text(std::uint32_t key);
[[nodiscard]] bool take_key(const std::string& text, std::string& key);
[[nodiscard]] bool take_key(const std::string& text, std::uint32_t& key);

/// Writes the members of one struct. The first error stays in `error`, and what is written then is of no use.
class Writer {
 public:
  template <class T>
  using Ref = const T&;
  static constexpr bool kReads = false;

  Writer(Value& to, std::string path, std::optional<Error>& error, bool as_array);
  /// Every member was described.
  void finish() {}

  /// A member that is always there.
  template <class T>
  void need(std::string_view key, const T& value) {
    put(member(key), value, key);
  }
  template <class T>
  void need(std::string_view key, const std::vector<T>& values, std::size_t most) {
    put_all(member(key), values, key, most);
  }
  template <class K, class T>
  void need(std::string_view key, const std::map<K, T>& values, std::size_t most) {
    put_map(member(key), values, key, most);
  }
  /// A member that is left out when it has its default value, an optional without a value, or is empty.
  template <class T>
  void may(std::string_view key, const T& value) {
    if (!(value == T{})) need(key, value);
  }
  template <class T>
  void may(std::string_view key, const std::optional<T>& value) {
    if (value) need(key, *value);
  }
  template <class T>
  void may(std::string_view key, const T& values, std::size_t most) {
    if (!values.empty()) need(key, values, most);
  }
  /// A member that is null when it has no value, or is not finite.
  template <class T>
  void or_null(std::string_view key, const std::optional<T>& value) {
    Value& to = member(key);
    if (value) put(to, *value, key);
  }
  void or_null(std::string_view key, double value, double when_null);
  /// Numbers of which some may not be finite: null in their place, read back as NaN.
  void or_null(std::string_view key, const std::vector<double>& values, std::size_t most);
  void or_null(std::string_view key, const std::map<std::string, double>& values, std::size_t most);
  /// A signed or small whole number in [least, most].
  template <std::integral T>
  void whole(std::string_view key, T value, std::int64_t least, std::int64_t most) {
    put_whole(key, std::in_range<std::int64_t>(value) ? static_cast<std::int64_t>(value) : -1, least, most);
  }
  template <class E, std::size_t N>
  void word(std::string_view key, E value, const std::array<Word<E>, N>& words) {
    for (const Word<E>& known : words) {
      if (known.value == value) return set(member(key), std::string(known.text));
    }
    refuse(key, "a value without a name", {});
  }
  /// Exactly one of several members.
  template <class... T>
  void one_of(const std::variant<T...>& value, const std::array<std::string_view, sizeof...(T)>& keys) {
    std::visit([&](const auto& alternative) { need(keys[value.index()], alternative); }, value);
  }
  /// Text that is written for people, unless empty, and skipped when read back: it follows from other members.
  void remark(std::string_view key, const std::string& text) { may(key, text); }

 private:
  template <class T>
  void put(Value& to, const T& value, std::string_view key) {
    if constexpr (Scalar<T>) {
      set(to, value);
    } else {
      Writer members(to, child(key), error_, kAsArray<T>);
      describe(members, value);
      members.finish();
    }
  }
  template <class T>
  void put_all(Value& to, const std::vector<T>& values, std::string_view key, std::size_t most) {
    make_array(to);
    if (values.size() > most) return too_many(key, values.size(), most);
    for (const T& value : values) {
      if constexpr (Scalar<T>) {
        set(append(to), value);
      } else {
        put(append(to), value, key);
      }
    }
  }
  template <class K, class T>
  void put_map(Value& to, const std::map<K, T>& values, std::string_view key, std::size_t most) {
    make_object(to);
    if (values.size() > most) return too_many(key, values.size(), most);
    for (const auto& [name, value] : values) {
      Value& slot = insert(to, key_text(name));
      if constexpr (Scalar<T>) {
        set(slot, value);
      } else {
        put_all(slot, value, key, most);
      }
    }
  }

  [[nodiscard]] Value& member(std::string_view key);
  [[nodiscard]] std::string child(std::string_view key) const;
  static void make_array(Value& to);
  static void make_object(Value& to);
  [[nodiscard]] static Value& append(Value& array);
  [[nodiscard]] static Value& insert(Value& object, const std::string& key);
  void put_whole(std::string_view key, std::int64_t value, std::int64_t least, std::int64_t most);
  void too_many(std::string_view key, std::size_t found, std::size_t most);
  void refuse(std::string_view key, std::string what, std::string limit);

  Value& to_;
  std::string path_;
  std::optional<Error>& error_;
};

/// Reads the members of one struct. After the first error nothing more is read; it stays in `error`.
class Reader {
 public:
  template <class T>
  using Ref = T&;
  static constexpr bool kReads = true;

  Reader(const Value& from, std::string path, std::optional<Error>& error, bool as_array);
  /// Every member was described: refuses what is left.
  void finish();

  template <class T>
  void need(std::string_view key, T& value) {
    if (const Value* found = find(key, true)) get(*found, value, child(key));
  }
  template <class T>
  void need(std::string_view key, std::vector<T>& values, std::size_t most) {
    if (const Value* found = find(key, true)) get_all(*found, values, child(key), most);
  }
  template <class K, class T>
  void need(std::string_view key, std::map<K, T>& values, std::size_t most) {
    if (const Value* found = find(key, true)) get_map(*found, values, child(key), most);
  }
  template <class T>
  void may(std::string_view key, T& value) {
    if (const Value* found = find(key, false)) get(*found, value, child(key));
  }
  template <class T>
  void may(std::string_view key, std::optional<T>& value) {
    if (const Value* found = find(key, false)) get(*found, value.emplace(), child(key));
  }
  template <class T>
  void may(std::string_view key, std::vector<T>& values, std::size_t most) {
    if (const Value* found = find(key, false)) get_all(*found, values, child(key), most);
  }
  template <class K, class T>
  void may(std::string_view key, std::map<K, T>& values, std::size_t most) {
    if (const Value* found = find(key, false)) get_map(*found, values, child(key), most);
  }
  template <class T>
  void or_null(std::string_view key, std::optional<T>& value) {
    const Value* found = find(key, true);
    if (found && !is_null(*found)) get(*found, value.emplace(), child(key));
  }
  void or_null(std::string_view key, double& value, double when_null);
  void or_null(std::string_view key, std::vector<double>& values, std::size_t most);
  void or_null(std::string_view key, std::map<std::string, double>& values, std::size_t most);
  template <std::integral T>
  void whole(std::string_view key, T& value, std::int64_t least, std::int64_t most) {
    if (const auto found = get_whole(key, least, most)) value = static_cast<T>(*found);
  }
  template <class E, std::size_t N>
  void word(std::string_view key, E& value, const std::array<Word<E>, N>& words) {
    std::string text;
    need(key, text);
    if (failed()) return;
    std::string allowed;
    for (const Word<E>& known : words) {
      if (known.text == text) {
        value = known.value;
        return;
      }
      allowed += (allowed.empty() ? "" : ", ") + std::string(known.text);
    }
    unknown_word(key, text, allowed);
  }
  template <class... T>
  void one_of(std::variant<T...>& value, const std::array<std::string_view, sizeof...(T)>& keys) {
    const auto which = only_one(keys.data(), keys.size());
    if (!which) return;
    read_alternative(value, keys, *which, std::index_sequence_for<T...>{});
  }
  void remark(std::string_view key, const std::string&) {
    std::string skipped;
    may(key, skipped);
  }

 private:
  [[nodiscard]] bool failed() const { return error_.has_value(); }

  template <class T>
  void get(const Value& from, T& to, const std::string& path) {
    if constexpr (Scalar<T>) {
      (void)take(from, to, path, error_);
    } else {
      Reader members(from, path, error_, kAsArray<T>);
      describe(members, to);
      members.finish();
    }
  }
  template <class T>
  void get_all(const Value& from, std::vector<T>& to, const std::string& path, std::size_t most) {
    if (!is_array(from, path, most)) return;
    const std::size_t count = size_of(from);
    to.clear();
    to.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      if constexpr (Scalar<T>) {
        T value{};
        if (!take(element(from, i), value, path, error_)) return at_element(path, i);
        to.push_back(std::move(value));
      } else {
        get(element(from, i), to.emplace_back(), element_path(path, i));
        if (failed()) return;
      }
    }
  }
  template <class K, class T>
  void get_map(const Value& from, std::map<K, T>& to, const std::string& path, std::size_t most) {
    if (!is_map(from, path, most)) return;
    to.clear();
    for (std::size_t i = 0; i < size_of(from); ++i) {
      const auto [text, value] = entry(from, i);
      K key{};
      if (!take_key(*text, key)) return bad_key(path, *text);
      if constexpr (Scalar<T>) {
        get(*value, to[key], entry_path(path, *text));
      } else {
        get_all(*value, to[key], entry_path(path, *text), most);
      }
      if (failed()) return;
    }
  }
  template <class Variant, std::size_t N, std::size_t... I>
  void read_alternative(Variant& value, const std::array<std::string_view, N>& keys, std::size_t which,
                        std::index_sequence<I...>) {
    ((I == which ? need(keys[I], value.template emplace<I>()) : void()), ...);
  }

  [[nodiscard]] const Value* find(std::string_view key, bool needed);
  [[nodiscard]] std::string child(std::string_view key) const;
  [[nodiscard]] bool is_array(const Value& from, const std::string& path, std::size_t most);
  [[nodiscard]] bool is_map(const Value& from, const std::string& path, std::size_t most);
  [[nodiscard]] static bool is_null(const Value& value);
  [[nodiscard]] static std::size_t size_of(const Value& value);
  [[nodiscard]] static const Value& element(const Value& array, std::size_t index);
  [[nodiscard]] static std::pair<const std::string*, const Value*> entry(const Value& object, std::size_t index);
  [[nodiscard]] static std::string element_path(const std::string& path, std::size_t index);
  [[nodiscard]] static std::string entry_path(const std::string& path, const std::string& key);
  [[nodiscard]] std::optional<std::int64_t> get_whole(std::string_view key, std::int64_t least, std::int64_t most);
  [[nodiscard]] std::optional<std::size_t> only_one(const std::string_view* keys, std::size_t count);
  void at_element(const std::string& path, std::size_t index);
  void bad_key(const std::string& path, const std::string& key);
  void unknown_word(std::string_view key, const std::string& found, const std::string& allowed);

  const Value& from_;
  std::string path_;
  std::optional<Error>& error_;
  bool as_array_;
  std::vector<std::string_view> taken_{};
};

/// `value` as JSON; `describe` is found in the namespace of T.
template <class T>
[[nodiscard]] std::optional<Error> write_members(Value& to, const T& value, std::string path) {
  std::optional<Error> error;
  Writer members(to, std::move(path), error, kAsArray<T>);
  describe(members, value);
  members.finish();
  return error;
}

/// The reverse; `to` is of use only when there is no error.
template <class T>
[[nodiscard]] std::optional<Error> read_members(const Value& from, T& to, std::string path) {
  std::optional<Error> error;
  Reader members(from, std::move(path), error, kAsArray<T>);
  describe(members, to);
  members.finish();
  return error;
}

}  // namespace assay::json
