// SPDX-License-Identifier: Apache-2.0
#include "worker/native/dialect.hpp"

#include <webgpu/wgpu.h>

#include <array>

namespace assay::worker::native {

const Feature* Dialect::feature(std::string_view name) const {
  for (const auto& candidate : features) {
    if (candidate.name == name) return &candidate;
  }
  return nullptr;
}

const Dialect& wgpu_native_dialect() {
  // The standard number for subgroups exists in the header, but this library knows only its own, and its WGSL front end
  // refuses `enable subgroups;`.
  static constexpr std::array<Feature, 3> kFeatures = {{
      {"timestamp-query", WGPUFeatureName_TimestampQuery, ""},
      {"subgroups", static_cast<WGPUFeatureName>(WGPUNativeFeature_Subgroup), ""},
      {"f16", WGPUFeatureName_ShaderF16, "enable f16; "},
  }};
  // A scope for internal errors makes this library abort ("invalid error filter"); they arrive uncaptured.
  static constexpr std::array<WGPUErrorFilter, 2> kFilters = {WGPUErrorFilter_OutOfMemory, WGPUErrorFilter_Validation};
  static constexpr Dialect kDialect{.engine = "wgpu-native",
                                    .features = kFeatures,
                                    .error_filters = kFilters,
                                    .stamp_unit = messages::OpenAnswer::StampUnit::ticks,
                                    .bare = {.trusted_modules = true},
                                    .resolves_unwritten = false,  // on NVIDIA the map behind it was never answered
                                    .byte_columns = false,
                                    .enumerates = true};
  return kDialect;
}

const Dialect& dawn_dialect() {
  // With subgroups its WGSL front end also refuses what it cannot prove uniform; the other engine proves nothing.
  static constexpr std::array<Feature, 3> kFeatures = {{
      {"timestamp-query", WGPUFeatureName_TimestampQuery, ""},
      {"subgroups", WGPUFeatureName_Subgroups, "enable subgroups; diagnostic(off, subgroup_uniformity); "},
      {"f16", WGPUFeatureName_ShaderF16, "enable f16; "},
  }};
  static constexpr std::array<WGPUErrorFilter, 3> kFilters = {WGPUErrorFilter_OutOfMemory, WGPUErrorFilter_Internal,
                                                              WGPUErrorFilter_Validation};
  static constexpr std::array<const char*, 3> kChecksOff = {"disable_robustness", "disable_workgroup_init",
                                                            "skip_validation"};
  // By default stamps are rounded to 65,536 ns: a protection of web pages, of no use to whoever measures.
  static constexpr std::array<const char*, 1> kQuantisation = {"timestamp_quantization"};
  static constexpr Dialect kDialect{.engine = "dawn",
                                    .features = kFeatures,
                                    .error_filters = kFilters,
                                    .stamp_unit = messages::OpenAnswer::StampUnit::nanoseconds,
                                    .bare = {.enabled = kChecksOff, .disabled = kQuantisation},
                                    .resolves_unwritten = true,
                                    .byte_columns = true,
                                    .enumerates = false};
  return kDialect;
}

std::string_view view_of(WGPUStringView text) {
  if (text.data == nullptr) return {};
  return text.length == WGPU_STRLEN ? std::string_view(text.data) : std::string_view(text.data, text.length);
}

WGPUStringView view_of(std::string_view text) { return {text.data(), text.size()}; }

}  // namespace assay::worker::native
