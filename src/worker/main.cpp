// SPDX-License-Identifier: Apache-2.0
/// \file
/// assay-worker native --library PATH --socket FD [--patience MILLISECONDS]
/// Hosts one engine library behind the messages, so that its crashes, aborts and hangs end this process and no other.
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "worker/channel.hpp"
#include "worker/fault_injection.hpp"
#include "worker/native/native_session.hpp"
#include "worker/serve.hpp"

namespace {

using assay::worker::Ending;

struct Arguments {
  std::string library{};
  int socket = -1;
  std::chrono::milliseconds patience = assay::worker::native::kPatience;
};

template <class Number>
bool read_whole(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

std::optional<Arguments> parse(std::span<char*> words) {
  Arguments arguments;
  if (words.size() < 6 || words.size() % 2 != 0 || std::string_view(words[1]) != "native") return std::nullopt;
  for (std::size_t i = 2; i < words.size(); i += 2) {
    const std::string_view option = words[i];
    const std::string_view value = words[i + 1];
    if (option == "--library") {
      arguments.library = value;
    } else if (option == "--socket") {
      if (!read_whole(value, arguments.socket)) return std::nullopt;
    } else if (option == "--patience") {
      std::uint32_t milliseconds = 0;
      if (!read_whole(value, milliseconds)) return std::nullopt;
      arguments.patience = std::chrono::milliseconds(milliseconds);
    } else {
      return std::nullopt;
    }
  }
  if (arguments.library.empty() || arguments.socket < 0) return std::nullopt;
  return arguments;
}

/// Dies with its host: a worker that outlives it would keep the GPU busy under the next measurement.
bool tie_to_host(int socket) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The host may have died before prctl took hold; then init adopted us. As process 1 of a container the host itself
  // has that id, so the socket's other end is asked who made it.
  ucred host{};
  socklen_t size = sizeof host;
  const bool known = getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &host, &size) == 0;
  return !known || getppid() != 1 || host.pid == 1;
}

/// Ends without destructors: drivers hang in their clean-up after a fault, and callbacks still pending would write to
/// objects already gone. The kernel frees everything.
[[noreturn]] void leave(Ending ending) {
  std::fflush(nullptr);
  _exit(static_cast<int>(ending));
}

}  // namespace

int main(int argc, char** argv) {
  const auto arguments = parse(std::span<char*>(argv, static_cast<std::size_t>(argc)));
  if (!arguments) {
    fmt::print(stderr,
               "usage: assay-worker native --library PATH --socket FD [--patience MILLISECONDS]\n"
               "This program is started by assay.\n");
    leave(Ending::bad_arguments);
  }
  if (!tie_to_host(arguments->socket)) leave(Ending::closed);

  assay::worker::FaultPlan faults;
  if (const char* text = std::getenv("ASSAY_WORKER_FAULT")) {
    auto plan = assay::worker::FaultPlan::parse(text);
    if (!plan) {
      fmt::print(stderr, "assay-worker: {}\n", assay::sentence(plan.error()));
      leave(Ending::bad_arguments);
    }
    faults = *plan;
  }
  assay::worker::Channel channel(arguments->socket);
  assay::worker::native::NativeSession session(arguments->library, arguments->patience);
  leave(assay::worker::serve(channel, session, faults));
}
