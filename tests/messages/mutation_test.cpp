// SPDX-License-Identifier: Apache-2.0
// Every valid message with one thing wrong is refused, wherever it is wrong.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "messages/codec.hpp"
#include "messages/random_messages.hpp"

namespace assay::messages {
namespace {

using Json = nlohmann::ordered_json;

bool accepts_request(const std::string& json, const Blob& blob) {
  return decode_request({.json = json, .blob = blob}).has_value();
}
bool accepts_answer(const std::string& json, const Blob& blob) {
  return decode_from_engine({.json = json, .blob = blob}).has_value();
}
using Accepts = bool (*)(const std::string&, const Blob&);

/// Calls `visit` with a pointer to each value below `root`.
void each_value(const Json& root, const Json::json_pointer& at,
                const std::function<void(const Json::json_pointer&)>& visit) {
  if (!at.empty()) visit(at);
  const Json& here = root.at(at);
  if (here.is_object()) {
    for (const auto& [key, unused] : here.items()) each_value(root, at / key, visit);
  } else if (here.is_array()) {
    for (std::size_t i = 0; i < here.size(); ++i) each_value(root, at / i, visit);
  }
}

/// Values of every type but that of `value`; a number is also given a fraction, and a decimal string a sign.
std::vector<Json> of_other_type(const Json& value) {
  std::vector<Json> others;
  for (const Json& other :
       {Json(nullptr), Json(true), Json(3.5), Json("x!"), Json::array({"x!", nullptr}), Json::object({{"x!", 1}})}) {
    const bool same = other.type() == value.type() || (other.is_number() && value.is_number_float());
    if (!same) others.push_back(other);
  }
  const auto& text = value.is_string() ? value.get_ref<const std::string&>() : std::string();
  if (!text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; })) {
    for (const std::string& wrong : {"-" + text, "0" + text, text + ".0", text + "00000000000000000000"})
      others.emplace_back(wrong);
  }
  return others;
}

void refuses_every_mutation(const Frame& frame, Accepts accepts) {
  const Json valid = Json::parse(frame.json);
  ASSERT_TRUE(accepts(frame.json, frame.blob)) << frame.json;
  each_value(valid, Json::json_pointer(), [&](const Json::json_pointer& at) {
    for (const Json& other : of_other_type(valid.at(at))) {
      Json mutated = valid;
      mutated[at] = other;
      EXPECT_FALSE(accepts(mutated.dump(), frame.blob)) << at.to_string() << " in " << mutated.dump();
    }
    if (valid.at(at).is_object()) {
      Json mutated = valid;
      mutated[at]["colour"] = "red";
      EXPECT_FALSE(accepts(mutated.dump(), frame.blob)) << mutated.dump();
    }
  });
}

constexpr int kRounds = 4;

TEST(Mutation, OfOneValueInARequestIsRefused) {
  RandomMessages random(21);
  for (std::size_t which = 0; which < kRequestKinds; ++which) {
    for (int i = 0; i < kRounds; ++i) refuses_every_mutation(*encode(random.request(which)), accepts_request);
  }
}

TEST(Mutation, OfOneValueInAnAnswerIsRefused) {
  RandomMessages random(22);
  for (std::size_t which = 0; which < kAnswerKinds; ++which) {
    for (int i = 0; i < kRounds; ++i) {
      refuses_every_mutation(*encode(FromEngine(random.answer(which))), accepts_answer);
    }
  }
  refuses_every_mutation(*encode(FromEngine(random.event())), accepts_answer);
  refuses_every_mutation(*encode(FromEngine(Beat{})), accepts_answer);
}

TEST(Mutation, TakingARequiredMemberAwayIsRefused) {
  const std::string run =
      R"({"id":6,"run":{"deadline_ms":"1","submissions":[{"slots":[{"track":3,"roles":[7],"trials":8}]}]}})";
  const std::string track =
      R"({"id":5,"track":{"id":3,"roles":1,"trials":"inside","ops":[{"pass":{"stamped":true,"dispatches":[{"kernel":2,"bindings":[{"group":0,"binding":1,"role":0,"offset":"0","size":"64"}],"groups":[4,1,1]}]}},{"clear":{"role":0,"offset":"0","size":"4"}},{"copy":{"from":0,"from_offset":"0","to":1,"to_offset":"0","size":"4"}}]}})";
  for (const std::string& text : {run, track}) {
    const Json valid = Json::parse(text);
    ASSERT_TRUE(accepts_request(text, {})) << sentence(decode_request({.json = text}).error());
    each_value(valid, Json::json_pointer(), [&](const Json::json_pointer& at) {
      if (!valid.at(at.parent_pointer()).is_object()) return;
      Json mutated = valid;
      mutated[at.parent_pointer()].erase(at.back());
      EXPECT_FALSE(accepts_request(mutated.dump(), {})) << mutated.dump();
    });
  }
}

TEST(Mutation, TruncationAtEveryByteIsRefused) {
  RandomMessages random(23);
  for (std::size_t which = 0; which < kRequestKinds; ++which) {
    const auto frame = encode(random.request(which));
    for (std::size_t n = 0; n < frame->json.size(); ++n) {
      ASSERT_FALSE(accepts_request(frame->json.substr(0, n), frame->blob)) << frame->json.substr(0, n);
    }
  }
}

TEST(Mutation, OfAnyByteNeverBreaksTheReader) {
  RandomMessages random(24);
  std::mt19937_64 bits(25);
  for (int i = 0; i < 4000; ++i) {
    const bool asked = (bits() & 1U) != 0;
    auto frame = asked ? encode(random.request(bits() % kRequestKinds))
                       : encode(FromEngine(random.answer(bits() % kAnswerKinds)));
    for (std::uint64_t n = bits() % 3 + 1; n > 0; --n)
      frame->json[bits() % frame->json.size()] = static_cast<char>(bits());
    // Any outcome is right but a crash; what is accepted must survive another round.
    if (const auto request = decode_request(*frame)) {
      EXPECT_EQ(*decode_request(*encode(*request)), *request);
    }
    if (const auto message = decode_from_engine(*frame)) {
      EXPECT_EQ(*decode_from_engine(*encode(*message)), *message);
    }
  }
}

}  // namespace
}  // namespace assay::messages
