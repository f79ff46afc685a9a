// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <exception>
#include <unordered_set>
#include <vector>

#include "json/json.hpp"

namespace assay::json {
namespace {

/// Why a parser library's message is cut: it repeats the raw input, which may be megabytes or not be UTF-8.
std::string reason_in(std::string_view message) {
  const std::size_t dash = message.find(" - ");
  if (dash != std::string_view::npos) message.remove_prefix(dash + 3);
  const std::size_t repeat = message.find("; last read");
  std::string reason(message.substr(0, std::min(repeat, message.size())));
  const std::size_t expected = message.find("; expected ", std::min(repeat, message.size()));
  if (expected != std::string_view::npos) reason += message.substr(expected);
  for (char& c : reason) {
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7e) c = '?';
  }
  return reason.substr(0, 200);
}

/// Builds a document event by event, so that duplicate keys and depth are refused where they are met.
class Builder {
 public:
  Builder(std::string_view where, ReadLimits limits) : where_(where), limits_(limits) {}

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
    return refuse("not valid JSON", fmt::format("byte {}: {}", offset, reason_in(error.what())), {});
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

  std::string_view where_;
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
                 .value = "byte 0: a byte order mark",
                 .where = std::string(where),
                 .advice = "save the file as UTF-8 without a byte order mark"});
  }
  // The library takes a zero byte for the end of the text and would leave unread what follows it.
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos) {
    return fail({.fault = Fault::bad_input,
                 .what = "not valid JSON",
                 .value = fmt::format("byte {}: a zero byte", zero),
                 .where = std::string(where)});
  }
  Builder builder(where, limits);
  try {
    if (!Value::sax_parse(text, &builder)) return fail(builder.error());
  } catch (const std::exception& error) {
    return fail({.fault = Fault::internal,
                 .what = "reading JSON failed",
                 .value = reason_in(error.what()),
                 .where = std::string(where)});
  }
  return std::move(builder.document());
}

}  // namespace assay::json
