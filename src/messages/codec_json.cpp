// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <limits>
#include <string_view>

#include "json/json.hpp"
#include "messages/codec.hpp"
#include "messages/kernel_fields.hpp"
#include "messages/memory_fields.hpp"
#include "messages/run_fields.hpp"
#include "messages/session_fields.hpp"
#include "messages/track_fields.hpp"

namespace assay::messages {
namespace {

using json::Value;

/// Names of the alternatives of RequestBody, in its order.
constexpr std::array<std::string_view, std::variant_size_v<RequestBody>> kRequests{
    "hello", "open", "kernels", "allocate", "release", "track", "run", "read", "write", "sha256", "close"};
/// Names of the alternatives of AnswerBody, in its order; the last is a failure and stands under "error".
constexpr std::array<std::string_view, std::variant_size_v<AnswerBody>> kAnswers{
    "hello", "open", "kernels", "allocate", "run", "read", "sha256", "done", "error"};
constexpr std::size_t kFailureIndex = kAnswers.size() - 1;
static_assert(std::is_same_v<std::variant_alternative_t<kFailureIndex, AnswerBody>, Failure>);

/// The blob that a body carries, or none.
template <class Body>
auto blob_of(Body& body) -> decltype(&body.data) {
  return &body.data;
}
template <class Body>
auto blob_of(Body& body) -> decltype(&body.reads)
  requires std::same_as<std::remove_const_t<Body>, RunAnswer>
{
  return &body.reads;
}
template <class Body>
Blob* blob_of(Body&)
  requires(!requires(Body b) { b.data; } && !std::same_as<std::remove_const_t<Body>, RunAnswer>)
{
  return nullptr;
}

std::string where_of(std::string_view name) { return fmt::format("message {}", name); }

/// What the other side said is never the user's input: every fault in it is a broken run.
Unexpected broken(Error error) {
  error.fault = Fault::broken_run;
  return fail(std::move(error));
}

Unexpected refused(std::string_view name, std::string what, std::string value = {}, std::string limit = {}) {
  return broken({.what = std::move(what),
                 .value = std::move(value),
                 .limit = std::move(limit),
                 .where = name.empty() ? "message" : where_of(name)});
}

// ---- encode --------------------------------------------------------------------------------------------------------

Expected<Frame> to_frame(const Value& envelope, const Blob* blob, std::string_view name) {
  Frame frame;
  auto text = json::write(envelope);
  if (!text) {
    text.error().where = fmt::format("message {}", text.error().where);
    return fail(std::move(text.error()));
  }
  frame.json = std::move(*text);
  if (blob) frame.blob = *blob;
  const auto too_large = [&](std::string_view part, std::size_t bytes, std::size_t most, std::string advice) {
    return fail({.fault = Fault::bad_input,
                 .what = fmt::format("the {} of a message is too large", part),
                 .value = fmt::format("{} bytes", bytes),
                 .limit = fmt::format("{} bytes", most),
                 .where = where_of(name),
                 .advice = std::move(advice)});
  };
  if (frame.json.size() > kMostJsonBytes) {
    return too_large("JSON", frame.json.size(), kMostJsonBytes, "use fewer passes, slots or kernels at a time");
  }
  if (frame.blob.size() > kMostBlobBytes) {
    return too_large("data", frame.blob.size(), kMostBlobBytes, "send it in chunks");
  }
  return frame;
}

/// Adds the body under its name, and what it carries as "blob"; gives the blob.
template <class Body>
Expected<const Blob*> add_body(Value& envelope, Value& holder, std::string_view name, const Body& body) {
  if (auto error = json::write_members(holder[std::string(name)], body, where_of(name))) return fail(std::move(*error));
  const Blob* blob = blob_of(body);
  if (!blob || blob->empty()) return nullptr;
  envelope["blob"] = blob->size();
  return blob;
}

Expected<Frame> encode_answer(const Answer& answer) {
  Value envelope = Value::object();
  envelope["id"] = answer.id;
  const std::string_view name = kAnswers[answer.body.index()];
  Value body = Value::object();
  const auto blob =
      std::visit([&](const auto& alternative) { return add_body(envelope, body, name, alternative); }, answer.body);
  if (!blob) return fail(blob.error());
  if (answer.body.index() == kFailureIndex) {
    envelope["error"] = std::move(body["error"]);
  } else {
    envelope["ok"] = std::move(body);
  }
  return to_frame(envelope, *blob, name);
}

// ---- decode --------------------------------------------------------------------------------------------------------

Expected<Value> parse_envelope(const Frame& frame) {
  if (frame.json.size() > kMostJsonBytes || frame.blob.size() > kMostBlobBytes) {
    return refused("", "a message is too large", fmt::format("{} + {} bytes", frame.json.size(), frame.blob.size()),
                   fmt::format("{} + {} bytes", kMostJsonBytes, kMostBlobBytes));
  }
  auto envelope = json::parse(frame.json, "message", {.bytes = kMostJsonBytes, .depth = 32});
  if (!envelope) return broken(std::move(envelope.error()));
  if (!envelope->is_object()) return refused("", "a message is not an object", json::shown(*envelope));
  return envelope;
}

Expected<std::uint32_t> id_of(const Value& envelope) {
  auto id = json::integer_at(envelope, "id", "message", 0, std::numeric_limits<std::uint32_t>::max());
  if (!id) return broken(std::move(id.error()));
  return static_cast<std::uint32_t>(*id);
}

/// The one key of `holder` outside `known`.
Expected<std::string> name_in(const Value& holder, std::initializer_list<std::string_view> known) {
  std::string name;
  for (const auto& [key, unused] : holder.items()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    if (!name.empty())
      return refused("", "a message has more than one body", fmt::format("{}, {}", name, key.substr(0, 40)));
    if (key.empty() || key.size() > 40) return refused("", "unknown message", json::shown(Value(key)));
    name = key;
  }
  if (name.empty()) return refused("", "a message has no body");
  return name;
}

template <class Body>
Expected<void> read_body(const Value& envelope, const Value& from, Body& body, std::string_view name, Blob blob) {
  if (auto error = json::read_members(from, body, where_of(name))) return broken(std::move(*error));
  const auto announced = envelope.find("blob");
  if (announced == envelope.end() && blob.empty()) return {};
  Blob* const place = blob_of(body);
  if (!place) return refused(name, "this message carries no data");
  if (announced == envelope.end()) {
    return refused(name, "data came unannounced", fmt::format("{} bytes", blob.size()),
                   "the number of bytes as key 'blob'");
  }
  const auto bytes = json::integer(*announced, where_of(name) + ".blob", 1, kMostBlobBytes);
  if (!bytes) return broken(bytes.error());
  if (static_cast<std::size_t>(*bytes) != blob.size()) {
    return refused(name, "data is not as long as announced", fmt::format("{} bytes", blob.size()),
                   fmt::format("{} bytes", *bytes));
  }
  *place = std::move(blob);
  return {};
}

template <class Variant, std::size_t... I>
Expected<void> read_named(const Value& envelope, const Value& from, Variant& to, std::size_t which,
                          std::string_view name, Blob blob, std::index_sequence<I...>) {
  Expected<void> result;
  // NOLINTNEXTLINE(bugprone-use-after-move): one of the indices is `which`
  ((I == which ? void(result = read_body(envelope, from, to.template emplace<I>(), name, std::move(blob))) : void()),
   ...);
  return result;
}

template <class Variant>
Expected<Variant> read_variant(const Value& envelope, const Value& holder, const std::string& name,
                               const std::array<std::string_view, std::variant_size_v<Variant>>& names, Blob blob) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] != name) continue;
    Variant body;
    auto result = read_named(envelope, holder[name], body, i, name, std::move(blob),
                             std::make_index_sequence<std::variant_size_v<Variant>>{});
    if (!result) return fail(std::move(result.error()));
    return body;
  }
  return refused("", "unknown message", json::shown(Value(name)), fmt::format("{}", fmt::join(names, ", ")));
}

Expected<FromEngine> decode_answer(const Value& envelope, Blob blob) {
  const auto id = id_of(envelope);
  if (!id) return fail(id.error());
  const auto outcome = name_in(envelope, {"id", "blob"});
  if (!outcome) return fail(outcome.error());
  Expected<AnswerBody> body = AnswerBody{};
  if (*outcome == "error") {
    body = read_variant<AnswerBody>(envelope, envelope, *outcome, kAnswers, std::move(blob));
  } else if (*outcome == "ok") {
    const Value& holder = envelope["ok"];
    if (!holder.is_object()) return refused("", "'ok' is not an object", json::shown(holder));
    const auto name = name_in(holder, {});
    if (!name) return fail(name.error());
    if (*name == "error") return refused("", "an error stands under 'ok'");
    body = read_variant<AnswerBody>(envelope, holder, *name, kAnswers, std::move(blob));
  } else {
    return refused("", "unknown key", json::shown(Value(*outcome)), "ok, error");
  }
  if (!body) return fail(std::move(body.error()));
  return Answer{.id = *id, .body = std::move(*body)};
}

}  // namespace

Expected<Frame> encode(const Request& request) {
  Value envelope = Value::object();
  envelope["id"] = request.id;
  const std::string_view name = kRequests[request.body.index()];
  const auto blob =
      std::visit([&](const auto& body) { return add_body(envelope, envelope, name, body); }, request.body);
  if (!blob) return fail(blob.error());
  return to_frame(envelope, *blob, name);
}

Expected<Frame> encode(const FromEngine& message) {
  if (const auto* answer = std::get_if<Answer>(&message)) return encode_answer(*answer);
  Value envelope = Value::object();
  const auto* event = std::get_if<Event>(&message);
  const std::string_view name = event ? "event" : "beat";
  const auto result =
      event ? add_body(envelope, envelope, name, *event) : add_body(envelope, envelope, name, std::get<Beat>(message));
  if (!result) return fail(result.error());
  return to_frame(envelope, nullptr, name);
}

Expected<Request> decode_request(Frame frame) {
  const auto envelope = parse_envelope(frame);
  if (!envelope) return fail(envelope.error());
  const auto id = id_of(*envelope);
  if (!id) return fail(id.error());
  const auto name = name_in(*envelope, {"id", "blob"});
  if (!name) return fail(name.error());
  auto body = read_variant<RequestBody>(*envelope, *envelope, *name, kRequests, std::move(frame.blob));
  if (!body) return fail(std::move(body.error()));
  return Request{.id = *id, .body = std::move(*body)};
}

Expected<FromEngine> decode_from_engine(Frame frame) {
  const auto envelope = parse_envelope(frame);
  if (!envelope) return fail(envelope.error());
  if (envelope->contains("id")) return decode_answer(*envelope, std::move(frame.blob));
  const auto name = name_in(*envelope, {"blob"});
  if (!name) return fail(name.error());
  constexpr std::array<std::string_view, 2> kUnasked{"event", "beat"};
  auto body = read_variant<std::variant<Event, Beat>>(*envelope, *envelope, *name, kUnasked, std::move(frame.blob));
  if (!body) return fail(std::move(body.error()));
  if (auto* event = std::get_if<Event>(&*body)) return FromEngine(std::move(*event));
  return FromEngine(Beat{});
}

}  // namespace assay::messages
