// SPDX-License-Identifier: Apache-2.0
#include "protocol/references.hpp"

#include <fmt/format.h>

#include "lower/arm_state.hpp"
#include "lower/reference.hpp"
#include "plan/fill_data.hpp"
#include "plan/references.hpp"

namespace assay::protocol {

std::vector<std::uint32_t> words_from(const std::vector<std::byte>& bytes) {
  std::vector<std::uint32_t> words((bytes.size() + 3) / 4);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    words[i / 4] |= std::to_integer<std::uint32_t>(bytes[i]) << (8U * (i % 4));
  }
  return words;
}

Expected<References> references_of(const plan::Plan& plan, const References& commanded) {
  References references;
  for (const auto& reference : plan.check.references) {
    for (const std::size_t output : reference.outputs) {
      const auto& buffer = plan.buffers[output];
      if (reference.kind == plan::Reference::Kind::file) {
        const auto data = plan::reference_data(reference, buffer);
        if (!data) return fail(data.error());
        references[output] = words_from(*data);
        continue;
      }
      const auto given = commanded.find(output);
      if (given == commanded.end() || given->second.size() != buffer.bytes() / 4) {
        return fail({.fault = Fault::bad_input,
                     .what = fmt::format("the reference of '{}' was not computed", buffer.name),
                     .value = plan::reference_text(reference),
                     .where = plan.probe});
      }
      references[output] = given->second;
    }
  }
  return references;
}

std::vector<std::size_t> buffers_with_data(const plan::Plan& plan) {
  std::vector<std::size_t> buffers;
  for (std::size_t b = 0; b < plan.buffers.size(); ++b) {
    if (!lower::is_poisoned(plan, b) && !lower::is_scratch(plan, b)) buffers.push_back(b);
  }
  return buffers;
}

Expected<std::vector<std::byte>> data_before(const plan::Plan& plan, std::size_t buffer) {
  const auto& described = plan.buffers[buffer];
  const auto file = plan::fill_data(described);
  if (!file) return fail(file.error());
  const auto words = lower::initial_words(described, *file);
  std::vector<std::byte> bytes(described.count * plan::bytes_of(described.type));
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(words[i / 4] >> (8U * (i % 4)));
  return bytes;
}

}  // namespace assay::protocol
