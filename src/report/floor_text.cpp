// SPDX-License-Identifier: Apache-2.0
#include "report/floor_text.hpp"

#include <fmt/format.h>

#include <optional>

#include "report/number_text.hpp"

namespace assay::report {
namespace {

std::string with_error(const result::Certificate& certificate, std::optional<double> ns, const char* error_name) {
  const auto* floor = certificate.find("floor");
  const auto error = floor == nullptr ? decltype(floor->numbers.end()){} : floor->numbers.find(error_name);
  if (!ns || floor == nullptr || error == floor->numbers.end()) return duration_text(ns);
  if (*ns <= error->second) return fmt::format("below the lattice (at most {})", duration_text(*ns + error->second));
  return fmt::format("{} ± {}", duration_text(ns), duration_text(error->second));
}

}  // namespace

std::string empty_pass_text(const result::Certificate& certificate) {
  return with_error(certificate, certificate.empty_pass_ns, "empty_pass_error_ns");
}

std::string gap_text(const result::Certificate& certificate) {
  return with_error(certificate, certificate.gap_ns, "gap_error_ns");
}

}  // namespace assay::report
