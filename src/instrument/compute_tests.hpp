// SPDX-License-Identifier: Apache-2.0
/// \file
/// Self-tests of computing: does the device compute what WGSL promises? A driver that computes wrongly is caught here,
/// before its speed is believed.
#pragma once

#include "error/error.hpp"
#include "instrument/device.hpp"
#include "result/certificate.hpp"

namespace assay::instrument {

/// Tree reductions by workgroup barriers: 1 … 64 must give 2,080; 0 … size−1 for the sizes 1, 25, 31, 33, 63, 65, 100
/// and 255. Source: gfx-rs/wgpu#7904, KhronosGroup/MoltenVK#2711.
[[nodiscard]] Expected<result::CertificateItem> test_barrier(Device& device);

/// Fills a buffer on the device, digests it there, and compares digest and first words with the C++ reference.
[[nodiscard]] Expected<result::CertificateItem> test_known_fill(Device& device);

/// The judgement of the barrier test alone: what came back for each size, in the order of `barrier_cases()`.
struct BarrierCase {
  std::uint32_t size = 0, first_value = 0, expected = 0;
};
[[nodiscard]] std::vector<BarrierCase> barrier_cases();
[[nodiscard]] result::CertificateItem judge_barrier(const std::vector<std::uint32_t>& sums);

/// What each invocation of `kZeroedGroups` workgroups found in workgroup memory that nobody has written yet. Passed:
/// all zeros, as WGSL promises (https://www.w3.org/TR/WGSL/#memory-zero-initialization). A failure forbids relying on
/// it, and nothing else: a kernel that writes its workgroup memory before it reads it is not concerned.
inline constexpr std::uint32_t kZeroedGroups = 64;
[[nodiscard]] result::CertificateItem judge_zeroed(const std::vector<std::uint32_t>& found);
[[nodiscard]] Expected<result::CertificateItem> test_zeroed(Device& device);

}  // namespace assay::instrument
