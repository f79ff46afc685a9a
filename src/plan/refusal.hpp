// SPDX-License-Identifier: Apache-2.0
/// \file
/// How a wrong probe is refused inside this folder. Reading a probe is deeply nested, so the first mistake is thrown
/// and caught again at the folder's doors (load_probe, parse_probe, evaluate); no exception leaves the folder.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "error/error.hpp"

namespace assay::plan {

/// Where something stands in the probe file; both count from 1, 0: not known.
struct Place {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

/// The one exception of this folder.
struct Refusal {
  Error error;
};

/// What is wrong; the members of assay::Error that the author of a check has to think about.
struct Complaint {
  std::string what;
  std::string value{};
  std::string limit{};
  std::string advice{};
};

/// The text being read, for messages.
struct Source {
  std::string name;  ///< display name: "reduce_same.toml"
  [[nodiscard]] std::string at(Place place) const;
  [[noreturn]] void refuse(Place place, Complaint complaint) const;
};

/// Throws a Refusal of Fault::bad_input.
[[noreturn]] void refuse_at(std::string where, Complaint complaint);

}  // namespace assay::plan
