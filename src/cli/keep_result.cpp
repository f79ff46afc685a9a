// SPDX-License-Identifier: Apache-2.0
#include "cli/keep_result.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <vector>

#include "cli/exit_codes.hpp"
#include "cli/verbs.hpp"
#include "host/atomic_file.hpp"
#include "host/environment.hpp"
#include "host/paths.hpp"
#include "host/writable.hpp"
#include "report/text_layout.hpp"
#include "result/result_json.hpp"

namespace assay::cli {
namespace fs = std::filesystem;
namespace {

/// "20261130T173642Z-reduce_same.json": sorts by time, and says what it is.
std::string result_name(std::string_view started_utc, std::string_view name) {
  std::string stamp;
  for (const char c : started_utc) {
    if (c != '-' && c != ':') stamp += c;
  }
  return stamp + "-" + std::string(name) + ".json";
}

/// What of an arm's name every file system takes.
std::string plain(std::string_view name) {
  std::string text(name);
  for (char& c : text) {
    const bool kept = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
    if (!kept) c = '_';
  }
  return text;
}

fs::path numbered(const fs::path& path, std::size_t number) {
  return path.parent_path() / fmt::format("{}-{}{}", path.stem().string(), number, path.extension().string());
}

Expected<std::string> keep_text(const Expected<std::string>& text, const std::string& name, const std::string& json,
                                std::size_t index) {
  if (!text) return fail(text.error());
  if (json == "-") {
    print(*text + "\n");
    return std::string();
  }
  fs::path path = json;
  if (path.empty()) {
    std::error_code code;
    const auto folder = host::results_folder(host::current_environment(), fs::current_path(code));
    if (!folder) return fail(folder.error());
    const fs::path first = *folder / name;
    path = first;
    // Two results within a second must both stay.
    for (std::size_t n = 2; fs::exists(path, code) && n < 1000; ++n) path = numbered(first, n);
  } else if (index > 0) {
    path = numbered(path, index + 1);
  }
  if (auto written = host::write_file_atomically(path, *text + "\n"); !written) return fail(written.error());
  return path.string();
}

Kept kept_from(const Expected<std::string>& written) {
  if (written) return {.at = *written};
  return {.problem = sentence(written.error())};
}

}  // namespace

Expected<void> check_place(const std::string& place, const char* option) {
  if (place.empty() || place == "-") return {};
  const fs::path path = place;
  std::error_code code;
  const auto folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  // A probe or a kernel named by mistake would be gone.
  const bool source = path.extension() == ".toml" || path.extension() == ".wgsl";
  if (!source && !fs::is_directory(path, code) && host::is_writable_folder(folder)) return {};
  return fail({.fault = Fault::bad_input,
               .what = source ? "this is called like a probe or a kernel, and would be overwritten"
                              : "no result can be written there",
               .value = place,
               .where = option,
               .advice = source ? "name another file" : "name a file in a folder that exists and can be written"});
}

Expected<void> check_results_folder(const std::string& json) {
  if (!json.empty()) return {};
  std::error_code code;
  const auto folder = host::results_folder(host::current_environment(), fs::current_path(code));
  if (!folder) return fail(folder.error());
  return {};
}

Kept keep_result(const result::Comparison& comparison, const std::string& json, std::size_t index) {
  return kept_from(keep_text(result::to_json(comparison),
                             result_name(comparison.started_utc, fs::path(comparison.probe).stem().string()), json,
                             index));
}

Kept keep_result(const result::Timing& timing, const std::string& json, std::size_t index) {
  const fs::path probe = timing.probe;
  const std::string arm = plain(timing.arm);
  // What has no file is called by its arms, and one of them needs no mention of the others.
  const std::string name = probe.has_extension() ? probe.stem().string() + "-time-" + arm : arm + "-time";
  return kept_from(keep_text(result::to_json(timing), result_name(timing.started_utc, name), json, index));
}

int code_after_keeping(const Kept& kept, int code) {
  if (kept.problem.empty()) return code;
  print_error("assay: nothing was kept of this result: " + report::printable(kept.problem) + "\n");
  return most_serious(std::vector<int>{code, exit_code(Fault::bad_input)});
}

}  // namespace assay::cli
