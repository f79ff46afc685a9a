// SPDX-License-Identifier: Apache-2.0
#include "error/error.hpp"

namespace assay {

std::string sentence(const Error& error) {
  std::string text;
  if (!error.where.empty()) text += error.where + ": ";
  text += error.what;
  if (!error.value.empty() && !error.limit.empty()) {
    text += " (found " + error.value + "; allowed: " + error.limit + ")";
  } else if (!error.value.empty()) {
    text += " (found " + error.value + ")";
  } else if (!error.limit.empty()) {
    text += " (allowed: " + error.limit + ")";
  }
  if (!error.advice.empty()) text += ": " + error.advice;
  return text;
}

int exit_code(Fault fault) {
  switch (fault) {
    case Fault::bad_input: return 2;
    case Fault::unfit: return 4;
    case Fault::incorrect: return 5;
    case Fault::broken_run: return 6;
    case Fault::nothing: return 7;
    case Fault::internal: return 70;
    case Fault::interrupted: return 130;
  }
  return 70;
}

}  // namespace assay
