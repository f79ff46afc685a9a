// SPDX-License-Identifier: Apache-2.0
/// \file
/// The one error type. Every failure says what failed, the value met, the limit it met, where, and what to do.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace assay {

/// What kind of failure this is; it decides the exit code (see docs/verdicts.md).
enum class Fault {
  bad_input,    ///< exit 2: a probe, an option or a file is wrong
  unfit,  ///< exit 4: true of this rig and would be true again (missing feature, dead clock, limit of the device)
  incorrect,  ///< exit 5: outputs differ, or were not written
  broken_run,  ///< exit 6: this run broke and the next may not (crash, hang, device lost); the word is "void"
  nothing,  ///< exit 7: nothing was compared
  internal,  ///< exit 70: a fault of Assay itself
  interrupted,  ///< exit 130
};

/// One failure, ready to be printed as one sentence. Empty members are left out of it.
struct Error {
  Fault fault = Fault::internal;
  std::string what;  ///< what failed, a clause without a full stop: "buffer 'input' is larger than one binding may be"
  std::string value{};  ///< the value met, with its unit: "1073741824 bytes"
  std::string limit{};  ///< what is allowed, with its unit: "134217728 bytes"
  std::string where{};  ///< file:line:column, key, or message name
  std::string advice{};  ///< what to do next, a clause: "use a smaller n"
};

template <class T>
using Expected = tl::expected<T, Error>;
using Unexpected = tl::unexpected<Error>;

/// `return fail({...});`
[[nodiscard]] inline Unexpected fail(Error error) { return Unexpected(std::move(error)); }

/// The sentence a person reads: "probe.toml:3:1: unknown key 'colour' (found colour; allowed: name, steps). Remove it."
[[nodiscard]] std::string sentence(const Error& error);

/// The exit code of a fault; see docs/verdicts.md.
[[nodiscard]] int exit_code(Fault fault);

}  // namespace assay
