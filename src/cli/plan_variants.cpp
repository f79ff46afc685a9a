// SPDX-License-Identifier: Apache-2.0
#include "cli/plan_variants.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "host/environment.hpp"
#include "host/process.hpp"
#include "host/read_file.hpp"
#include "host/scratch_folder.hpp"
#include "plan/wgsl_scan.hpp"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kPatience{30};
constexpr std::uint64_t kMostKernelFileBytes = 16U << 20U;

/// What git has under a revision for a file that lies beside us. Git finds the repository from the file's folder.
Expected<std::string> text_at(const fs::path& file, const std::string& revision, const fs::path& into) {
  auto environment = host::current_environment();
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  host::SpawnOptions options{.program = "/bin/sh",
                             .arguments = {"-c", "exec git -C \"$1\" show \"$2:./$3\" >\"$4\"", "assay",
                                           folder.string(), revision, file.filename().string(), into.string()},
                             .environment = std::move(environment),
                             .channel = false};
  auto git = host::Process::spawn(options);
  if (!git) return fail(git.error());
  const auto ending = git->wait_for_end(host::Deadline::after(kPatience));
  if (!ending) git->kill();
  if (ending == host::Ending{.kind = host::Ending::Kind::exited, .number = 0})
    return host::read_file(into, kMostKernelFileBytes);
  return fail({.fault = Fault::bad_input,
               .what = fmt::format("git has no '{}' at {}", file.filename().string(), revision),
               .value = git->last_words().last_lines(1),
               .where = "--against git:" + revision,
               .advice = "name a commit, tag or branch in which the kernel was committed"});
}

}  // namespace

Expected<plan::Plan> against_revision(const plan::Plan& plan, const std::string& revision) {
  if (revision.empty() || revision.starts_with('-')) {
    return fail({.fault = Fault::bad_input,
                 .what = "not a revision",
                 .value = revision,
                 .limit = "git:REVISION, like git:HEAD~1",
                 .where = "--against"});
  }
  const auto scratch = host::ScratchFolder::make("against");
  if (!scratch) return fail(scratch.error());
  plan::Plan both = plan;
  plan::Arm present = plan.arms.back(), past = present;
  past.name = fmt::format("{} at {}", present.name, revision);
  std::map<std::size_t, std::size_t> older;  // kernel of today → kernel of the commit
  bool differs = false;
  for (auto& step : past.steps) {
    auto* pass = std::get_if<plan::Pass>(&step);
    if (pass == nullptr) continue;
    for (auto& dispatch : pass->dispatches) {
      if (!older.contains(dispatch.kernel)) {
        plan::Kernel kernel = plan.kernels[dispatch.kernel];
        auto text = text_at(kernel.file, revision, scratch->path() / "text");
        if (!text) return fail(text.error());
        differs = differs || *text != kernel.wgsl;
        kernel.wgsl = std::move(*text);
        kernel.name += "@" + revision;
        auto reflection = plan::scan_wgsl(kernel.wgsl, kernel.entry, kernel.name);
        if (!reflection) return fail(reflection.error());
        kernel.reflection = std::move(*reflection);
        older[dispatch.kernel] = both.kernels.size();
        both.kernels.push_back(std::move(kernel));
      }
      dispatch.kernel = older.at(dispatch.kernel);
    }
  }
  if (!differs) {
    return fail({.fault = Fault::nothing,
                 .what = fmt::format("no kernel of '{}' has changed since {}", present.name, revision),
                 .where = "--against",
                 .advice = "name an older commit"});
  }
  both.arms = {std::move(past), std::move(present)};
  return both;
}

std::vector<plan::Plan> cache_states(const plan::Plan& plan) {
  if (plan.cache != plan::CacheWish::both) return {plan};
  std::vector<plan::Plan> states{plan, plan};
  states[0].cache = plan::CacheWish::cold;
  states[1].cache = plan::CacheWish::warm;
  return states;
}

plan::Plan empty_room(plan::Plan plan) {
  for (auto& arm : plan.arms) {
    arm.steps = plan.arms.front().steps;
    arm.requires_features = plan.arms.front().requires_features;
  }
  return plan;
}

}  // namespace assay::cli
