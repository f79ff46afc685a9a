// SPDX-License-Identifier: Apache-2.0
#include "worker/native/encode.hpp"

#include <map>

namespace assay::worker::native {
namespace {

class Encoder {
 public:
  Encoder(Device& device, WGPUQuerySet queries, std::uint32_t first_query)
      : procs_(device.procs),
        encoder_(device.procs.DeviceCreateCommandEncoder(device.device.get(), nullptr),
                 device.procs.CommandEncoderRelease),
        queries_(queries),
        next_query_(first_query) {}

  void add(const ReadySlot& slot) {
    if (slot.track->track.trials == messages::Track::Trials::inside) {
      const auto& ops = slot.variants.front();
      for (std::size_t i = 0; i < ops.size(); ++i) {
        if (std::holds_alternative<ReadyPass>(ops[i])) {
          pass_with_trials(slot, i);
        } else {
          between_passes(ops[i]);
        }
      }
    } else {
      fences(slot.variants.front(), true);
      for (std::uint32_t trial = 0; trial < slot.trials; ++trial) {
        one_trial(slot.variants[trial % slot.variants.size()]);
      }
      fences(slot.variants.front(), false);
    }
  }

  Handle<WGPUCommandBuffer> finish() {
    return {procs_.CommandEncoderFinish(encoder_.get(), nullptr), procs_.CommandBufferRelease};
  }

 private:
  /// Everything but the fences, which lie round the trials.
  void one_trial(const std::vector<ReadyOp>& ops) {
    for (const auto& op : ops) {
      if (const auto* pass = std::get_if<ReadyPass>(&op)) {
        begin(*pass);
        for (const auto& dispatch : pass->dispatches) emit(dispatch);
        end();
      } else if (!std::holds_alternative<ReadyFence>(op)) {
        between_passes(op);
      }
    }
  }

  void pass_with_trials(const ReadySlot& slot, std::size_t op) {
    begin(std::get<ReadyPass>(slot.variants.front()[op]));
    for (std::uint32_t trial = 0; trial < slot.trials; ++trial) {
      const auto& pass = std::get<ReadyPass>(slot.variants[trial % slot.variants.size()][op]);
      for (const auto& dispatch : pass.dispatches) emit(dispatch);
    }
    end();
  }

  void begin(const ReadyPass& pass) {
    WGPUComputePassDescriptor descriptor = WGPU_COMPUTE_PASS_DESCRIPTOR_INIT;
    descriptor.label = view_of(std::string_view(*pass.label));
    WGPUPassTimestampWrites stamps = WGPU_PASS_TIMESTAMP_WRITES_INIT;
    if (pass.stamped) {
      stamps.querySet = queries_;
      stamps.beginningOfPassWriteIndex = next_query_;
      stamps.endOfPassWriteIndex = next_query_ + 1;
      next_query_ += 2;
      descriptor.timestampWrites = &stamps;
    }
    pass_ = Handle<WGPUComputePassEncoder>(procs_.CommandEncoderBeginComputePass(encoder_.get(), &descriptor),
                                           procs_.ComputePassEncoderRelease);
    bound_pipeline_ = nullptr;
    bound_groups_.clear();
  }

  /// State that is already set is not set again: a slot of a thousand trials would otherwise time the encoder's
  /// bookkeeping with the kernel.
  void emit(const ReadyDispatch& dispatch) {
    if (dispatch.pipeline != bound_pipeline_) {
      procs_.ComputePassEncoderSetPipeline(pass_.get(), dispatch.pipeline);
      bound_pipeline_ = dispatch.pipeline;
      bound_groups_.clear();
    }
    for (const auto& [index, group] : dispatch.groups) {
      auto& bound = bound_groups_[index];
      if (bound == group) continue;
      procs_.ComputePassEncoderSetBindGroup(pass_.get(), index, group, 0, nullptr);
      bound = group;
    }
    if (dispatch.indirect != nullptr) {
      procs_.ComputePassEncoderDispatchWorkgroupsIndirect(pass_.get(), dispatch.indirect, dispatch.indirect_offset);
    } else {
      const auto& [x, y, z] = dispatch.workgroups;
      procs_.ComputePassEncoderDispatchWorkgroups(pass_.get(), x, y, z);
    }
  }

  void end() {
    procs_.ComputePassEncoderEnd(pass_.get());
    pass_ = {};
  }

  void copy(const ReadyCopy& op) {
    procs_.CommandEncoderCopyBufferToBuffer(encoder_.get(), op.from, op.from_offset, op.to, op.to_offset, op.size);
  }

  void between_passes(const ReadyOp& op) {
    if (const auto* clear = std::get_if<ReadyClear>(&op)) {
      procs_.CommandEncoderClearBuffer(encoder_.get(), clear->buffer, clear->offset, clear->size);
    } else if (const auto* one = std::get_if<ReadyCopy>(&op)) {
      copy(*one);
    } else if (const auto* fence = std::get_if<ReadyFence>(&op)) {
      for (const auto& half : fence->copies) copy(half);
    }
  }

  void fences(const std::vector<ReadyOp>& ops, bool opening) {
    for (const auto& op : ops) {
      const auto* fence = std::get_if<ReadyFence>(&op);
      if (fence != nullptr && fence->opening == opening) between_passes(op);
    }
  }

  const Procs& procs_;
  Handle<WGPUCommandEncoder> encoder_;
  Handle<WGPUComputePassEncoder> pass_{};
  WGPUQuerySet queries_;
  std::uint32_t next_query_;
  WGPUComputePipeline bound_pipeline_ = nullptr;
  std::map<std::uint32_t, WGPUBindGroup> bound_groups_{};
};

}  // namespace

Outcome<Handle<WGPUCommandBuffer>> encode_slots(Device& device, std::span<const ReadySlot> slots, WGPUQuerySet queries,
                                                std::uint32_t first_query) {
  device.push_scopes();
  Encoder encoder(device, queries, first_query);
  for (const auto& slot : slots) encoder.add(slot);
  auto commands = encoder.finish();
  if (auto valid = device.pop_scopes(); !valid) return tl::unexpected(valid.error());
  return commands;
}

}  // namespace assay::worker::native
