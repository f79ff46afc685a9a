// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where engine libraries differ behind the same webgpu.h: feature numbers, `enable` lines, error filters, the unit of
/// a stamp, how adapters are found and what "bare" means.
#pragma once

#include <webgpu/webgpu.h>

#include <span>
#include <string_view>

#include "messages/messages.hpp"

namespace assay::worker::native {

struct Feature {
  std::string_view name;    ///< Assay's
  WGPUFeatureName number;   ///< the library's
  std::string_view enable;  ///< directives that its WGSL wants in front of a kernel that uses it; empty: none
};

/// How the toggle "bare" takes the engine's checks off.
struct Bare {
  bool trusted_modules = false;  ///< shader modules are made without run-time checks
  std::span<const char* const> enabled{}, disabled{};  ///< toggles of the device, by the library's names
};

struct Dialect {
  std::string_view engine;  ///< HelloAnswer::engine
  std::span<const Feature> features;
  std::span<const WGPUErrorFilter> error_filters;  ///< those that its error scopes accept
  messages::OpenAnswer::StampUnit stamp_unit;
  Bare bare;
  bool resolves_unwritten;  ///< answers when a query is resolved that nothing wrote
  bool byte_columns;  ///< columns in its messages count bytes; otherwise characters
  bool enumerates;  ///< tells its adapters; otherwise they are found by asking for each kind
  /// The feature of that name, or null.
  [[nodiscard]] const Feature* feature(std::string_view name) const;
};

[[nodiscard]] const Dialect& wgpu_native_dialect();
[[nodiscard]] const Dialect& dawn_dialect();

/// A library's string as text; empty when it has none.
[[nodiscard]] std::string_view view_of(WGPUStringView text);
[[nodiscard]] WGPUStringView view_of(std::string_view text);

}  // namespace assay::worker::native
