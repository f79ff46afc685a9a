// SPDX-License-Identifier: Apache-2.0
/// \file
/// WGSL → pipelines, by id, with the engine's own message where a kernel does not compile.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "worker/native/device.hpp"

namespace assay::worker::native {

/// 1-based position inside an engine's message: the first ":LINE:COLUMN". Zeros when it names none.
struct SourcePosition {
  std::uint32_t line = 0, column = 0;
};
[[nodiscard]] SourcePosition position_in(std::string_view message);

class Kernels {
 public:
  explicit Kernels(Device& device) : device_(device) {}

  /// Compiles each kernel; a kernel that fails is an outcome, not a failure of the request. Failure::Kind::protocol for
  /// an id that exists already.
  [[nodiscard]] Outcome<messages::KernelsAnswer> compile(const messages::Kernels& wish);
  /// Failure::Kind::protocol for an unknown id or a kernel that did not compile.
  [[nodiscard]] Outcome<WGPUComputePipeline> find(messages::KernelId id) const;

 private:
  [[nodiscard]] messages::KernelOutcome compile_one(const messages::KernelSource& source);
  [[nodiscard]] Outcome<Handle<WGPUComputePipeline>> build(const messages::KernelSource& source, std::string_view text);

  Device& device_;
  std::unordered_map<messages::KernelId, Handle<WGPUComputePipeline>> pipelines_{};
};

}  // namespace assay::worker::native
