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

  /// Compiles each kernel; one that the engine's validation refuses is an outcome, not a failure of the request. Fails,
  /// and then keeps none of them, with Failure::Kind::protocol for an id that exists already, and with the engine's own
  /// kind for what is no fault of the kernel: out of memory, internal, lost.
  [[nodiscard]] Outcome<messages::KernelsAnswer> compile(const messages::Kernels& wish);
  /// Failure::Kind::protocol for an unknown id or a kernel that did not compile.
  [[nodiscard]] Outcome<WGPUComputePipeline> find(messages::KernelId id) const;

 private:
  [[nodiscard]] Outcome<void> check(const messages::KernelSource& source) const;
  [[nodiscard]] Outcome<messages::KernelOutcome> compile_one(const messages::KernelSource& source);
  [[nodiscard]] Outcome<Handle<WGPUComputePipeline>> build(const messages::KernelSource& source, std::string_view text);

  Device& device_;
  std::unordered_map<messages::KernelId, Handle<WGPUComputePipeline>> pipelines_{};
};

}  // namespace assay::worker::native
