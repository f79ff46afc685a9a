// SPDX-License-Identifier: Apache-2.0
#include "cli/probe_source.hpp"

#include <filesystem>

#include "cli/option_values.hpp"
#include "cli/set_options.hpp"
#include "host/atomic_file.hpp"

namespace assay::cli {
namespace fs = std::filesystem;

Expected<ProbeSource> ProbeSource::open(const ProbeWish& wish, const std::vector<Axis>& axes,
                                        const std::string& typed) {
  ProbeSource source;
  auto options = load_options(wish.set);
  if (!options) return fail(options.error());
  if (!is_quick(wish)) {
    source.file_ = wish.files.front();
    std::error_code code;
    if (fs::is_directory(source.file_, code)) {
      return fail({.fault = Fault::bad_input,
                   .what = "this is a folder",
                   .limit = "a probe file",
                   .where = source.file_,
                   .advice = "name one of the .toml files in it"});
    }
    source.options_ = std::move(*options);
    return source;
  }
  plan::QuickForm form{.kernels = {wish.files.begin(), wish.files.end()},
                       .set = wish.set,
                       .buffers = wish.buffers,
                       .workgroups = wish.workgroups,
                       .margin = wish.margin,
                       .cache = wish.cache,
                       .features = wish.features,
                       .command = typed};
  for (const Axis& axis : axes) form.set.push_back(axis.name + "=" + axis.values.front());
  source.save_ = wish.save;
  auto quick = plan::QuickProbe::make(form, fs::path(wish.save).parent_path());
  if (!quick) return fail(quick.error());
  source.quick_ = std::move(*quick);
  return source;
}

Expected<plan::Plan> ProbeSource::load(const Cell& cell, bool read_kernels) const {
  plan::LoadOptions options = options_;
  options.read_kernels = read_kernels;
  for (const auto& [name, value] : cell) options.set[name] = value;
  auto plan = quick_ ? quick_->parse(options) : plan::load_probe(file_, options);
  if (plan) return plan;
  // What an axis sets is read like --set, and an error must name what was typed.
  for (const auto& [name, value] : cell) {
    if (plan.error().where == "--set " + name) plan.error().where = "--over " + name;
  }
  return plan;
}

Expected<void> ProbeSource::save() const {
  if (!quick_ || save_.empty()) return {};
  std::error_code code;
  const fs::path folder = fs::path(save_).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, code)) {
    return fail({.fault = Fault::bad_input,
                 .what = "there is no such folder",
                 .value = folder.string(),
                 .where = "--save " + save_,
                 .advice = "make it, or name a file in one that exists"});
  }
  if (fs::exists(save_, code)) {
    const auto there = plan::load_probe(save_);
    const auto ours = quick_->parse({});
    const auto id_there = there ? plan::identity(*there) : Expected<std::string>(fail(there.error()));
    const auto id_ours = ours ? plan::identity(*ours) : Expected<std::string>(fail(ours.error()));
    if (id_there && id_ours && *id_there == *id_ours) return {};
    return fail({.fault = Fault::bad_input,
                 .what = "this file exists and holds something else",
                 .where = "--save " + save_,
                 .advice = "choose another name"});
  }
  return host::write_file_atomically(save_, quick_->text());
}

}  // namespace assay::cli
