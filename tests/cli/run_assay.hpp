// SPDX-License-Identifier: Apache-2.0
// Runs the command as a person would, in a folder of its own.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "host/environment.hpp"

namespace assay::cli {

struct Ran {
  int exit_code = -1;  ///< −1: did not end by itself
  std::string output{};  ///< stdout and stderr together
};

/// A temporary folder with the shipped kernels, removed afterwards.
class Workplace {
 public:
  Workplace();
  ~Workplace();
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;
  Workplace(Workplace&&) = delete;
  Workplace& operator=(Workplace&&) = delete;

  void write(const std::string& name, const std::string& text) const;
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  /// Runs `assay ARGUMENTS…` with these variables on top of the environment; at most `limit_s`.
  [[nodiscard]] Ran assay(std::vector<std::string> arguments, const host::Environment& extra = {},
                          int limit_s = 240) const;
  /// Runs a command line of the shell in the folder.
  [[nodiscard]] Ran shell(const std::string& line) const;
  /// Runs a program and its arguments in the folder.
  [[nodiscard]] Ran run(const std::vector<std::string>& words, const host::Environment& extra, int limit_s) const;

 private:
  std::filesystem::path folder_;
};

/// Empty, or why nothing can be run on this machine: no engine library, no worker, no driver.
[[nodiscard]] std::string why_no_engine();

}  // namespace assay::cli
