// SPDX-License-Identifier: Apache-2.0
#include "plan/load.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <system_error>

#include "plan/buffers.hpp"
#include "plan/check_section.hpp"
#include "plan/document.hpp"
#include "plan/fields.hpp"
#include "plan/near_miss.hpp"
#include "plan/params.hpp"
#include "plan/refusal.hpp"
#include "plan/sections.hpp"
#include "plan/steps.hpp"

namespace assay::plan {
namespace {

constexpr std::size_t kMostArms = 16;
constexpr std::uintmax_t kMostProbeBytes = 1U << 20U;

/// The comment that begins the file, markers stripped; it is where an experiment's story stands.
std::string leading_comment(std::string_view text) {
  std::string purpose;
  while (text.starts_with('#')) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    line.remove_prefix(line.starts_with("# ") ? 2 : 1);
    if (line.starts_with("SPDX-License-Identifier:")) continue;
    purpose += std::string(line) + "\n";
  }
  while (purpose.ends_with('\n')) purpose.pop_back();
  return purpose;
}

std::vector<std::string> read_requires(const Source& source, const Node* node) {
  static const std::vector<std::string> kKnown = {"subgroups", "f16"};
  std::vector<std::string> features;
  if (node == nullptr) return features;
  for (const Node& item : of_kind(source, *node, Node::Kind::array).children) {
    const std::string feature = text_of(source, item);
    if (std::ranges::find(kKnown, feature) == kKnown.end()) {
      source.refuse(item.place, {.what = "unknown feature",
                                 .value = shown(item),
                                 .limit = listed(kKnown),
                                 .advice = suggestion(feature, kKnown)});
    }
    if (std::ranges::find(features, feature) == features.end()) features.push_back(feature);
  }
  return features;
}

void read_arms(const StepSources& sources, const Node& document, Plan& plan) {
  const Source& source = sources.source;
  const Node* list = document.find("arm");
  if (list == nullptr || list->kind != Node::Kind::array || list->children.empty()) {
    source.refuse(list != nullptr ? list->place : Place{}, {.what = "a probe needs at least one [[arm]]"});
  }
  if (list->children.size() > kMostArms) {
    source.refuse(
        list->place,
        {.what = "too many arms", .value = std::to_string(list->children.size()), .limit = std::to_string(kMostArms)});
  }
  for (const Node& node : list->children) {
    only_keys(source, node, "an arm", {"name", "requires", "steps"});
    const Node& name = required_member(source, node, "name");
    Arm arm{.name = name_of(source, name), .requires_features = read_requires(source, node.find("requires"))};
    if (std::ranges::find(plan.arms, arm.name, &Arm::name) != plan.arms.end()) {
      source.refuse(name.place, {.what = "two arms have the same name", .value = shown(name)});
    }
    arm.steps = unroll(sources, required_member(source, node, "steps"));
    if (pass_count(arm) == 0) {
      source.refuse(node.place,
                    {.what = "the arm '" + arm.name + "' has no pass: nothing to time", .advice = "add a kernel step"});
    }
    plan.arms.push_back(std::move(arm));
  }
}

Plan parsed(std::string_view text, std::string_view name, const std::filesystem::path& folder,
            const LoadOptions& options) {
  const Source source{std::string(name)};
  const Node document = read_document(text, source);
  only_keys(source, document, "a probe",
            {"question", "prediction", "margin", "cache", "subject", "params", "buffers", "kernels", "group", "arm",
             "check", "rates", "rig", "sweep"});
  Plan plan;
  plan.probe = std::filesystem::path(source.name).filename().string();
  plan.purpose = leading_comment(text);
  if (const Node* question = document.find("question")) plan.question = text_of(source, *question);
  plan.prediction = read_prediction(source, document.find("prediction"));
  plan.margin = read_margin(source, document.find("margin"));
  plan.cache = read_cache(source, document.find("cache"));
  plan.inputs_are_subject = read_subject(source, document.find("subject"));

  const Params params = resolve_params(source, document.find("params"), options.set);
  for (const auto& [key, value] : params) plan.params[key] = static_cast<double>(value);
  const Scope scope{source, lookup_in(params)};
  plan.buffers = read_buffers(scope, document.find("buffers"),
                              {.folder = folder, .seeds = options.seeds, .files_must_exist = options.read_kernels});
  KernelShelf kernels(source, document.find("kernels"), folder, options.read_kernels);
  const Groups groups = read_groups(source, document.find("group"));
  std::set<std::string> used_groups;
  read_arms({source, params, plan.buffers, kernels, groups, used_groups}, document, plan);
  refuse_unused_groups(source, groups, used_groups);
  plan.kernels = kernels.taken();
  plan.check = read_check(scope, document.find("check"), plan, folder, options.read_kernels);
  plan.rates = read_rates(scope, document.find("rates"));
  plan.rig = read_rig(source, document.find("rig"));
  plan.sweep = read_sweep(scope, document.find("sweep"), params);
  return plan;
}

}  // namespace

Expected<Plan> parse_probe(std::string_view text, std::string_view name, const std::filesystem::path& folder,
                           const LoadOptions& options) {
  try {
    return parsed(text, name, folder, options);
  } catch (const Refusal& refusal) {
    return fail(refusal.error);
  } catch (const std::exception& error) {  // memory, or a path that the system cannot express
    return fail({.fault = Fault::bad_input,
                 .what = "the probe cannot be read",
                 .value = error.what(),
                 .where = std::string(name)});
  }
}

Expected<Plan> load_probe(const std::filesystem::path& file, const LoadOptions& options) {
  std::error_code status;
  if (!std::filesystem::is_regular_file(file, status)) {
    return fail({.fault = Fault::bad_input,
                 .what = "there is no such probe file",
                 .where = file.string(),
                 .advice = "`assay new FILE` writes one to start from"});
  }
  const std::uintmax_t bytes = std::filesystem::file_size(file, status);
  if (status || bytes > kMostProbeBytes) {
    return fail({.fault = Fault::bad_input,
                 .what = "the probe is too large",
                 .value = std::to_string(bytes) + " bytes",
                 .limit = std::to_string(kMostProbeBytes) + " bytes",
                 .where = file.string()});
  }
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (stream.bad() || !stream.is_open()) {
    return fail({.fault = Fault::bad_input,
                 .what = "the probe cannot be read",
                 .where = file.string(),
                 .advice = "check that you may read it"});
  }
  return parse_probe(text.str(), file.string(), file.parent_path(), options);
}

}  // namespace assay::plan
