// SPDX-License-Identifier: Apache-2.0
// Sources and parameter blocks of the helper kernels.
#include "lower/kernels.hpp"

#include <string>

#include "embedded/helper_wgsl.hpp"
#include "lower/parameter_block.hpp"

namespace assay::lower {
namespace {

std::string_view file_name(Helper helper) {
  switch (helper) {
    case Helper::fill: return "assay_fill.wgsl";
    case Helper::digest: return "assay_digest.wgsl";
    case Helper::compare: return "assay_compare.wgsl";
    case Helper::spacer: return "assay_spacer.wgsl";
  }
  return {};
}

FillKind kind_of(plan::Fill::Kind kind) {
  switch (kind) {
    case plan::Fill::Kind::iota: return FillKind::iota;
    case plan::Fill::Kind::bits: return FillKind::bits;
    case plan::Fill::Kind::integers: return FillKind::integers;
    case plan::Fill::Kind::uniform: return FillKind::uniform;
    case plan::Fill::Kind::normal: return FillKind::normal;
    case plan::Fill::Kind::zero:
    case plan::Fill::Kind::values:
    case plan::Fill::Kind::file: return FillKind::zero;
  }
  return FillKind::zero;
}

}  // namespace

messages::KernelSource helper_source(Helper helper, messages::KernelId id) {
  const std::string_view name = file_name(helper);
  return {.id = id, .label = std::string(name), .wgsl = std::string(embedded::helper_wgsl(name))};
}

bool is_made_on_device(const plan::Fill& fill) {
  return fill.kind != plan::Fill::Kind::values && fill.kind != plan::Fill::Kind::file;
}

Parameters fill_parameters(const plan::Fill& fill, plan::ElementType type) {
  Parameters words{};
  words[kKindWord] = static_cast<std::uint32_t>(kind_of(fill.kind));
  words[kTypeWord] = type_number(type);
  words[kSeedWord] = fill.seed;
  words[kBoundWord] = fill.bound;
  return words;
}

Parameters poison_parameters(std::uint32_t seed, bool complement) {
  Parameters words{};
  words[kKindWord] = static_cast<std::uint32_t>(FillKind::poison);
  words[kSeedWord] = seed;
  words[kMaskWord] = complement ? 0xFFFFFFFFU : 0U;
  return words;
}

Parameters digest_parameters(std::uint32_t padding) {
  Parameters words{};
  words[kPaddingWord] = padding;
  return words;
}

Parameters compare_parameters(plan::ElementType type, std::uint32_t padding) {
  Parameters words{};
  words[kPaddingWord] = padding;
  words[kTypeWord] = type_number(type);
  words[kEqualWord] = 0xFFFFFFFFU;
  return words;
}

Parameters spacer_parameters(std::uint32_t iterations) {
  Parameters words{};
  words[kStepsWord] = iterations;
  words[kSeedWord] = 1;
  return words;
}

Parameters starting_at(Parameters parameters, std::uint32_t first_word) {
  parameters[kFirstWord] = first_word;
  return parameters;
}

}  // namespace assay::lower
