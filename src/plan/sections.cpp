// SPDX-License-Identifier: Apache-2.0
#include "plan/sections.hpp"

#include <cmath>

#include "plan/near_miss.hpp"
#include "plan/quantity.hpp"

namespace assay::plan {
namespace {

constexpr std::size_t kMostPoints = 1000;

template <class T>
T or_refuse(Expected<T> result) {
  if (!result) throw Refusal{result.error()};
  return *std::move(result);
}

}  // namespace

std::optional<Prediction> read_prediction(const Source& source, const Node* node) {
  if (node == nullptr) return std::nullopt;
  only_keys(source, *node, "'prediction'", {"effect", "because"});
  const Node& effect = required_member(source, *node, "effect");
  const auto range = or_refuse(parse_percent_range(text_of(source, effect), source.at(effect.place)));
  if (range.first <= -1) {
    source.refuse(effect.place, {.what = "an effect cannot be -100 % or less", .value = shown(effect)});
  }
  Prediction prediction{.least = range.first, .most = range.second};
  if (const Node* because = node->find("because")) prediction.because = text_of(source, *because);
  return prediction;
}

double read_margin(const Source& source, const Node* node) {
  constexpr double kDefault = 0.01;
  if (node == nullptr) return kDefault;
  if (node->kind != Node::Kind::string) {
    source.refuse(node->place, {.what = "'margin' needs its unit", .value = shown(*node), .limit = "\"1 %\""});
  }
  const double margin = or_refuse(parse_percent(node->text, source.at(node->place) + ": 'margin'"));
  if (!(margin > 0) || margin > 1) {
    source.refuse(node->place,
                  {.what = "'margin' is out of range", .value = shown(*node), .limit = "above 0 %, up to 100 %"});
  }
  return margin;
}

CacheWish read_cache(const Source& source, const Node* node) {
  if (node == nullptr) return CacheWish::unstated;
  const std::string word = text_of(source, *node);
  std::vector<std::string> words;
  for (const auto wish : {CacheWish::cold, CacheWish::warm, CacheWish::both}) {
    if (word == name_of(wish)) return wish;
    words.emplace_back(name_of(wish));
  }
  source.refuse(node->place, {.what = "unknown state of the cache",
                              .value = shown(*node),
                              .limit = listed(words),
                              .advice = suggestion(word, words)});
}

std::map<std::string, double> read_rates(const Scope& scope, const Node* node) {
  std::map<std::string, double> rates;
  if (node == nullptr) return rates;
  for (const Node& member : of_kind(scope.source, *node, Node::Kind::table).children) {
    if (!is_name(member.key)) {
      scope.source.refuse(member.key_place, {.what = "'" + member.key + "' cannot name a rate",
                                             .limit = "letters, digits and _, as in bytes or items"});
    }
    rates[member.key] = static_cast<double>(whole_of(scope, member, 1, kMostWhole));
  }
  return rates;
}

Rig read_rig(const Source& source, const Node* node) {
  Rig rig;
  if (node == nullptr) return rig;
  only_keys(source, *node, "'rig'", {"peak", "cache"});
  if (const Node* peak = node->find("peak")) {
    rig.peak_bytes_per_second =
        or_refuse(parse_bytes_per_second(text_of(source, *peak), source.at(peak->place) + ": 'peak'"));
  }
  if (const Node* cache = node->find("cache")) {
    rig.cache_bytes = or_refuse(parse_bytes(text_of(source, *cache), source.at(cache->place) + ": 'cache'"));
  }
  return rig;
}

Sweep read_sweep(const Scope& scope, const Node* node, const Params& params) {
  const Source& source = scope.source;
  Sweep sweep;
  if (node == nullptr) return sweep;
  std::size_t points = 1;
  for (const Node& axis : of_kind(source, *node, Node::Kind::table).children) {
    if (!params.contains(axis.key)) {
      std::vector<std::string> names;
      for (const auto& [name, value] : params) names.push_back(name);
      source.refuse(axis.key_place, {.what = "the axis '" + axis.key + "' is not a parameter",
                                     .limit = listed(names),
                                     .advice = suggestion(axis.key, names)});
    }
    of_kind(source, axis, Node::Kind::array);
    points *= axis.children.size();
    if (points == 0 || points > kMostPoints) {
      source.refuse(axis.place, {.what = "the sweep has an unusable number of points",
                                 .value = std::to_string(points),
                                 .limit = "1 to " + std::to_string(kMostPoints)});
    }
    for (const Node& point : axis.children) {
      (void)whole_of(scope, point, -kMostWhole, kMostWhole);
      sweep.axes[axis.key].push_back(point.kind == Node::Kind::string ? point.text : std::to_string(point.integer));
    }
  }
  return sweep;
}

bool read_subject(const Source& source, const Node* node) {
  if (node == nullptr) return false;
  if (text_of(source, *node) != "inputs") {
    source.refuse(node->place, {.what = "unknown 'subject'", .value = shown(*node), .limit = "\"inputs\""});
  }
  return true;
}

}  // namespace assay::plan
