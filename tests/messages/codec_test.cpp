// SPDX-License-Identifier: Apache-2.0
#include "messages/codec.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "messages/random_messages.hpp"

namespace assay::messages {
namespace {

std::string json_of(const Request& request) { return encode(request)->json; }
std::string json_of(const FromEngine& message) { return encode(message)->json; }
Blob bytes(std::string_view text) {
  const auto view = std::as_bytes(std::span(text));
  return {view.begin(), view.end()};
}
std::string request_refusal(std::string json, Blob blob = {}) {
  const auto request = decode_request({.json = std::move(json), .blob = std::move(blob)});
  if (request) return "accepted";
  EXPECT_EQ(request.error().fault, Fault::broken_run);
  EXPECT_EQ(request.error().where.substr(0, 7), "message");
  return sentence(request.error());
}
std::string answer_refusal(std::string json, Blob blob = {}) {
  const auto message = decode_from_engine({.json = std::move(json), .blob = std::move(blob)});
  if (message) return "accepted";
  EXPECT_EQ(message.error().fault, Fault::broken_run);
  return sentence(message.error());
}

TEST(RequestCodec, RoundTripsEveryKindWithAndWithoutOptionalMembers) {
  RandomMessages random(11);
  for (std::size_t which = 0; which < kRequestKinds; ++which) {
    for (int i = 0; i < 200; ++i) {
      const Request request = random.request(which);
      const auto frame = encode(request);
      ASSERT_TRUE(frame) << sentence(frame.error());
      const auto back = decode_request(*frame);
      ASSERT_TRUE(back) << sentence(back.error()) << "\n" << frame->json;
      ASSERT_EQ(*back, request) << frame->json;
    }
  }
}

TEST(AnswerCodec, RoundTripsEveryKindWithAndWithoutOptionalMembers) {
  RandomMessages random(12);
  for (std::size_t which = 0; which < kAnswerKinds; ++which) {
    for (int i = 0; i < 200; ++i) {
      const FromEngine message = random.answer(which);
      const auto frame = encode(message);
      ASSERT_TRUE(frame) << sentence(frame.error());
      const auto back = decode_from_engine(*frame);
      ASSERT_TRUE(back) << sentence(back.error()) << "\n" << frame->json;
      ASSERT_EQ(*back, message) << frame->json;
    }
  }
}

TEST(AnswerCodec, RoundTripsWhatComesUnasked) {
  RandomMessages random(13);
  for (int i = 0; i < 50; ++i) {
    const FromEngine event = random.event();
    EXPECT_EQ(*decode_from_engine(*encode(event)), event);
  }
  EXPECT_EQ(*decode_from_engine(*encode(FromEngine(Beat{}))), FromEngine(Beat{}));
}

TEST(WireForm, IsWhatTheDocumentationShows) {
  EXPECT_EQ(json_of(Request{.id = 1, .body = Hello{}}), R"({"id":1,"hello":{"protocol":1}})");
  EXPECT_EQ(json_of(Request{.id = 9, .body = Close{}}), R"({"id":9,"close":{}})");
  EXPECT_EQ(json_of(FromEngine(Answer{.id = 9, .body = Done{}})), R"({"id":9,"ok":{"done":{}}})");
  EXPECT_EQ(json_of(FromEngine(Answer{.id = 4, .body = Failure{.kind = Failure::Kind::lost, .what = "gone"}})),
            R"({"id":4,"error":{"kind":"lost","what":"gone"}})");
  EXPECT_EQ(json_of(FromEngine(Event{.kind = Event::Kind::log, .text = "x"})),
            R"({"event":{"kind":"log","text":"x"}})");
  EXPECT_EQ(json_of(FromEngine(Beat{})), R"({"beat":{}})");
  const Track track{
      .id = 3,
      .roles = 1,
      .trials = Track::Trials::inside,
      .ops = {FenceOp{.before = 0}, PassOp{.label = "sum",
                                           .stamped = true,
                                           .dispatches = {{.kernel = 2,
                                                           .bindings = {{.group = 0, .binding = 1, .size = 64}},
                                                           .groups = std::array<std::uint32_t, 3>{4, 1, 1}}}}}};
  EXPECT_EQ(
      json_of(Request{.id = 5, .body = track}),
      R"({"id":5,"track":{"id":3,"roles":1,"trials":"inside","ops":[{"fence":{"before":0}},{"pass":{"label":"sum",)"
      R"("stamped":true,"dispatches":[{"kernel":2,"bindings":[{"group":0,"binding":1,"role":0,"offset":"0",)"
      R"("size":"64"}],"groups":[4,1,1]}]}}]}})");
  const messages::Run run{
      .deadline_ms = 30000,
      .submissions = {{.slots = {{.track = 3, .roles = {7}, .trials = 8, .offsets = {{0, {0, 256}}}}}}}};
  EXPECT_EQ(json_of(Request{.id = 6, .body = run}),
            R"({"id":6,"run":{"deadline_ms":"30000","submissions":[{"slots":[{"track":3,"roles":[7],"trials":8,)"
            R"("offsets":{"0":["0","256"]}}]}]}})");
}

TEST(WireForm, AnnouncesTheBlobInTheJson) {
  const auto frame = encode(Request{.id = 2, .body = Write{.allocation = 1, .offset = 4, .data = bytes("abcd")}});
  EXPECT_EQ(frame->json, R"({"id":2,"write":{"allocation":1,"offset":"4"},"blob":4})");
  EXPECT_EQ(frame->blob, bytes("abcd"));
  EXPECT_EQ(json_of(FromEngine(Answer{.id = 2, .body = ReadAnswer{.data = bytes("ab")}})),
            R"({"id":2,"blob":2,"ok":{"read":{}}})");
}

TEST(WireForm, TakesMembersInAnyOrderAndDefaultsWrittenOut) {
  const auto back = decode_request({.json = R"({"hello":{"ticket":"","protocol":1},"id":1})"});
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, (Request{.id = 1, .body = Hello{}}));
}

TEST(WireForm, RepairsTextOfADriverThatIsNotUtf8) {
  const auto frame = encode(FromEngine(Event{.kind = Event::Kind::error, .text = "last \xff words"}));
  EXPECT_EQ(std::get<Event>(*decode_from_engine(*frame)).text, "last \xEF\xBF\xBD words");
}

TEST(BlobRule, WhatIsAnnouncedMustCome) {
  const std::string write = R"({"id":2,"write":{"allocation":1,"offset":"4"},"blob":4})";
  EXPECT_EQ(request_refusal(write, bytes("abcd")), "accepted");
  EXPECT_NE(request_refusal(write, bytes("abc")).find("not as long as announced"), std::string::npos);
  EXPECT_NE(request_refusal(write).find("not as long as announced"), std::string::npos);
  EXPECT_NE(request_refusal(R"({"id":2,"write":{"allocation":1,"offset":"4"}})", bytes("a")).find("unannounced"),
            std::string::npos);
  for (const char* wrong : {"0", "-1", "4.0", "\"4\"", "16777217", "null"}) {
    EXPECT_NE(request_refusal(R"({"id":2,"write":{"allocation":1,"offset":"4"},"blob":)" + std::string(wrong) + "}",
                              bytes("abcd")),
              "accepted")
        << wrong;
  }
}

TEST(BlobRule, OnlySomeMessagesCarryOne) {
  EXPECT_NE(request_refusal(R"({"id":2,"close":{},"blob":1})", bytes("a")).find("carries no data"), std::string::npos);
  EXPECT_NE(request_refusal(R"({"id":2,"close":{}})", bytes("a")), "accepted");
  EXPECT_NE(answer_refusal(R"({"beat":{},"blob":1})", bytes("a")), "accepted");
  EXPECT_NE(answer_refusal(R"({"id":1,"error":{"kind":"lost","what":"x"},"blob":1})", bytes("a")), "accepted");
}

TEST(Envelope, HoldsExactlyOneBody) {
  for (const char* json :
       {"{}", "[]", "7", "{\"id\":1}", R"({"close":{}})", R"({"id":1,"close":{},"hello":{"protocol":1}})",
        R"({"id":1,"sleep":{}})", R"({"id":1,"done":{}})", R"({"id":-1,"close":{}})", R"({"id":1.0,"close":{}})",
        R"({"id":"1","close":{}})", R"({"id":4294967296,"close":{}})", R"({"id":1,"id":1,"close":{}})",
        R"({"id":1,"close":[]})", R"({"id":1,"close":null})", R"({"id":1,"close":{"x":1}})", R"({"id":1,"":{}})"}) {
    EXPECT_NE(request_refusal(json), "accepted") << json;
  }
  for (const char* json :
       {"{}", R"({"id":1,"ok":{}})", R"({"id":1,"ok":{"done":{},"read":{}}})", R"({"id":1,"done":{}})",
        R"({"id":1,"ok":{"done":{}},"error":{"kind":"lost","what":"x"}})", R"({"ok":{"done":{}}})",
        R"({"id":1,"ok":{"error":{"kind":"lost","what":"x"}}})", R"({"id":1,"beat":{}})",
        R"({"id":1,"ok":{"close":{}}})", R"({"id":1,"ok":[]})", R"({"beat":{},"event":{"kind":"log","text":""}})"}) {
    EXPECT_NE(answer_refusal(json), "accepted") << json;
  }
}

TEST(Envelope, NamesThePathOfAFault) {
  EXPECT_EQ(
      request_refusal(
          R"({"id":6,"run":{"deadline_ms":"1","submissions":[{"slots":[]},{"slots":[{"track":3,"roles":[7,-1],"trials":8}]}]}})"),
      "message run.submissions[1].slots[0].roles[1]: wrong value (found -1; allowed: a whole number from 0 to "
      "4294967295)");
}

TEST(Encode, RefusesNumbersThatAreNotFinite) {
  HelloAnswer hello;
  hello.clock_step_ns = std::numeric_limits<double>::infinity();
  const auto frame = encode(FromEngine(Answer{.id = 1, .body = hello}));
  ASSERT_FALSE(frame);
  EXPECT_NE(sentence(frame.error()).find("clock_step_ns"), std::string::npos);
}

TEST(Encode, RefusesMessagesAboveTheLimits) {
  Kernels kernels{.kernels = {{.id = 1, .wgsl = std::string(kMostJsonBytes, 'x')}}};
  const auto json = encode(Request{.id = 1, .body = kernels});
  ASSERT_FALSE(json);
  EXPECT_EQ(json.error().fault, Fault::bad_input);
  EXPECT_FALSE(encode(Request{.id = 1, .body = Write{.data = Blob(kMostBlobBytes + 1)}}));
  EXPECT_TRUE(encode(Request{.id = 1, .body = Write{.data = Blob(kMostBlobBytes)}}));
  EXPECT_FALSE(encode(Request{.id = 1, .body = Release{.allocations = std::vector<AllocationId>(65537)}}));
  EXPECT_TRUE(encode(Request{.id = 1, .body = Release{.allocations = std::vector<AllocationId>(65536)}}));
}

TEST(Decode, RefusesArraysAboveTheirBound) {
  std::string stamps =
      R"({"id":1,"ok":{"run":{"submissions":[{"encode_ns":"0","submit_ns":"0","done_ns":"0","mapped_ns":"0","slots":[{"stamps":["0")";
  for (int i = 0; i < 4096; ++i) stamps += R"(,"1")";
  EXPECT_NE(answer_refusal(stamps + "]}]}]}}}").find("array of at most 4096"), std::string::npos);
}

}  // namespace
}  // namespace assay::messages
