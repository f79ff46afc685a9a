// SPDX-License-Identifier: Apache-2.0
/// \file
/// WGSL → pipelines, by id, with the engine's own message where a kernel does not compile.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "worker/native/device.hpp"

namespace assay::worker::native {

/// Counted from 1; zeros: not known.
struct SourcePosition {
  std::uint32_t line = 0, column = 0;
};
/// The first ":LINE:COLUMN" of an engine's message that does not lie in a mention of the kernel's label, which may look
/// like one.
[[nodiscard]] SourcePosition position_in(std::string_view message, std::string_view label);

/// The column in characters of one that was told in bytes, in that line of UTF-8 text. What lies behind the line's end
/// stays as far behind it.
[[nodiscard]] std::uint32_t column_in_characters(std::string_view text, SourcePosition in_bytes);

class Kernels {
 public:
  explicit Kernels(Device& device) : device_(device) {}

  /// Compiles each kernel; one that the engine's validation refuses is an outcome, not a failure of the request. Fails,
  /// and then keeps none of them, with Failure::Kind::protocol for an id that exists already, and with the engine's own
  /// kind for what is no fault of the kernel: out of memory, internal, lost. `patience`: for each kernel.
  [[nodiscard]] Outcome<messages::KernelsAnswer> compile(
      const messages::Kernels& wish, std::chrono::milliseconds patience = messages::kernel_patience(kPatience));
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
