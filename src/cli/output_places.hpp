// SPDX-License-Identifier: Apache-2.0
/// \file
/// Text, results and tables, each to its place: a table or a result on stdout stands there alone.
#pragma once

#include <string>

#include "cli/command_line.hpp"
#include "error/error.hpp"
#include "report/style.hpp"

namespace assay::cli {

/// Fails before anything is measured where one of them could not be written afterwards.
[[nodiscard]] Expected<void> check_places(const OutputPlaces& output);

/// Of the text for people, where it goes.
[[nodiscard]] report::Style text_style(const OutputPlaces& output);

/// Text for people: nowhere beside a table on stdout, on stderr beside a result.
void say(const OutputPlaces& output, const std::string& text);

/// Each table to its place, where it has one.
[[nodiscard]] Expected<void> put_tables(const OutputPlaces& output, const std::string& markdown,
                                        const std::string& csv);

}  // namespace assay::cli
