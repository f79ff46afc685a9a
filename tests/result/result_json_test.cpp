// SPDX-License-Identifier: Apache-2.0
#include "result/result_json.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>

#include "result/sample.hpp"

namespace assay::result {
namespace {

using Json = nlohmann::ordered_json;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string text_of(const Comparison& comparison) {
  auto text = to_json(comparison);
  EXPECT_TRUE(text) << sentence(text.error());
  return text ? *text : std::string();
}
Json json_of(const Comparison& comparison) { return Json::parse(text_of(comparison)); }
Comparison back(const Comparison& comparison) {
  auto read = comparison_from_json(text_of(comparison), "r.json");
  EXPECT_TRUE(read) << sentence(read.error());
  return read ? *read : Comparison{};
}
std::string refusal(const std::string& text) {
  const auto read = comparison_from_json(text, "r.json");
  if (read) return "accepted";
  EXPECT_EQ(read.error().fault, Fault::bad_input);
  EXPECT_EQ(read.error().where.substr(0, 6), "r.json");
  return sentence(read.error());
}

TEST(ResultJson, RoundTripsEveryMember) {
  EXPECT_EQ(text_of(back(sample_comparison())), text_of(sample_comparison()));
  EXPECT_EQ(text_of(back(Comparison{})), text_of(Comparison{}));
}

TEST(ResultJson, ReadsNumbersBackToTheBit) {
  const Comparison c = back(sample_comparison());
  EXPECT_EQ(c.arms[0].median_trial_ns, 2231361.0 / 3);
  EXPECT_EQ(c.judgement.band.high, 0.1 + 0.2);
  EXPECT_EQ(c.replicates[0].squares[0].blocks[0].slots[1].end, 18446744073709551615U);
  EXPECT_EQ(c.replicates[0].squares[0].blocks[0].wall_ns, 9007199254740993U);
  EXPECT_EQ(c.schedule.seed, 18446744073709551615U);
  EXPECT_EQ(c.rig.limits.at("maxBufferSize"), 18446744073709551615U);
  EXPECT_EQ(c.predicted, (std::pair{-0.13, -0.05}));
  EXPECT_EQ(c.judgement.verdict, Verdict::faster);
  EXPECT_EQ(c.replicates[0].squares[1].void_reason, "the stamps were never written");
}

TEST(ResultJson, WritesEveryMember) {
  const std::string before = text_of(sample_comparison());
  using Change = std::function<void(Comparison&)>;
  const auto number = [](auto& value) { value = static_cast<std::remove_reference_t<decltype(value)>>(value + 1); };
  const std::vector<Change> changes{[](auto& c) { c.assay_version += "x"; },
                                    [](auto& c) { c.started_utc += "x"; },
                                    [&](auto& c) { number(c.seconds); },
                                    [](auto& c) { c.command += "x"; },
                                    [](auto& c) { c.probe += "x"; },
                                    [](auto& c) { c.plan_id += "x"; },
                                    [](auto& c) { c.question += "x"; },
                                    [](auto& c) { c.params["n"] += 1; },
                                    [&](auto& c) { number(c.margin); },
                                    [](auto& c) { c.predicted.reset(); },
                                    [&](auto& c) { number(c.predicted->first); },
                                    [&](auto& c) { number(c.predicted->second); },
                                    [](auto& c) { c.rig.engine += "x"; },
                                    [](auto& c) { c.rig.engine_version += "x"; },
                                    [](auto& c) { c.rig.worker_build += "x"; },
                                    [](auto& c) { c.rig.toggles.clear(); },
                                    [](auto& c) { c.rig.adapter += "x"; },
                                    [](auto& c) { c.rig.driver += "x"; },
                                    [](auto& c) { c.rig.backend += "x"; },
                                    [&](auto& c) { number(c.rig.vendor_id); },
                                    [&](auto& c) { number(c.rig.device_id); },
                                    [](auto& c) { c.rig.software = false; },
                                    [](auto& c) { c.rig.features.clear(); },
                                    [](auto& c) { c.rig.limits.clear(); },
                                    [](auto& c) { c.rig.host += "x"; },
                                    [&](auto& c) { number(c.rig.cores); },
                                    [](auto& c) { c.rig.load_1min.reset(); },
                                    [](auto& c) { c.rig.assay_version += "x"; },
                                    [](auto& c) { c.certificate.alive = false; },
                                    [](auto& c) { c.certificate.stamp_ns.reset(); },
                                    [](auto& c) { c.certificate.lattice_ns.reset(); },
                                    [](auto& c) { c.certificate.empty_submission_ns.reset(); },
                                    [](auto& c) { c.certificate.empty_pass_ns.reset(); },
                                    [](auto& c) { c.certificate.gap_ns.reset(); },
                                    [](auto& c) { c.certificate.items[0].name += "x"; },
                                    [](auto& c) { c.certificate.items[0].value += "x"; },
                                    [](auto& c) { c.certificate.items[0].state = CertificateItem::State::not_run; },
                                    [](auto& c) { c.certificate.items[0].rule += "x"; },
                                    [](auto& c) { c.certificate.items[0].forbids += "x"; },
                                    [](auto& c) { c.certificate.items[0].numbers.clear(); },
                                    [](auto& c) { c.schedule.seed = 0; },
                                    [&](auto& c) { number(c.schedule.replicates); },
                                    [&](auto& c) { number(c.schedule.squares); },
                                    [&](auto& c) { number(c.schedule.trials); },
                                    [](auto& c) { c.schedule.dither = false; },
                                    [](auto& c) { c.schedule.trials_apart = true; },
                                    [&](auto& c) { c.replicates[0].squares[0].blocks[0].slots[0].later.clear(); },
                                    [](auto& c) { c.schedule.location = Location::trimmed; },
                                    [&](auto& c) { number(c.schedule.budget_s); },
                                    [&](auto& c) { number(c.schedule.pool); },
                                    [](auto& c) { c.gate.passed = false; },
                                    [](auto& c) { c.gate.message += "x"; },
                                    [](auto& c) { c.gate.sha256.clear(); },
                                    [&](auto& c) { number(c.gate.bytes); },
                                    [&](auto& c) { number(c.gate.blocks_checked); },
                                    [&](auto& c) { number(c.gate.blocks_wrong); },
                                    [](auto& c) { c.arms[0].name += "x"; },
                                    [&](auto& c) { number(c.arms[0].passes); },
                                    [&](auto& c) { number(c.arms[0].median_trial_ns); },
                                    [&](auto& c) { number(c.arms[0].first_over_plateau); },
                                    [](auto& c) { c.rates.clear(); },
                                    [](auto& c) { c.replicates[0].warm_up.clear(); },
                                    [](auto& c) { c.replicates[0].squares.pop_back(); },
                                    [](auto& c) { c.replicates[0].squares[1].void_reason.clear(); },
                                    [&](auto& c) { number(c.replicates[0].wall_ns); },
                                    [](auto& c) { c.replicates[0].events.clear(); },
                                    [&](auto& c) { number(c.replicates[0].squares[0].blocks[0].wall_ns); },
                                    [&](auto& c) { number(c.replicates[0].squares[0].blocks[0].slots[0].instance); },
                                    [&](auto& c) { number(c.replicates[0].squares[0].blocks[0].slots[0].begin); },
                                    [&](auto& c) { number(c.replicates[0].squares[0].blocks[0].slots[0].end); },
                                    [&](auto& c) { number(c.duty); },
                                    [](auto& c) { c.warnings.clear(); },
                                    [](auto& c) { c.judgement.verdict = Verdict::void_run; },
                                    [&](auto& c) { number(c.judgement.effect); },
                                    [&](auto& c) { number(c.judgement.interval.low); },
                                    [&](auto& c) { number(c.judgement.equivalence.high); },
                                    [&](auto& c) { number(c.judgement.band.low); },
                                    [](auto& c) { c.judgement.replicates.clear(); },
                                    [&](auto& c) { number(c.judgement.squares); },
                                    [&](auto& c) { number(c.judgement.void_squares); },
                                    [](auto& c) { c.judgement.reasons.clear(); }};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Comparison changed = sample_comparison();
    changes[i](changed);
    EXPECT_NE(text_of(changed), before) << "change " << i;
    EXPECT_EQ(text_of(back(changed)), text_of(changed)) << "change " << i;
  }
}

TEST(ResultJson, HasOneTopLevelMemberPerLine) {
  const std::string text = text_of(sample_comparison());
  EXPECT_EQ(text.substr(0, 35), "{\n\"schema\":\"assay.comparison/2\",\n\"a");
  EXPECT_EQ(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')),
            json_of(sample_comparison()).size() + 2);
}

TEST(ResultJson, WritesASlotAsAnArray) {
  const Json slots = json_of(sample_comparison())["replicates"][0]["squares"][0]["blocks"][0]["slots"];
  EXPECT_EQ(slots[0], Json({0, "2", "2231363", {"2300002", "1"}}));
  EXPECT_EQ(slots[1], Json({3, "3000002", "18446744073709551615"}));
}

TEST(ResultJson, R34_NothingReadIsNullWithAReasonAndNeverASentinel) {
  const Json json = json_of(Comparison{.arms = {{.name = "a"}}});
  const Json& judgement = json["judgement"];
  EXPECT_TRUE(judgement["effect"].is_null());
  EXPECT_EQ(judgement["effect_missing"], "no usable square was read");
  for (const char* key : {"interval", "equivalence", "band"}) {
    EXPECT_TRUE(judgement[key]["low"].is_null());
    EXPECT_TRUE(judgement[key]["high"].is_null());
    EXPECT_EQ(judgement[key]["missing"], "no usable square was read");
  }
  EXPECT_TRUE(json["arms"][0]["median_trial_ns"].is_null());
  EXPECT_FALSE(json["arms"][0]["median_trial_ns_missing"].get<std::string>().empty());
  EXPECT_TRUE(json["arms"][0]["first_over_plateau"].is_null());
  EXPECT_TRUE(json["duty"].is_null());
  EXPECT_EQ(json.dump().find("e+308"), std::string::npos);
}

TEST(ResultJson, TellsAGateThatWasNotRunFromOneThatFailed) {
  Comparison c = sample_comparison();
  c.gate = {};
  EXPECT_TRUE(json_of(c)["gate"]["passed"].is_null());
  EXPECT_EQ(json_of(c)["gate"]["passed_missing"], "the gate was not run");
  EXPECT_FALSE(back(c).gate.ran());
  c.gate.message = "b never wrote 'out'";
  EXPECT_EQ(json_of(c)["gate"]["passed"], false);
  EXPECT_FALSE(json_of(c)["gate"].contains("passed_missing"));
  EXPECT_TRUE(back(c).gate.ran());
}

TEST(ResultJson, ReadsAFileOfTheFirstSchemaInWhichAGateThatWasNotRunIsFalse) {
  Comparison c = sample_comparison();
  c.gate = {};
  Json old = json_of(c);
  old["schema"] = "assay.comparison/1";
  old["gate"]["passed"] = false;
  old["gate"].erase("passed_missing");
  const auto read = comparison_from_json(old.dump(), "r.json");
  ASSERT_TRUE(read) << sentence(read.error());
  EXPECT_FALSE(read->gate.ran());
  EXPECT_EQ(read->schema, kComparisonSchema);
}

TEST(ResultJson, KeepsThatAPersonInterruptedTheRun) {
  Comparison c = sample_comparison();
  c.ended_by = Impediment{.verdict = Verdict::void_run, .reason = "interrupted", .interrupted = true};
  EXPECT_EQ(json_of(c)["ended_by"]["interrupted"], true);
  EXPECT_TRUE(back(c).ended_by.value_or(Impediment{}).interrupted);
}

TEST(ResultJson, KeepsTheStateOfTheCache) {
  Comparison c = sample_comparison();
  EXPECT_FALSE(back(c).schedule.cache);
  c.arms[1].working_set_bytes = 4194304;
  c.schedule.cache = CacheRecord{.asked = "cold",
                                 .state = CacheState::cold,
                                 .least_bytes = 33554432,
                                 .most_bytes = 67108864,
                                 .written_bytes = 134217728,
                                 .copy_bytes_per_second = 4.1e12};
  EXPECT_EQ(json_of(c)["schedule"]["cache"]["state"], "cold");
  const Comparison read = back(c);
  ASSERT_TRUE(read.schedule.cache);
  EXPECT_EQ(read.schedule.cache->asked, "cold");
  EXPECT_EQ(read.schedule.cache->state, CacheState::cold);
  EXPECT_EQ(read.schedule.cache->most_bytes, 67108864U);
  EXPECT_EQ(read.schedule.cache->written_bytes, 134217728U);
  EXPECT_EQ(read.schedule.cache->copy_bytes_per_second, 4.1e12);
  EXPECT_EQ(read.arms[1].working_set_bytes, 4194304U);
}

TEST(ResultJson, R34_OneSquareHasAnEffectAndNoInterval) {
  Comparison c;
  c.judgement.squares = 1;
  c.judgement.effect = 0.02;
  c.judgement.replicates = {0.02};
  const Json judgement = json_of(c)["judgement"];
  EXPECT_EQ(judgement["effect"], 0.02);
  EXPECT_FALSE(judgement.contains("effect_missing"));
  EXPECT_TRUE(judgement["interval"]["low"].is_null());
  EXPECT_EQ(judgement["interval"]["missing"], "1 usable squares in 1 replicates are too few for finite ends");
  EXPECT_FALSE(back(c).judgement.interval.is_finite());
}

TEST(ResultJson, R34_ADivisionByZeroIsNullAndReadsBackAsNoNumber) {
  Comparison c;
  c.judgement.squares = 2;
  c.judgement.effect = std::nan("");
  c.judgement.replicates = {kInfinity, 0.5};
  c.judgement.interval = {-0.1, kInfinity};
  c.rates = {{"bytes", kInfinity}};
  c.certificate.items = {{.name = "x", .numbers = {{"ratio", std::nan("")}}}};
  const Json json = json_of(c);
  EXPECT_TRUE(json["judgement"]["effect"].is_null());
  EXPECT_TRUE(json["judgement"].contains("effect_missing"));
  EXPECT_TRUE(json["judgement"]["replicates"][0].is_null());
  EXPECT_EQ(json["judgement"]["interval"]["low"], -0.1);
  EXPECT_TRUE(json["judgement"]["interval"]["high"].is_null());
  const Comparison read = back(c);
  EXPECT_TRUE(std::isnan(read.judgement.effect));
  EXPECT_TRUE(std::isnan(read.judgement.replicates[0]));
  EXPECT_EQ(read.judgement.interval.low, -0.1);
  EXPECT_EQ(read.judgement.interval.high, kInfinity);
  EXPECT_TRUE(std::isnan(read.rates.at("bytes")));
}

TEST(ResultJson, R34_ANumberThatMustBeThereIsRefusedWithItsPath) {
  Comparison c;
  c.schedule.budget_s = kInfinity;
  const auto text = to_json(c);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().where, "schedule.budget_s");
}

TEST(ResultJson, R35_RoundTripsEveryText) {
  std::string control;
  for (char ch = 1; ch < 32; ++ch) control += ch;
  for (const std::string& text :
       {std::string("a\"b\\c"), control, std::string("é 漢字 🙂"), std::string(10000, 'x'), std::string("a\0b", 3)}) {
    Comparison c = sample_comparison();
    c.question = c.rig.adapter = c.judgement.reasons[0] = text;
    c.rates[text] = 1;
    const Comparison read = back(c);
    EXPECT_EQ(read.question, text);
    EXPECT_EQ(read.rig.adapter, text);
    EXPECT_EQ(read.judgement.reasons[0], text);
    EXPECT_EQ(read.rates, c.rates);
  }
}

TEST(ResultJson, R35_RefusesADuplicateKey) {
  std::string text = text_of(sample_comparison());
  text.insert(2, "\"probe\":\"x\",");
  EXPECT_NE(refusal(text).find("duplicate key"), std::string::npos);
}

TEST(ResultJson, RefusesANewerSchemaWithASentence) {
  Json json = json_of(sample_comparison());
  json["schema"] = "assay.comparison/3";
  json["of_the_future"] = 1;
  EXPECT_EQ(refusal(json.dump()),
            "r.json: this result was written by another version of Assay, in a form that this one does not know (found "
            "text \"assay.comparison/3\"; allowed: assay.comparison/1 to assay.comparison/2): read it with the version "
            "of Assay that wrote it, "
            "or a newer one");
}

TEST(ResultJson, RefusesWhatIsNotAComparison) {
  for (const char* text : {"", "{}", "[]", "7", "null", R"({"schema":1})", R"({"schema":"assay.timing/1"})",
                           R"({"schema":"assay.comparison/1"})", R"({"schema":"assay.comparison/01"})"}) {
    EXPECT_NE(refusal(text), "accepted") << text;
  }
}

TEST(ResultJson, RefusesEveryMemberTakenAwayAddedOrOfAnotherType) {
  const Json valid = json_of(sample_comparison());
  const std::function<void(const Json::json_pointer&)> visit = [&](const Json::json_pointer& at) {
    const Json& here = valid.at(at);
    if (here.is_object()) {
      Json added = valid;
      added[at]["colour"] = "red";
      EXPECT_NE(refusal(added.dump()), "accepted") << at.to_string();
      for (const auto& [key, unused] : here.items()) visit(at / key);
      return;
    }
    if (here.is_array()) {
      for (std::size_t i = 0; i < here.size(); ++i) visit(at / i);
    }
    Json changed = valid;
    changed[at] = here.is_boolean() ? Json("x!") : Json(true);
    EXPECT_NE(refusal(changed.dump()), "accepted") << at.to_string();
  };
  visit(Json::json_pointer());
  for (const auto& [key, unused] : valid.items()) {
    Json taken = valid;
    taken.erase(key);
    EXPECT_NE(refusal(taken.dump()), "accepted") << key;
  }
}

TEST(ResultJson, TruncationAtAnyByteIsRefused) {
  const std::string text = text_of(sample_comparison());
  for (std::size_t n = 0; n + 2 < text.size(); n += 7) EXPECT_NE(refusal(text.substr(0, n)), "accepted") << n;
}

TEST(ComparisonJson, PublishesNoEffectWithIncorrectVoidAndUnfit) {
  for (const Verdict verdict : {Verdict::incorrect, Verdict::void_run, Verdict::unfit}) {
    Comparison c = sample_comparison();
    c.judgement.verdict = verdict;
    c.judgement.squares = 40;
    c.judgement.effect = 0;
    const Json judgement = json_of(c)["judgement"];
    EXPECT_TRUE(judgement["effect"].is_null());
    EXPECT_EQ(judgement["effect_missing"], "the verdict publishes no number");
  }
}

TEST(ComparisonJson, KeepsWhatEndedARunApartFromTheJudgement) {
  Comparison c = sample_comparison();
  EXPECT_TRUE(json_of(c)["ended_by"].is_null());
  c.ended_by = Impediment{.verdict = Verdict::void_run, .reason = "the device was lost"};
  const Json ended = json_of(c)["ended_by"];
  EXPECT_EQ(ended["verdict"], "void");
  EXPECT_EQ(ended["reason"], "the device was lost");
}

}  // namespace
}  // namespace assay::result
