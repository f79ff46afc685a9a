// SPDX-License-Identifier: Apache-2.0
/// \file
/// Words of a command line, before and behind the parser.
#pragma once

#include <string>
#include <vector>

#include "error/error.hpp"

namespace assay::cli {

/// `--markdown` and `--csv` alone mean stdout; what follows is their file only when it is - or is called like one, so
/// that a probe behind them is never taken for a place to write to.
[[nodiscard]] std::vector<std::string> with_table_places(int argc, const char* const* argv);

/// Fault::bad_input where what follows looks like a file for a table and does not end as one: it would be taken for a
/// probe.
[[nodiscard]] Expected<void> check_table_places(int argc, const char* const* argv);

/// The words that stand for themselves in the name of a value's type, "bash|zsh|fish"; none where it names a kind.
[[nodiscard]] std::vector<std::string> words_in(const std::string& type);

}  // namespace assay::cli
