// SPDX-License-Identifier: Apache-2.0
/// \file
/// A certificate with the rig that it is of, as a file of its own: what `assay calibrate` keeps.
#pragma once

#include <string>
#include <string_view>

#include "error/error.hpp"
#include "result/certificate.hpp"
#include "result/rig.hpp"

namespace assay::result {

struct CertificateRecord {
  std::string started_utc{};  ///< "2026-11-30T17:36:42Z"
  std::string boot{};         ///< of the system; empty: not known
  Rig rig{};
  Certificate certificate{};
};

/// What must be the same for a certificate to hold: engine, version, toggles, adapter, driver, backend, boot.
[[nodiscard]] std::string identity(const CertificateRecord& record);

[[nodiscard]] Expected<std::string> to_json(const CertificateRecord& record);
[[nodiscard]] Expected<CertificateRecord> certificate_from_json(std::string_view text, std::string_view where);

}  // namespace assay::result
