// SPDX-License-Identifier: Apache-2.0
#include "cli/run_assay.hpp"

#include <cstdlib>
#include <fstream>

#include "host/process.hpp"

namespace assay::cli {
namespace fs = std::filesystem;

Workplace::Workplace() {
  std::string name = (fs::temp_directory_path() / "assay-test-XXXXXX").string();
  folder_ = mkdtemp(name.data());
  for (const auto& entry : fs::directory_iterator(fs::path(ASSAY_SOURCE_DIR) / "probes")) {
    if (entry.path().extension() == ".wgsl") fs::copy_file(entry.path(), folder_ / entry.path().filename());
  }
}

Workplace::~Workplace() {
  std::error_code code;
  fs::remove_all(folder_, code);
}

void Workplace::write(const std::string& name, const std::string& text) const {
  std::ofstream(folder_ / name, std::ios::binary) << text;
}

Ran Workplace::assay(std::vector<std::string> arguments, const host::Environment& extra, int limit_s) const {
  arguments.insert(arguments.begin(), (fs::path(ASSAY_BINARY_DIR) / "assay").string());
  return run(arguments, extra, limit_s);
}

Ran Workplace::shell(const std::string& line) const { return run({"/bin/sh", "-c", line}, {}, 60); }

Ran Workplace::run(const std::vector<std::string>& words, const host::Environment& extra, int limit_s) const {
  // Through a shell, only so that the working folder is this one.
  host::SpawnOptions options{.program = "/bin/sh", .environment = host::current_environment(), .channel = false};
  options.arguments = {"-c", "cd \"$0\" && exec \"$@\"", folder_.string()};
  options.arguments.insert(options.arguments.end(), words.begin(), words.end());
  for (const auto& [name, value] : extra) options.environment[name] = value;
  auto process = host::Process::spawn(options);
  if (!process) return {.output = sentence(process.error())};
  const auto ending = process->wait_for_end(host::Deadline::after(std::chrono::seconds(limit_s)));
  Ran ran{.output = process->last_words().text()};
  if (ending && ending->kind == host::Ending::Kind::exited) ran.exit_code = ending->number;
  return ran;
}

std::string why_no_engine() {
  static const std::string reason = [] {
    const Ran ran = Workplace().assay({"devices"});
    return ran.exit_code == 0 ? std::string() : "NOT TESTED: no engine to run on (" + ran.output + ")";
  }();
  return reason;
}

}  // namespace assay::cli
