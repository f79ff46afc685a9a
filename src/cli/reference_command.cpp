// SPDX-License-Identifier: Apache-2.0
#include "cli/reference_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

#include "host/environment.hpp"
#include "host/interrupt.hpp"
#include "host/process.hpp"
#include "host/read_file.hpp"
#include "host/scratch_folder.hpp"
#include "plan/load.hpp"
#include "plan/references.hpp"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;
using Kind = plan::Reference::Kind;

// A processor computes in minutes what a GPU does in a trial; whatever takes longer is better kept as a file.
constexpr std::chrono::minutes kMostCommandTime{5};
constexpr std::uint64_t kMostInputBytes = 1ULL << 30U;

Unexpected refuse_command(const plan::Reference& reference, std::string what, std::string value, std::string advice) {
  return fail({.fault = Fault::bad_input,
               .what = std::move(what),
               .value = std::move(value),
               .where = plan::reference_text(reference),
               .advice = std::move(advice)});
}

Expected<void> write_inputs(const plan::Plan& plan, const plan::Reference& reference, const fs::path& folder) {
  std::uint64_t all = 0;
  const auto buffers = protocol::buffers_with_data(plan);
  for (const std::size_t b : buffers) all += plan.buffers[b].bytes();
  if (all > kMostInputBytes) {
    return refuse_command(reference, "the inputs are too large to be written for the reference's command",
                          fmt::format("{} bytes, and {} are allowed", all, kMostInputBytes),
                          "check at a smaller size, or keep what it computes as a file: reference = { file = \"…\" }");
  }
  const auto params = plan::parameters_json(plan);
  if (!params) return fail(params.error());
  const auto put = [&](const fs::path& file, const char* bytes, std::size_t count) -> Expected<void> {
    std::ofstream stream(file, std::ios::binary);
    stream.write(bytes, static_cast<std::streamsize>(count));
    if (stream.flush()) return {};
    return fail({.fault = Fault::bad_input,
                 .what = "the inputs of the reference's command cannot be written: is the disk full?",
                 .where = file.string(),
                 .advice = "set TMPDIR to a folder with room"});
  };
  if (auto written = put(folder / "params.json", params->data(), params->size()); !written) return written;
  for (const std::size_t b : buffers) {
    const auto data = protocol::data_before(plan, b);
    if (!data) return fail(data.error());
    const auto* bytes = reinterpret_cast<const char*>(data->data());
    if (auto written = put(folder / (plan.buffers[b].name + ".bin"), bytes, data->size()); !written) return written;
  }
  return {};
}

Expected<void> run_command(const plan::Reference& reference, const fs::path& folder) {
  // Through a shell, only so that the working folder is the probe's; the words are never its own.
  host::SpawnOptions options{.program = "/bin/sh", .environment = host::current_environment(), .channel = false};
  const std::string probe_folder = reference.folder.empty() ? "." : reference.folder.string();
  options.arguments = {"-c", "cd -- \"$0\" && exec \"$@\"", probe_folder};
  options.arguments.insert(options.arguments.end(), reference.command.begin(), reference.command.end());
  options.arguments.push_back(folder.string());
  auto process = host::Process::spawn(options);
  if (!process) return fail(process.error());
  const auto ending = process->wait_for_end(host::Deadline::after(kMostCommandTime));
  if (!ending) process->kill();
  if (host::interrupted()) return fail({.fault = Fault::interrupted, .what = "interrupted"});
  const std::string said = process->last_words().last_lines();
  const std::string quoted = said.empty() ? std::string("it printed nothing") : "it says: " + said;
  if (!ending) {
    return refuse_command(reference,
                          fmt::format("the reference's command took longer than {} minutes", kMostCommandTime.count()),
                          quoted, "keep what it computes as a file: reference = { file = \"…\" }");
  }
  if (*ending == host::Ending{.kind = host::Ending::Kind::exited, .number = 0}) return {};
  return refuse_command(reference, "the reference's command " + host::description(*ending), quoted, "");
}

Expected<void> take_outputs(const plan::Plan& plan, const plan::Reference& reference, const fs::path& folder,
                            protocol::References& references) {
  for (const std::size_t output : reference.outputs) {
    const auto& buffer = plan.buffers[output];
    const std::uint64_t wanted = buffer.count * plan::bytes_of(buffer.type);
    const fs::path file = folder / (buffer.name + ".bin");
    std::error_code code;
    if (!fs::is_regular_file(file, code)) {
      return refuse_command(reference, fmt::format("the reference's command did not write out/{}.bin", buffer.name), "",
                            "write each output into the folder 'out' of the folder in its last argument");
    }
    const auto bytes = host::read_file(file, plan::kMostReferenceBytes);
    if (!bytes) return fail(bytes.error());
    if (bytes->size() != wanted) {
      return refuse_command(
          reference, fmt::format("the reference's command wrote another number of bytes into out/{}.bin", buffer.name),
          fmt::format("{} bytes, and {} elements are {}", bytes->size(), buffer.count, wanted),
          "write the elements little-endian, and nothing else");
    }
    const auto* begin = reinterpret_cast<const std::byte*>(bytes->data());
    references[output] = protocol::words_from(std::vector<std::byte>(begin, begin + bytes->size()));
  }
  return {};
}

}  // namespace

Expected<void> check_commands(const plan::Plan& plan, bool allowed) {
  const auto& references = plan.check.references;
  const auto command = std::find_if(references.begin(), references.end(),
                                    [](const auto& reference) { return reference.kind == Kind::command; });
  if (allowed || command == references.end()) return {};
  return fail({.fault = Fault::bad_input,
               .what = "the probe's reference is a command, and no commands were allowed",
               .value = fmt::format("{}", fmt::join(command->command, " ")),
               .where = plan.probe,
               .advice = "read it, and if you trust it run again with --allow-commands"});
}

Expected<protocol::References> run_reference_commands(const plan::Plan& plan) {
  protocol::References references;
  for (const auto& reference : plan.check.references) {
    if (reference.kind != Kind::command) continue;
    const auto scratch = host::ScratchFolder::make("reference");
    if (!scratch) return fail(scratch.error());
    std::error_code code;
    const fs::path out = scratch->path() / "out";
    fs::create_directory(out, code);
    if (auto written = write_inputs(plan, reference, scratch->path()); !written) return fail(written.error());
    if (auto ran = run_command(reference, scratch->path()); !ran) return fail(ran.error());
    if (auto taken = take_outputs(plan, reference, out, references); !taken) return fail(taken.error());
  }
  return references;
}

}  // namespace assay::cli
