// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <unordered_set>
#include <vector>

#include "json/json.hpp"

namespace assay::json {
namespace {

/// Where byte `at` of the text lies, both counted from 1; columns are bytes.
std::string line_and_column(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  const auto line_start = before.rfind('\n');
  const auto column = line_start == std::string_view::npos ? at + 1 : at - line_start;
  return fmt::format("line {}, column {}", 1 + std::count(before.begin(), before.end(), '\n'), column);
}

/// "line 1, column 4: 'x'": where the text stops being JSON, and at what. The library's own message would repeat the
/// raw input, which may be megabytes or not be UTF-8.
std::string stopped_at(std::string_view text, std::size_t at, const std::exception& error) {
  const std::string place = line_and_column(text, std::min(at, text.size())) + ": ";
  if (dynamic_cast<const Value::out_of_range*>(&error) != nullptr) return place + "a number out of range";
  if (at >= text.size()) return place + "the text ends too early";
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte < 0x20 || byte > 0x7e) return place + fmt::format("the byte 0x{:02x}", byte);
  return place + fmt::format("'{}'", static_cast<char>(byte));
}

/// Builds a document event by event, so that duplicate keys and depth are refused where they are met.
class Builder {
 public:
  Builder(std::string_view text, std::string_view where, ReadLimits limits)
      : text_(text), where_(where), limits_(limits) {}

  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(std::int64_t value) { return add(value); }
  bool number_unsigned(std::uint64_t value) { return add(value); }
  bool number_float(double value, const std::string&) { return add(value); }
  bool string(std::string& value) { return add(std::move(value)); }
  bool binary(Value::binary_t&) { return refuse("binary data cannot stand in JSON", {}, {}); }

  bool start_object(std::size_t) {
    keys_.emplace_back();
    return open(Value::object());
  }
  bool key(std::string& name) {
    if (!keys_.back().insert(name).second) return refuse("duplicate key", name.substr(0, 80), "each key once");
    // Appending behind the map's back keeps a document of n keys linear; the set above has looked for duplicates.
    auto& members = stack_.back()->get_ref<Value::object_t&>();
    static_cast<Value::object_t::Container&>(members).emplace_back(std::move(name), Value());
    return true;
  }
  bool end_object() {
    keys_.pop_back();
    stack_.pop_back();
    return true;
  }
  bool start_array(std::size_t) { return open(Value::array()); }
  bool end_array() {
    stack_.pop_back();
    return true;
  }
  bool parse_error(std::size_t offset, const std::string&, const std::exception& error) {
    // The library counts the bytes that it has read, the one it stopped at among them.
    return refuse("not valid JSON", stopped_at(text_, offset > 0 ? offset - 1 : 0, error), {});
  }

  Value& document() { return document_; }
  const Error& error() const { return error_; }

 private:
  /// Puts a value where the text stands: the document itself, the next element, or the member just named.
  template <class T>
  Value* place(T&& value) {
    if (stack_.empty()) {
      document_ = Value(std::forward<T>(value));
      return &document_;
    }
    Value& parent = *stack_.back();
    if (parent.is_array()) {
      parent.push_back(Value(std::forward<T>(value)));
      return &parent.back();
    }
    Value& member = parent.get_ref<Value::object_t&>().back().second;
    member = Value(std::forward<T>(value));
    return &member;
  }
  template <class T>
  bool add(T&& value) {
    place(std::forward<T>(value));
    return true;
  }
  bool open(Value container) {
    if (static_cast<int>(stack_.size()) >= limits_.depth) {
      return refuse("JSON is nested too deeply", fmt::format("more than {} levels", limits_.depth),
                    fmt::format("{} levels", limits_.depth));
    }
    stack_.push_back(place(std::move(container)));
    return true;
  }
  bool refuse(std::string what, std::string value, std::string limit) {
    error_ = {.fault = Fault::bad_input,
              .what = std::move(what),
              .value = std::move(value),
              .limit = std::move(limit),
              .where = std::string(where_)};
    return false;
  }

  std::string_view text_, where_;
  ReadLimits limits_;
  Value document_{};
  std::vector<Value*> stack_{};
  std::vector<std::unordered_set<std::string>> keys_{};
  Error error_{};
};

}  // namespace

Expected<Value> parse(std::string_view text, std::string_view where, ReadLimits limits) {
  if (text.size() > limits.bytes) {
    return fail({.fault = Fault::bad_input,
                 .what = "JSON document is too large",
                 .value = fmt::format("{} bytes", text.size()),
                 .limit = fmt::format("{} bytes", limits.bytes),
                 .where = std::string(where)});
  }
  // The library would skip a byte order mark; RFC 8259 §8.1 forbids writing one, so a file that has one is not ours.
  if (text.substr(0, 3) == "\xEF\xBB\xBF") {
    return fail({.fault = Fault::bad_input,
                 .what = "not valid JSON",
                 .value = "line 1, column 1: a byte order mark",
                 .where = std::string(where),
                 .advice = "save the file as UTF-8 without a byte order mark"});
  }
  // The library takes a zero byte for the end of the text and would leave unread what follows it.
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos) {
    return fail({.fault = Fault::bad_input,
                 .what = "not valid JSON",
                 .value = line_and_column(text, zero) + ": a zero byte",
                 .where = std::string(where)});
  }
  Builder builder(text, where, limits);
  try {
    if (!Value::sax_parse(text, &builder)) return fail(builder.error());
  } catch (const std::exception& error) {  // memory: what the text itself can cause is reported to the builder
    return fail({.fault = Fault::internal,
                 .what = "reading JSON failed",
                 .value = error.what(),
                 .where = std::string(where),
                 .advice = "close what else uses memory"});
  }
  return std::move(builder.document());
}

}  // namespace assay::json
