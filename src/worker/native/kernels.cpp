// SPDX-License-Identifier: Apache-2.0
#include "worker/native/kernels.hpp"

#include <fmt/format.h>
#include <webgpu/wgpu.h>

#include <algorithm>
#include <charconv>

namespace assay::worker::native {
namespace {

constexpr std::size_t kMostKernels = 4096;

/// Reads digits at `from`; returns the position behind them, or npos when there are none or too many.
std::size_t read_number(std::string_view text, std::size_t from, std::uint32_t& number) {
  const char* begin = text.data() + from;
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), number);
  return error == std::errc{} ? from + static_cast<std::size_t>(end - begin) : std::string_view::npos;
}

}  // namespace

SourcePosition position_in(std::string_view message, std::string_view label) {
  // A label without a colon is no part of any ":LINE:COLUMN".
  const bool misleads = label.find(':') != std::string_view::npos;
  for (std::size_t at = 0; at < message.size(); ++at) {
    while (misleads && message.substr(at).starts_with(label)) at += label.size();
    if (at >= message.size() || message[at] != ':') continue;
    SourcePosition position;
    const auto second = read_number(message, at + 1, position.line);
    if (second == std::string_view::npos || second >= message.size() || message[second] != ':') continue;
    if (read_number(message, second + 1, position.column) != std::string_view::npos) return position;
  }
  return {};
}

std::uint32_t column_in_characters(std::string_view text, SourcePosition in_bytes) {
  for (std::uint32_t line = 1; line < in_bytes.line; ++line) {
    const auto end = text.find('\n');
    if (end == std::string_view::npos) return in_bytes.column;
    text.remove_prefix(end + 1);
  }
  const auto before = text.substr(0, text.find('\n')).substr(0, in_bytes.column > 0 ? in_bytes.column - 1 : 0);
  const auto continued = std::count_if(before.begin(), before.end(), [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;  // the second byte of a character, or a later one
  });
  return in_bytes.column - static_cast<std::uint32_t>(continued);
}

Outcome<messages::KernelsAnswer> Kernels::compile(const messages::Kernels& wish, std::chrono::milliseconds patience) {
  messages::KernelsAnswer answer;
  for (const auto& source : wish.kernels) {
    auto outcome = check(source);
    if (outcome) {
      device_.request_deadline = HostClock::now() + patience;
      auto compiled = compile_one(source);
      if (compiled) answer.kernels.push_back(std::move(*compiled));
      outcome = compiled ? device_.alive() : tl::unexpected(compiled.error());
    }
    if (outcome) continue;
    for (const auto& made : answer.kernels) pipelines_.erase(made.id);
    return tl::unexpected(outcome.error());
  }
  return answer;
}

Outcome<void> Kernels::check(const messages::KernelSource& source) const {
  if (pipelines_.count(source.id) != 0) {
    return refuse_protocol("a kernel of that id exists", std::to_string(source.id));
  }
  if (pipelines_.size() >= kMostKernels) {
    return refuse_protocol("too many kernels", std::to_string(pipelines_.size() + 1), std::to_string(kMostKernels));
  }
  return {};
}

Outcome<messages::KernelOutcome> Kernels::compile_one(const messages::KernelSource& source) {
  messages::KernelOutcome outcome{.id = source.id};
  std::string prefix;
  for (const auto& name : source.requires_features) {
    const Feature* feature = device_.dialect.feature(name);
    if (feature == nullptr || device_.features.count(name) == 0) {
      outcome.failure = {.message = fmt::format("needs the feature '{}', with which the device was not opened", name)};
      return outcome;
    }
    prefix += feature->enable;
  }

  const auto begin = HostClock::now();
  auto pipeline = build(source, prefix + source.wgsl);
  outcome.compile_ns = static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(HostClock::now() - begin).count());
  if (pipeline) {
    pipelines_.emplace(source.id, std::move(*pipeline));
    return outcome;
  }
  if (pipeline.error().kind != Failure::Kind::validation) return tl::unexpected(pipeline.error());
  auto position = position_in(pipeline.error().what, source.label);
  // The directives stand on the kernel's first line, so they move only that line's columns.
  if (position.line == 1 && position.column > prefix.size()) {
    position.column -= static_cast<std::uint32_t>(prefix.size());
  }
  if (device_.dialect.byte_columns) position.column = column_in_characters(source.wgsl, position);
  outcome.failure = {.message = pipeline.error().what, .line = position.line, .column = position.column};
  return outcome;
}

Outcome<Handle<WGPUComputePipeline>> Kernels::build(const messages::KernelSource& source, std::string_view text) {
  const Procs& procs = device_.procs;
  WGPUShaderSourceWGSL wgsl = WGPU_SHADER_SOURCE_WGSL_INIT;
  wgsl.code = view_of(text);
  WGPUShaderModuleDescriptor module_descriptor = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
  module_descriptor.nextInChain = &wgsl.chain;
  module_descriptor.label = view_of(std::string_view(source.label));

  device_.push_scopes();
  const Handle<WGPUShaderModule> module(
      device_.bare && device_.dialect.bare.trusted_modules
          ? procs.DeviceCreateShaderModuleTrusted(device_.device.get(), &module_descriptor,
                                                  WGPUShaderRuntimeChecks_None)
          : procs.DeviceCreateShaderModule(device_.device.get(), &module_descriptor),
      procs.ShaderModuleRelease);
  if (auto parsed = device_.pop_scopes(); !parsed) return tl::unexpected(parsed.error());

  std::vector<WGPUConstantEntry> constants;
  for (const auto& [key, value] : source.overrides) {
    constants.push_back({nullptr, view_of(std::string_view(key)), value});
  }
  WGPUComputePipelineDescriptor descriptor = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
  descriptor.label = view_of(std::string_view(source.label));
  descriptor.compute.module = module.get();
  descriptor.compute.entryPoint = view_of(std::string_view(source.entry));
  descriptor.compute.constantCount = constants.size();
  descriptor.compute.constants = constants.data();

  device_.push_scopes();
  Handle<WGPUComputePipeline> pipeline(procs.DeviceCreateComputePipeline(device_.device.get(), &descriptor),
                                       procs.ComputePipelineRelease);
  if (auto built = device_.pop_scopes(); !built) return tl::unexpected(built.error());
  if (!pipeline) {
    return refuse({.kind = Failure::Kind::internal, .what = "the engine made no pipeline and gave no reason"});
  }
  return pipeline;
}

Outcome<WGPUComputePipeline> Kernels::find(messages::KernelId id) const {
  const auto found = pipelines_.find(id);
  if (found == pipelines_.end()) {
    return refuse_protocol("unknown kernel, or one that did not compile", std::to_string(id));
  }
  return found->second.get();
}

}  // namespace assay::worker::native
