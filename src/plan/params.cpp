// SPDX-License-Identifier: Apache-2.0
#include "plan/params.hpp"

#include <algorithm>
#include <vector>

#include "plan/fields.hpp"
#include "plan/near_miss.hpp"

namespace assay::plan {
namespace {

constexpr std::size_t kMostParams = 256;

/// Depth-first, in the order of need; `open_` is the path of parameters that wait for another one.
class Resolver {
 public:
  Resolver(const Source& source, const Node& table, const std::map<std::string, std::string>& set)
      : source_(source), table_(table), set_(set) {}

  Params all() {
    for (const Node& member : table_.children) (void)value_of(member.key);
    return std::move(done_);
  }

 private:
  std::optional<Rational> value_of(std::string_view name) {
    const std::string key(name);
    if (const auto known = done_.find(key); known != done_.end()) return Rational(known->second);
    const Node* member = table_.find(name);
    if (member == nullptr) return std::nullopt;
    refuse_cycle(*member);
    open_.push_back(key);
    const std::int64_t value = computed(*member);
    open_.pop_back();
    done_.emplace(key, value);
    return Rational(value);
  }

  std::int64_t computed(const Node& member) {
    const Scope scope{source_, [this](std::string_view name) { return value_of(name); }};
    const auto changed = set_.find(member.key);
    if (changed == set_.end()) return whole_of(scope, member, -kMostWhole, kMostWhole);
    const auto value = evaluate_whole(changed->second, scope.lookup, "--set " + member.key);
    if (!value) throw Refusal{value.error()};
    return *value;
  }

  void refuse_cycle(const Node& member) const {
    if (std::ranges::find(open_, member.key) == open_.end()) return;
    std::string path;
    for (auto it = std::ranges::find(open_, member.key); it != open_.end(); ++it) path += *it + " → ";
    source_.refuse(member.key_place, {.what = "the parameter '" + member.key + "' needs itself",
                                      .value = path + member.key,
                                      .advice = "give one of them a number"});
  }

  const Source& source_;
  const Node& table_;
  const std::map<std::string, std::string>& set_;
  Params done_{};
  std::vector<std::string> open_{};
};

}  // namespace

Params resolve_params(const Source& source, const Node* table, const std::map<std::string, std::string>& set) {
  std::vector<std::string> names;
  if (table != nullptr) {
    of_kind(source, *table, Node::Kind::table);
    for (const Node& member : table->children) {
      names.push_back(member.key);
      if (!is_name(member.key)) {
        source.refuse(member.key_place, {.what = "'" + member.key + "' cannot name a parameter",
                                         .limit = "letters, digits and _, not the name of a function"});
      }
    }
    if (names.size() > kMostParams) {
      source.refuse(
          table->place,
          {.what = "too many parameters", .value = std::to_string(names.size()), .limit = std::to_string(kMostParams)});
    }
  }
  for (const auto& [name, text] : set) {
    if (std::ranges::find(names, name) != names.end()) continue;
    refuse_at("--set " + name, {.what = "the probe has no parameter '" + name + "'",
                                .limit = listed(names),
                                .advice = suggestion(name, names)});
  }
  if (table == nullptr) return {};
  return Resolver(source, *table, set).all();
}

Lookup lookup_in(const Params& params) {
  return [params](std::string_view name) -> std::optional<Rational> {
    const auto found = params.find(std::string(name));
    if (found == params.end()) return std::nullopt;
    return Rational(found->second);
  };
}

}  // namespace assay::plan
