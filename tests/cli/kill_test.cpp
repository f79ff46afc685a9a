// SPDX-License-Identifier: Apache-2.0
// The command itself dies in the middle: what it started must not go on using the device.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

#include "cli/run_assay.hpp"
#include "host/process.hpp"
#include "host/test_process.hpp"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

/// Fields of /proc/PID/stat behind the name: state, parent, …
std::optional<std::istringstream> stat_of(const std::string& pid) {
  std::ifstream file("/proc/" + pid + "/stat");
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  const auto name_end = line.rfind(')');
  return name_end == std::string::npos ? std::nullopt : std::optional(std::istringstream(line.substr(name_end + 1)));
}

long child_of(long parent) {
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string pid = entry.path().filename().string();
    if (pid.find_first_not_of("0123456789") != std::string::npos) continue;
    auto fields = stat_of(pid);
    std::string state;
    long its_parent = 0;
    if (fields && *fields >> state >> its_parent && its_parent == parent) return std::stol(pid);
  }
  return 0;
}

/// Processor time that the process has used, all threads together.
double cpu_s(long pid) {
  auto fields = stat_of(std::to_string(pid));
  if (!fields) return 0;
  std::string skipped;
  for (int field = 3; field < 14; ++field) *fields >> skipped;
  double user = 0, system = 0;
  *fields >> user >> system;
  return (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

TEST(Killed, TheCommandLeavesNoWorkerBehindEvenWhileASubmissionRuns) {
  if (!why_no_engine().empty()) GTEST_SKIP() << why_no_engine();
  const Workplace place;
  // Ends when somebody writes a 7, and nobody does.
  place.write("endless.wgsl",
              "@group(0) @binding(0) var<storage, read_write> flag: array<atomic<u32>>;\n"
              "@compute @workgroup_size(1)\nfn main() { loop { if (atomicLoad(&flag[0]) == 7u) { break; } } }\n");
  place.write("endless.toml",
              "question = \"q\"\n[buffers]\nflag = { type = \"u32\", count = 64, fill = \"zero\" }\n"
              "[[arm]]\nname = \"a\"\nsteps = [{ kernel = \"endless.wgsl\", bind = [\"flag\"], workgroups = 1 }]\n"
              "[[arm]]\nname = \"b\"\nsteps = [{ kernel = \"endless.wgsl\", bind = [\"flag\"], workgroups = 1 }]\n"
              "[check]\noutputs = [\"flag\"]\n");
  auto command = host::Process::spawn({.program = "/bin/sh",
                                       .arguments = {"-c", "cd \"$0\" && exec \"$@\"", place.folder().string(),
                                                     (fs::path(ASSAY_BINARY_DIR) / "assay").string(), "compare",
                                                     "endless.toml", "--once", "--deadline", "600s"},
                                       .environment = host::current_environment(),
                                       .channel = false});
  ASSERT_TRUE(command) << sentence(command.error());
  // Opening a device and making a pipeline take less than this; what goes on computing is the kernel.
  constexpr double kInsideTheKernel = 4;
  long worker = 0;
  for (const auto deadline = host::Deadline::after(200s); !deadline.passed();) {
    ASSERT_EQ(command->wait(false, host::Deadline::after(50ms)), host::Process::Woke::deadline)
        << command->last_words().text();
    if (worker == 0) worker = child_of(command->pid());
    if (worker != 0 && cpu_s(worker) > kInsideTheKernel) break;
  }
  ASSERT_GT(worker, 0);
  ASSERT_GT(cpu_s(worker), kInsideTheKernel) << command->last_words().text();
  // Only the one process: a group kill would be our own doing.
  ASSERT_EQ(::kill(static_cast<pid_t>(command->pid()), SIGKILL), 0);
  EXPECT_TRUE(host::ends_before(worker, host::Deadline::after(20s)));
}

}  // namespace
}  // namespace assay::cli
