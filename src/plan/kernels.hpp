// SPDX-License-Identifier: Apache-2.0
/// \file
/// The kernels that a probe names: WGSL files beside it, or entries of [kernels].
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "plan/document.hpp"
#include "plan/plan.hpp"

namespace assay::plan {

/// Reads each kernel once, when it is first used.
class KernelShelf {
 public:
  /// `table` is [kernels] or null. `must_exist` false: a missing file leaves the kernel without text.
  KernelShelf(const Source& source, const Node* table, std::filesystem::path folder, bool must_exist);

  /// Index of the kernel that a step names: a name of [kernels], or a file that ends in ".wgsl" (entry "main").
  [[nodiscard]] std::size_t index_of(const Node& name);
  [[nodiscard]] const Kernel& at(std::size_t index) const { return kernels_[index]; }
  [[nodiscard]] std::vector<Kernel> taken() { return std::move(kernels_); }

 private:
  struct Named {
    std::string name, file, entry;
  };
  [[nodiscard]] std::size_t read(const Node& place, const Named& named);

  const Source& source_;
  std::filesystem::path folder_;
  bool must_exist_;
  std::vector<Named> named_{};
  std::vector<Kernel> kernels_{};
};

}  // namespace assay::plan
