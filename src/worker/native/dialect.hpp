// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where engine libraries differ behind the same webgpu.h: feature numbers, `enable` lines, error filters, the unit of
/// a stamp.
#pragma once

#include <webgpu/webgpu.h>

#include <span>
#include <string_view>

#include "messages/messages.hpp"

namespace assay::worker::native {

struct Feature {
  std::string_view name;    ///< Assay's
  WGPUFeatureName number;   ///< the library's
  std::string_view enable;  ///< directive that its WGSL wants in front of a kernel that uses it; empty: none
};

struct Dialect {
  std::string_view engine;  ///< HelloAnswer::engine
  std::span<const Feature> features;
  std::span<const WGPUErrorFilter> error_filters;  ///< those that its error scopes accept
  messages::OpenAnswer::StampUnit stamp_unit;
  /// The feature of that name, or null.
  [[nodiscard]] const Feature* feature(std::string_view name) const;
};

[[nodiscard]] const Dialect& wgpu_native_dialect();

/// A library's string as text; empty when it has none.
[[nodiscard]] std::string_view view_of(WGPUStringView text);
[[nodiscard]] WGPUStringView view_of(std::string_view text);

}  // namespace assay::worker::native
