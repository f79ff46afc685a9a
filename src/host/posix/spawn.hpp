// SPDX-License-Identifier: Apache-2.0
/// \file
/// fork and exec with everything prepared before the fork.
#pragma once

#include <sys/types.h>

#include "error/error.hpp"
#include "host/posix/descriptor.hpp"
#include "host/process.hpp"

namespace assay::host::posix {

struct Spawned {
  pid_t pid = -1;
  Descriptor output{};   ///< read end of stdout and stderr together, non-blocking
  Descriptor channel{};  ///< our end of the socket pair; closed when none was asked for
  Descriptor pidfd{};    ///< readable when the process ended; closed where the system has none
};

/// Returns after exec succeeded in the child: it then leads a session and a process group of its own.
[[nodiscard]] Expected<Spawned> spawn(const SpawnOptions& options);

}  // namespace assay::host::posix
