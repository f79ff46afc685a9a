// SPDX-License-Identifier: Apache-2.0
/// \file
/// Launches a worker (argument 1), writes its process id to stdout, waits to be killed.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "engine/remote/native.hpp"

int main(int, char** arguments) {
  const auto engine = assay::engine::launch_native({.worker = arguments[1], .library = arguments[1]});
  fmt::print("{}\n", engine ? (*engine)->identity().pid : 0);
  std::fflush(stdout);
  while (true) ::pause();
}
