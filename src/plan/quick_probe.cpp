// SPDX-License-Identifier: Apache-2.0
#include "plan/quick_probe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>
#include <system_error>

#include "plan/characters.hpp"
#include "plan/expression.hpp"
#include "plan/near_miss.hpp"
#include "plan/quick_buffer.hpp"
#include "plan/toml_text.hpp"
#include "plan/wgsl_scan.hpp"

namespace assay::plan {
namespace fs = std::filesystem;
namespace {

constexpr std::uintmax_t kMostKernelBytes = 2U << 20U;

/// How `folder` would name the file.
std::string seen_from(const fs::path& folder, const fs::path& file) {
  std::error_code status;
  const fs::path base = fs::absolute(folder.empty() ? fs::path(".") : folder, status).lexically_normal();
  const fs::path target = fs::absolute(file, status).lexically_normal();
  const fs::path relative = target.lexically_relative(base);
  return relative.empty() ? target.generic_string() : relative.generic_string();
}

Expected<Kernel::Reflection> reflection_of(const fs::path& file) {
  std::error_code status;
  const auto bytes = fs::file_size(file, status);
  if (status || bytes > kMostKernelBytes) {
    return fail({.fault = Fault::bad_input,
                 .what = status ? "the kernel file is missing" : "the kernel file is too large",
                 .limit = fmt::format("a WGSL file of up to {} bytes", kMostKernelBytes),
                 .where = file.string()});
  }
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return scan_wgsl(text.str(), "main", file.string());
}

bool writes_binding(const Kernel::Reflection& kernel, std::uint32_t binding) {
  return std::ranges::any_of(kernel.slots, [&](const Kernel::Reflection::Slot& slot) {
    return slot.group == 0 && slot.binding == binding && slot.access == Kernel::Reflection::Slot::Access::read_write;
  });
}

/// One line without what a comment cannot hold.
std::string comment_line(std::string_view text) {
  std::string line(text);
  std::ranges::replace_if(
      line, [](char c) { return static_cast<unsigned char>(c) < 32 || c == 127; }, ' ');
  return line;
}

}  // namespace

/// Writes the text and notes where each option went.
class QuickProbeWriter {
 public:
  QuickProbeWriter(const QuickForm& form, const fs::path& folder) : form_(form), folder_(folder) {}

  Expected<QuickProbe> all() {
    probe_.folder_ = folder_;
    name_arms();
    if (auto read = read_buffers(); !read) return fail(read.error());
    if (auto found = find_outputs(); !found) return fail(found.error());
    head();
    if (auto written = params(); !written) return fail(written.error());
    buffers();
    kernels();
    for (std::size_t i = 0; i < form_.kernels.size(); ++i) arm(i);
    check();
    return std::move(probe_);
  }

 private:
  /// What follows came from this option.
  void from(std::string option) { probe_.origins_.push_back({line_, column_, std::move(option)}); }
  void put(std::string_view text) {
    for (const char c : text) {
      if (c == '\n') {
        ++line_;
        column_ = 1;
      } else if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) {
        ++column_;  // the TOML library counts characters
      }
    }
    probe_.text_ += text;
  }

  void name_arms() {
    const auto& files = form_.kernels;
    std::string candidates;
    for (std::size_t i = 0; i < files.size(); ++i) {
      const std::string stem = files[i].stem().string();
      const bool ambiguous = std::ranges::count(files, files[i].stem(), &fs::path::stem) > 1;
      const bool other_file = std::ranges::any_of(files, [&](const fs::path& file) {
        return file.stem() == files[i].stem() && seen_from(folder_, file) != seen_from(folder_, files[i]);
      });
      const std::string letter = i < 26 ? std::string(1, static_cast<char>('A' + i)) : fmt::format("{}", i + 1);
      arm_names_.push_back(ambiguous ? fmt::format("{} ({})", stem, letter) : stem);
      kernel_names_.push_back(other_file ? arm_names_[i] + ".wgsl" : files[i].filename().string());
      paths_.push_back(seen_from(folder_, files[i]));
      if (i > 0) candidates += (candidates.empty() ? "" : "_") + stem;
    }
    const std::string first = files.front().stem().string();
    probe_.name_ = files.size() == 1 ? first : candidates + "_against_" + first;
  }

  Expected<void> read_buffers() {
    if (form_.buffers.empty()) {
      return fail({.fault = Fault::bad_input,
                   .what = "kernels need buffers",
                   .limit = "NAME:TYPE[COUNT]=FILL for each, in the order of their bindings",
                   .where = "--buffer",
                   .advice = "for instance --buffer input:f32[n]=integers:256 --buffer out:f32[n/1024]"});
    }
    if (form_.workgroups.empty()) {
      return fail({.fault = Fault::bad_input,
                   .what = "kernels need a number of workgroups",
                   .where = "--workgroups",
                   .advice = "for instance --workgroups n/1024"});
    }
    for (const std::string& option : form_.buffers) {
      auto buffer = quick_buffer(option, [this](std::string_view file) { return seen_from(folder_, fs::path(file)); });
      if (!buffer) return fail(buffer.error());
      if (std::ranges::find(buffers_, buffer->name, &QuickBuffer::name) != buffers_.end()) {
        return fail({.fault = Fault::bad_input,
                     .what = "two buffers have the same name",
                     .value = buffer->name,
                     .where = "--buffer"});
      }
      buffers_.push_back(std::move(*buffer));
    }
    return {};
  }

  /// What all kernels write must come out equal.
  Expected<void> find_outputs() {
    std::vector<Kernel::Reflection> kernels;
    for (const auto& file : form_.kernels) {
      auto kernel = reflection_of(file);
      if (!kernel) return fail(kernel.error());
      kernels.push_back(std::move(*kernel));
    }
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
      const auto binding = static_cast<std::uint32_t>(i);
      const bool written =
          std::ranges::all_of(kernels, [&](const auto& kernel) { return writes_binding(kernel, binding); });
      if (written) outputs_.push_back(buffers_[i].name);
    }
    if (!outputs_.empty()) return {};
    const bool one = kernels.size() == 1;
    return fail({.fault = Fault::bad_input,
                 .what = one ? "the kernel writes none of the buffers: nothing would prove that it does anything"
                             : "there is no buffer that all kernels write: nothing would prove that they do the same",
                 .limit = fmt::format("a buffer declared as var<storage, read_write>{} of group 0",
                                      one ? ", at a binding" : " by all of them, at the same binding"),
                 .where = "--buffer",
                 .advice = "the first --buffer is binding 0, the next binding 1"});
  }

  void head() {
    const std::string question = arm_names_.size() == 1 ? fmt::format("how long does {} take?", arm_names_[0])
                                 : arm_names_.size() == 2
                                     ? fmt::format("is {} faster than {}?", arm_names_[1], arm_names_[0])
                                     : fmt::format("which of {} is fastest?", listed(arm_names_));
    put("# Purpose: " + comment_line(question) + "\n");
    put("# What would change the mind: say which result would make you keep the old kernel.\n");
    if (!form_.command.empty()) put("# Made by: " + comment_line(form_.command) + "\n");
    put("#\n# Results\n# (append the numbers here, the negative ones too; remove nothing)\n\n");
    from("the kernel files");
    put("question = " + toml_string(question) + "\n");
    put("# The smallest difference that matters.\n");
    from("--margin");
    put("margin   = " + toml_string(form_.margin.empty() ? "1 %" : form_.margin) + "\n");
    if (form_.cache.empty()) return;
    put("# What every slot finds in the last-level cache.\n");
    from("--cache");
    put("cache    = " + toml_string(form_.cache) + "\n");
  }

  Expected<void> params() {
    if (form_.set.empty()) return {};
    put("\n# Whole numbers for the expressions below; change them with --set.\n");
    from("--set");
    put("[params]\n");
    for (const std::string& option : form_.set) {
      const auto equals = option.find('=');
      const std::string name = option.substr(0, equals);
      if (equals == std::string::npos || !is_name(name)) {
        return fail({.fault = Fault::bad_input,
                     .what = "not a parameter",
                     .value = option,
                     .limit = "NAME=EXPRESSION, like n=2^20",
                     .where = "--set"});
      }
      from("--set " + name);
      put(name + " = " + toml_string(trimmed(std::string_view(option).substr(equals + 1))) + "\n");
    }
    return {};
  }

  void buffers() {
    put("\n# Bound in this order: the first is @group(0) @binding(0).\n");
    from("--buffer");
    put("[buffers]\n");
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
      from("--buffer " + form_.buffers[i]);
      put(buffers_[i].name + " = " + buffers_[i].definition + "\n");
    }
  }

  /// Only files that do not lie beside the text, or are called alike, need a name of their own.
  void kernels() {
    std::string table;
    for (std::size_t i = 0; i < kernel_names_.size(); ++i) {
      const auto before = kernel_names_.begin() + static_cast<std::ptrdiff_t>(i);
      if (paths_[i] == kernel_names_[i] || std::find(kernel_names_.begin(), before, kernel_names_[i]) != before)
        continue;
      table += toml_string(kernel_names_[i]) + " = { file = " + toml_string(paths_[i]) + " }\n";
    }
    if (table.empty()) return;
    from("the kernel files");
    put("\n[kernels]\n" + table);
  }

  void arm(std::size_t index) {
    const std::string &name = arm_names_[index], &kernel = kernel_names_[index];
    const fs::path& file = form_.kernels[index];
    put(index == 0 && arm_names_.size() > 1 ? "\n# The first arm is the baseline.\n" : "\n");
    from(file.string());
    put("[[arm]]\nname  = " + toml_string(name) + "\n");
    if (!form_.features.empty()) {
      from("--requires");
      put("requires = [");
      for (std::size_t i = 0; i < form_.features.size(); ++i) {
        put((i == 0 ? "" : ", ") + toml_string(form_.features[i]));
      }
      put("]\n");
      from(file.string());
    }
    put("steps = [{ kernel = " + toml_string(kernel) + ", bind = ");
    from(file.string() + " with --buffer");
    put("[");
    for (std::size_t i = 0; i < buffers_.size(); ++i) put((i == 0 ? "" : ", ") + toml_string(buffers_[i].name));
    put("], workgroups = ");
    from("--workgroups");
    put(workgroups());
    from(file.string());
    put(" }]\n");
  }

  [[nodiscard]] std::string workgroups() const {
    constexpr std::string_view kLinear = "linear:";
    const std::string_view text = trimmed(form_.workgroups);
    if (text.starts_with(kLinear)) return "{ linear = " + toml_string(trimmed(text.substr(kLinear.size()))) + " }";
    const auto counts = split_list(text);
    if (counts.size() == 1) return toml_string(counts.front());
    std::string list;
    for (const auto& count : counts) list += (list.empty() ? "" : ", ") + toml_string(count);
    return "[" + list + "]";
  }

  void check() {
    put(arm_names_.size() == 1
            ? "\n# What it must write, all of it and each time the same, or no time is published.\n"
            : "\n# What all arms write must come out byte for byte equal, or no time is published.\n");
    from("--buffer");
    put("[check]\noutputs = [");
    for (std::size_t i = 0; i < outputs_.size(); ++i) put((i == 0 ? "" : ", ") + toml_string(outputs_[i]));
    put("]\n");
  }

  const QuickForm& form_;
  fs::path folder_;
  QuickProbe probe_{};
  std::vector<std::string> arm_names_{}, kernel_names_{}, paths_{};
  std::vector<QuickBuffer> buffers_{};
  std::vector<std::string> outputs_{};
  std::uint32_t line_ = 1, column_ = 1;
};

Expected<QuickProbe> QuickProbe::make(const QuickForm& form, const fs::path& folder) {
  return QuickProbeWriter(form, folder).all();
}

/// "NAME:12:9: 'count'" → "--buffer x:f32[n]: 'count'".
std::string QuickProbe::with_option(std::string where) const {
  if (!where.starts_with(name_)) return where;
  const std::string_view rest = std::string_view(where).substr(name_.size());
  std::uint32_t line = 0, column = 0;
  const char* const end = where.data() + where.size();
  const auto first = rest.starts_with(':') ? std::from_chars(rest.data() + 1, end, line) : std::from_chars_result{};
  if (line == 0 || first.ptr == end || *first.ptr != ':') return "the options" + std::string(rest);
  const auto second = std::from_chars(first.ptr + 1, end, column);
  std::string option = "the options";
  for (const Origin& origin : origins_) {
    if (origin.line > line || (origin.line == line && origin.column > column)) break;
    option = origin.option;
  }
  return option + std::string(second.ptr, end);
}

Expected<Plan> QuickProbe::parse(const LoadOptions& options) const {
  auto plan = parse_probe(text_, name_, folder_, options);
  if (!plan) {
    plan.error().where = with_option(std::move(plan.error().where));
    return plan;
  }
  for (Buffer& buffer : plan->buffers) buffer.where = with_option(std::move(buffer.where));
  for (Arm& arm : plan->arms) {
    for (Step& step : arm.steps) {
      if (auto* pass = std::get_if<Pass>(&step)) pass->where = with_option(std::move(pass->where));
    }
  }
  return plan;
}

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth == 0) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  for (std::string& part : parts) part = std::string(trimmed(part));
  return parts;
}

}  // namespace assay::plan
