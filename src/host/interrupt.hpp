// SPDX-License-Identifier: Apache-2.0
/// \file
/// Ctrl-C as a flag. Every wait of this room returns early once it is up, so that what was measured can be kept.
#pragma once

namespace assay::host {

/// From now on the first SIGINT and the first SIGTERM raise the flag; a second one ends the process as usual (its
/// children die with it). Safe to call twice.
void watch_interrupts();

[[nodiscard]] bool interrupted();

/// Raises the flag as a signal would: for an orderly stop from inside.
void interrupt();

/// Takes the flag down and arms the signals again, where they were watched.
void forget_interrupt();

}  // namespace assay::host
