// SPDX-License-Identifier: Apache-2.0
/// \file
/// The quick form: one kernel or several and a few options instead of a probe file. The options become the text of a
/// probe, which is read like any other; so both ways give the same plan, and the text can be kept.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "error/error.hpp"
#include "plan/load.hpp"
#include "plan/plan.hpp"

namespace assay::plan {

/// What was said on the command line, word for word.
struct QuickForm {
  std::vector<std::filesystem::path> kernels{};  ///< WGSL files, an arm each; the first is the baseline
  std::vector<std::string> set{};  ///< "n=2^20": every parameter
  std::vector<std::string> buffers{};  ///< "input:f32[n]=integers:256", bound to group 0 in this order
  std::string workgroups{};  ///< "n/1024", "n/64,4" or "linear:n/256"
  std::string margin{};  ///< "1%"; empty: the default
  std::string cache{};  ///< "cold", "warm" or "both"; empty: not stated
  std::vector<std::string> features{};  ///< of all arms: "subgroups"
  std::string command{};  ///< as typed; goes into the comment
};

/// The text of a probe, and which option each part of it came from.
class QuickProbe {
 public:
  /// `folder` is where the text may be kept: files are named relative to it. Fault::bad_input names the option.
  [[nodiscard]] static Expected<QuickProbe> make(const QuickForm& form, const std::filesystem::path& folder);

  [[nodiscard]] const std::string& text() const { return text_; }
  /// "b_against_a", "sum": how reports call it.
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Like parse_probe(); errors, and the places that a plan keeps for later ones, name the option instead of a line.
  [[nodiscard]] Expected<Plan> parse(const LoadOptions& options) const;

 private:
  struct Origin {
    std::uint32_t line = 0, column = 0;  ///< where it begins
    std::string option;
  };
  friend class QuickProbeWriter;
  [[nodiscard]] std::string with_option(std::string where) const;

  std::string text_{}, name_{};
  std::filesystem::path folder_{};
  std::vector<Origin> origins_{};
};

/// Splits at commas outside of brackets: "2^10,min(n, 4)" → {"2^10", "min(n, 4)"}.
[[nodiscard]] std::vector<std::string> split_list(std::string_view text);

}  // namespace assay::plan
