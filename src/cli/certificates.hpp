// SPDX-License-Identifier: Apache-2.0
/// \file
/// Kept certificates: one file per engine, device, driver, toggles and boot, believed for a day.
#pragma once

#include <optional>

#include "error/error.hpp"
#include "protocol/cache_state.hpp"
#include "result/certificate_record.hpp"

namespace assay::cli {

/// Hours for which a kept certificate is believed.
inline constexpr int kCertificateHours = 24;

/// Keeps a certificate; returns the file.
[[nodiscard]] Expected<std::string> keep_certificate(const result::CertificateRecord& record);

/// The kept certificate of this rig and boot; nothing where there is none, it is too old, or its file is broken.
[[nodiscard]] std::optional<result::CertificateRecord> kept_certificate(const result::Rig& rig);

/// What such a certificate says of the rig's memory; nothing where there is none.
[[nodiscard]] protocol::KnownMemory known_memory(const result::Rig& rig);

}  // namespace assay::cli
