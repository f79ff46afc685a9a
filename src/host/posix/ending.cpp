// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <csignal>
#include <string_view>

#include "host/process.hpp"

namespace assay::host {
namespace {

// Own words, because strsignal's change with the locale.
std::string_view signal_words(int number) {
  switch (number) {
    case SIGHUP: return "hang-up";
    case SIGINT: return "interrupt";
    case SIGQUIT: return "quit";
    case SIGILL: return "illegal instruction";
    case SIGTRAP: return "trap";
    case SIGABRT: return "aborted";
    case SIGBUS: return "bus error";
    case SIGFPE: return "arithmetic error";
    case SIGKILL: return "killed";
    case SIGSEGV: return "segmentation fault";
    case SIGPIPE: return "broken pipe";
    case SIGALRM: return "alarm";
    case SIGTERM: return "terminated";
    case SIGXCPU: return "processor time limit";
    case SIGXFSZ: return "file size limit";
    case SIGSYS: return "bad system call";
    default: return "no common name";
  }
}

}  // namespace

std::string description(const Ending& ending) {
  switch (ending.kind) {
    case Ending::Kind::exited: return fmt::format("exited with code {}", ending.number);
    case Ending::Kind::signalled:
      return fmt::format("was ended by signal {} ({})", ending.number, signal_words(ending.number));
    case Ending::Kind::unknown: return "is gone, and the system does not say how it ended";
    case Ending::Kind::unkillable: return "was killed and is still stuck in the system's kernel";
  }
  return "ended";
}

}  // namespace assay::host
