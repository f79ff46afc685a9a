// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <limits>

#include "json/json.hpp"
#include "protocol/judge_fixtures.hpp"

namespace assay::protocol {

namespace {

json::Value read(const std::string& name) {
  std::ifstream file(std::string(ASSAY_SOURCE_DIR) + "/tests/protocol/fixtures/" + name);
  return json::Value::parse(file, nullptr, false);
}

stats::Interval interval(const json::Value& pair) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  return {pair.at(0).is_null() ? -kInfinity : pair.at(0).get<double>(),
          pair.at(1).is_null() ? kInfinity : pair.at(1).get<double>()};
}

JudgedSquare square(const json::Value& blocks) {
  JudgedSquare result;
  for (const auto& block : blocks) {
    JudgedBlock& slots = result.blocks.emplace_back();
    for (const auto& slot : block) slots.push_back({slot.at(0).get<std::uint32_t>(), slot.at(1).get<double>()});
  }
  return result;
}

}  // namespace

std::map<std::string, JudgeInput> recorded_sessions() {
  std::map<std::string, JudgeInput> sessions;
  const json::Value file = read("sessions.json");
  for (const auto& [name, session] : file.items()) {
    JudgeInput& input = sessions[name];
    input.margin = session.at("margin").get<double>();
    input.quantum_ns = session.at("quantum_ns").get<double>();
    input.location = session.at("location") == "sum" ? result::Location::sum : result::Location::trimmed;
    for (const auto& replicate : session.at("replicates")) {
      JudgedReplicate& squares = input.replicates.emplace_back();
      for (const auto& blocks : replicate) squares.squares.push_back(square(blocks));
    }
  }
  return sessions;
}

std::map<std::string, ExpectedJudgement> expected_judgements() {
  std::map<std::string, ExpectedJudgement> all;
  const json::Value file = read("expected.json");
  for (const auto& [name, answer] : file.items()) {
    all[name] = {.word = answer.at("verdict").get<std::string>(),
                 .effect = answer.at("effect").get<double>(),
                 .interval = interval(answer.at("interval")),
                 .equivalence = interval(answer.at("equivalence")),
                 .band = interval(answer.at("band")),
                 .replicates = answer.at("replicates").get<std::vector<double>>()};
  }
  return all;
}

}  // namespace assay::protocol
