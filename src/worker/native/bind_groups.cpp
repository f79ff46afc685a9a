// SPDX-License-Identifier: Apache-2.0
#include "worker/native/bind_groups.hpp"

#include <fmt/format.h>

namespace assay::worker::native {
namespace {

constexpr std::size_t kKeptBindGroups = 16384;
constexpr std::size_t kMostBindGroups = 65536;

}  // namespace

Outcome<WGPUBindGroup> BindGroups::get(messages::KernelId kernel, WGPUComputePipeline pipeline, std::uint32_t group,
                                       const std::vector<GroupEntry>& entries) {
  Key key{kernel, group};
  for (const auto& entry : entries) {
    key.insert(key.end(), {entry.binding, entry.allocation, entry.offset, entry.size});
  }
  if (const auto found = groups_.find(key); found != groups_.end()) return found->second.get();
  if (groups_.size() >= kMostBindGroups) {
    return refuse_protocol("a run needs too many bind groups", std::to_string(groups_.size() + 1),
                           std::to_string(kMostBindGroups));
  }
  auto made = make(pipeline, group, entries);
  if (!made) return tl::unexpected(made.error());
  return groups_.emplace(std::move(key), std::move(*made)).first->second.get();
}

Outcome<Handle<WGPUBindGroup>> BindGroups::make(WGPUComputePipeline pipeline, std::uint32_t group,
                                                const std::vector<GroupEntry>& entries) {
  const Procs& procs = device_.procs;
  std::vector<WGPUBindGroupEntry> native;
  for (const auto& entry : entries) {
    WGPUBindGroupEntry made = WGPU_BIND_GROUP_ENTRY_INIT;
    made.binding = entry.binding;
    made.buffer = entry.buffer;
    made.offset = entry.offset;
    made.size = entry.size;
    native.push_back(made);
  }
  device_.push_scopes();
  const Handle<WGPUBindGroupLayout> layout(procs.ComputePipelineGetBindGroupLayout(pipeline, group),
                                           procs.BindGroupLayoutRelease);
  if (auto laid_out = device_.pop_scopes(); !laid_out) return tl::unexpected(laid_out.error());
  if (!layout) {
    return refuse({.kind = Failure::Kind::validation,
                   .what = "the kernel has no such bind group",
                   .value = fmt::format("group {}", group)});
  }
  WGPUBindGroupDescriptor descriptor = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
  descriptor.layout = layout.get();
  descriptor.entryCount = native.size();
  descriptor.entries = native.data();
  device_.push_scopes();
  Handle<WGPUBindGroup> made(procs.DeviceCreateBindGroup(device_.device.get(), &descriptor), procs.BindGroupRelease);
  if (auto valid = device_.pop_scopes(); !valid) return tl::unexpected(valid.error());
  return made;
}

void BindGroups::trim() {
  if (groups_.size() > kKeptBindGroups) groups_.clear();
}

}  // namespace assay::worker::native
