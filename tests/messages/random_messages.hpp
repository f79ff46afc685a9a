// SPDX-License-Identifier: Apache-2.0
/// \file
/// Messages with random members from a fixed seed: each optional member is there in about half of them.
#pragma once

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "messages/messages.hpp"

namespace assay::messages {

class RandomMessages {
 public:
  explicit RandomMessages(std::uint64_t seed) : random_(seed) {}

  /// A request whose body is alternative `which` of RequestBody.
  Request request(std::size_t which) { return {.id = u32(), .body = body<RequestBody>(which)}; }
  Answer answer(std::size_t which) { return {.id = u32(), .body = body<AnswerBody>(which)}; }
  Event event() { return {.kind = pick<Event::Kind>(4), .text = text()}; }

 private:
  bool coin() { return (random_() & 1U) != 0; }
  std::size_t below(std::size_t n) { return random_() % n; }
  std::uint32_t u32() { return coin() ? static_cast<std::uint32_t>(random_()) : static_cast<std::uint32_t>(below(4)); }
  std::uint64_t u64() { return coin() ? random_() : below(4); }
  double number() { return std::ldexp(static_cast<double>(random_()) - 9e18, static_cast<int>(below(200)) - 150); }
  std::string text() {
    static const std::vector<std::string> kSome{
        "", "main", "a\"b\\c", "line\n\ttab\x01", "é 漢字 🙂", std::string(300, 'x')};
    return kSome[below(kSome.size())];
  }
  template <class E>
  E pick(std::size_t count) {
    return static_cast<E>(below(count));
  }
  template <class Make>
  auto some(Make make) {
    std::vector<decltype(make())> values(below(4));
    for (auto& value : values) value = make();
    return values;
  }
  std::vector<std::string> names() {
    return some([this] { return text(); });
  }
  std::map<std::string, std::uint64_t> limits() {
    std::map<std::string, std::uint64_t> made;
    for (std::size_t i = below(3); i > 0; --i) made["limit" + std::to_string(i)] = u64();
    return made;
  }
  Blob blob() {
    Blob bytes(below(40));
    for (auto& byte : bytes) byte = static_cast<std::byte>(random_());
    return bytes;
  }
  template <class T>
  std::optional<T> maybe(T value) {
    return coin() ? std::optional<T>(std::move(value)) : std::nullopt;
  }

  void fill(Hello& m) { m = {.protocol = 1 + static_cast<int>(below(9)), .ticket = text()}; }
  void fill(HelloAnswer& m) {
    m = {.protocol = 1,
         .engine = text(),
         .version = text(),
         .build = text(),
         .pid = u32(),
         .clock_step_ns = number(),
         .cross_origin_isolated = maybe(coin())};
  }
  Adapter adapter() {
    return {.name = text(),
            .vendor = text(),
            .architecture = text(),
            .device = text(),
            .description = text(),
            .driver = text(),
            .backend = text(),
            .vendor_id = u32(),
            .device_id = u32(),
            .kind = pick<Adapter::Kind>(4)};
  }
  void fill(Open& m) {
    m = {.adapter = text(), .list_only = coin(), .features = names(), .limits = limits(), .toggles = names()};
  }
  void fill(OpenAnswer& m) {
    m = {.adapters = some([this] { return adapter(); }),
         .chosen = below(4),
         .features = names(),
         .adapter_features = names(),
         .limits = limits(),
         .stamp_unit = pick<OpenAnswer::StampUnit>(3),
         .period_ns = maybe(number()),
         .resolves_unwritten = coin()};
  }
  void fill(Kernels& m) {
    m.kernels = some([this] {
      KernelSource kernel{.id = u32(), .label = text(), .wgsl = text(), .entry = text(), .requires_features = names()};
      if (coin()) kernel.overrides = {{"N", number()}, {text(), 0.0}};
      return kernel;
    });
  }
  void fill(KernelsAnswer& m) {
    m.kernels = some([this] {
      return KernelOutcome{.id = u32(),
                           .compile_ns = u64(),
                           .failure = maybe(KernelFailure{.message = text(), .line = u32(), .column = u32()})};
    });
  }
  void fill(Allocate& m) {
    m.allocations = some([this] { return Allocation{.id = u32(), .bytes = u64(), .usage = pick<Usage>(3)}; });
  }
  void fill(AllocateAnswer& m) {
    m.out_of_memory = some([this] { return u32(); });
  }
  void fill(Release& m) {
    m.allocations = some([this] { return u32(); });
  }
  TrackDispatch dispatch() {
    TrackDispatch made{.kernel = u32()};
    made.bindings =
        some([this] { return Bound{.group = u32(), .binding = u32(), .role = u32(), .offset = u64(), .size = u64()}; });
    if (coin()) {
      made.groups = IndirectGroups{.role = u32(), .offset = u64()};
    } else {
      made.groups = std::array<std::uint32_t, 3>{u32(), u32(), u32()};
    }
    return made;
  }
  Op op() {
    switch (below(4)) {
      case 0:
        return PassOp{
            .label = text(), .iteration = text(), .stamped = coin(), .dispatches = some([this] { return dispatch(); })};
      case 1: return ClearOp{.role = u32(), .offset = u64(), .size = u64()};
      case 2: return CopyOp{.from = u32(), .to = u32(), .from_offset = u64(), .to_offset = u64(), .size = u64()};
      default: return FenceOp{.after = maybe(u32()), .before = maybe(u32())};
    }
  }
  void fill(Track& m) {
    m = {.id = u32(), .roles = u32(), .trials = pick<Track::Trials>(2), .ops = some([this] { return op(); })};
  }
  Slot slot() {
    Slot made{.track = u32(), .roles = some([this] { return u32(); }), .trials = u32()};
    for (std::size_t i = below(3); i > 0; --i) made.offsets[u32()] = some([this] { return u64(); });
    return made;
  }
  void fill(Run& m) {
    m.deadline_ms = u64();
    m.submissions = some([this] { return Submission{.slots = some([this] { return slot(); })}; });
    m.unwritten_queries = u32();
    m.reads = some([this] { return ReadBack{.allocation = u32(), .offset = u64(), .bytes = u64()}; });
  }
  void fill(RunAnswer& m) {
    m.submissions = some([this] {
      return SubmissionReading{.encode_ns = u64(),
                               .encoded_ns = maybe(u64()),
                               .submit_ns = u64(),
                               .submitted_ns = coin() ? std::optional(u64()) : std::nullopt,
                               .done_ns = u64(),
                               .mapped_ns = u64(),
                               .slots = some([this] { return SlotReading{.stamps = some([this] { return u64(); })}; })};
    });
    m.unwritten = some([this] { return u64(); });
    m.reads = blob();
  }
  void fill(Read& m) { m = {.allocation = u32(), .offset = u64(), .bytes = u64()}; }
  void fill(ReadAnswer& m) { m.data = blob(); }
  void fill(Write& m) { m = {.allocation = u32(), .offset = u64(), .data = blob()}; }
  void fill(Sha256& m) { m = {.allocation = u32(), .offset = u64(), .bytes = u64()}; }
  void fill(Sha256Answer& m) { m.hex = text(); }
  void fill(Close&) {}
  void fill(Done&) {}
  void fill(Failure& m) {
    m = {.kind = pick<Failure::Kind>(7), .what = text(), .value = text(), .limit = text(), .where = text()};
  }

  template <class Body, std::size_t... I>
  Body make(std::size_t which, std::index_sequence<I...>) {
    Body made;
    ((I == which ? fill(made.template emplace<I>()) : void()), ...);
    return made;
  }
  template <class Body>
  Body body(std::size_t which) {
    return make<Body>(which, std::make_index_sequence<std::variant_size_v<Body>>{});
  }

  std::mt19937_64 random_;
};

inline constexpr std::size_t kRequestKinds = std::variant_size_v<RequestBody>;
inline constexpr std::size_t kAnswerKinds = std::variant_size_v<AnswerBody>;

}  // namespace assay::messages
