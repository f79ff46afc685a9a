// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a fuzz target promises beyond "no crash": a broken promise ends the process, as a crash does.
#pragma once

#include <cstdio>
#include <cstdlib>

#include "error/error.hpp"

namespace assay::fuzz {

inline void must(bool promise, const char* what) {
  if (promise) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

/// A refusal of outside input says what is wrong and is never laid at Assay's own door.
inline void must_be_told(const Error& error, Fault fault) {
  must(!error.what.empty(), "an error says what failed");
  must(error.fault == fault, "the input is what an error of the input blames");
}

}  // namespace assay::fuzz
