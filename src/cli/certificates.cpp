// SPDX-License-Identifier: Apache-2.0
#include "cli/certificates.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>

#include "host/atomic_file.hpp"
#include "host/boot.hpp"
#include "host/environment.hpp"
#include "host/paths.hpp"
#include "host/read_file.hpp"
#include "plan/sha256.hpp"

namespace assay::cli {
namespace {

constexpr std::uint64_t kMostCertificateBytes = 1U << 20U;

Expected<std::filesystem::path> file_of(const result::CertificateRecord& record) {
  const auto folder = host::cache_folder(host::current_environment());
  if (!folder) return fail(folder.error());
  const auto hash = plan::sha256_hex(result::identity(record));
  if (!hash) return fail(hash.error());
  return *folder / "certificates" / (hash->substr(0, 32) + ".json");
}

}  // namespace

Expected<std::string> keep_certificate(const result::CertificateRecord& record) {
  const auto file = file_of(record);
  if (!file) return fail(file.error());
  std::error_code code;
  std::filesystem::create_directories(file->parent_path(), code);
  const auto text = result::to_json(record);
  if (!text) return fail(text.error());
  if (auto written = host::write_file_atomically(*file, *text + "\n"); !written) return fail(written.error());
  return file->string();
}

std::optional<result::CertificateRecord> kept_certificate(const result::Rig& rig) {
  const auto file = file_of({.boot = host::boot_id(), .rig = rig});
  if (!file) return std::nullopt;
  std::error_code code;
  const auto written = std::filesystem::last_write_time(*file, code);
  if (code) return std::nullopt;
  const auto age = std::filesystem::file_time_type::clock::now() - written;
  if (age > std::chrono::hours(kCertificateHours) || age < std::chrono::hours(-1)) return std::nullopt;
  const auto text = host::read_file(*file, kMostCertificateBytes);
  if (!text) return std::nullopt;
  auto record = result::certificate_from_json(*text, file->string());
  if (!record) return std::nullopt;
  return std::move(*record);
}

protocol::KnownMemory known_memory(const result::Rig& rig) {
  const auto kept = kept_certificate(rig);
  if (!kept) return {};
  return {.cache_bytes = kept->certificate.cache_bytes,
          .copy_bytes_per_second = kept->certificate.copy_bytes_per_second};
}

}  // namespace assay::cli
