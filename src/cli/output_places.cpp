// SPDX-License-Identifier: Apache-2.0
#include "cli/output_places.hpp"

#include "cli/keep_result.hpp"
#include "cli/terminal_style.hpp"
#include "cli/verbs.hpp"
#include "host/atomic_file.hpp"

namespace assay::cli {
namespace {

bool text_is_on_stdout(const OutputPlaces& output) { return output.json != "-"; }

Expected<void> put_table(const std::string& place, const std::string& table) {
  if (place.empty()) return {};
  if (place != "-") return host::write_file_atomically(place, table);
  print(table);
  return {};
}

}  // namespace

Expected<void> check_places(const OutputPlaces& output) {
  if (auto place = check_place(output.json, "--json"); !place) return place;
  if (auto place = check_place(output.markdown, "--markdown"); !place) return place;
  return check_place(output.csv, "--csv");
}

report::Style text_style(const OutputPlaces& output) {
  return style_of(text_is_on_stdout(output) ? host::OutputStream::standard_output : host::OutputStream::standard_error);
}

void say(const OutputPlaces& output, const std::string& text) {
  if (output.markdown == "-" || output.csv == "-") return;
  text_is_on_stdout(output) ? print(text) : print_error(text);
}

Expected<void> put_tables(const OutputPlaces& output, const std::string& markdown, const std::string& csv) {
  if (auto put = put_table(output.markdown, markdown); !put) return put;
  return put_table(output.csv, csv);
}

}  // namespace assay::cli
