// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "json/json.hpp"
#include "result/certificate_record.hpp"
#include "result/rig_fields.hpp"

namespace assay::result {
namespace {

constexpr std::string_view kCertificateSchema = "assay.certificate/1";

}  // namespace

template <class F>
void describe(F& f, typename F::template Ref<CertificateRecord> record) {
  if constexpr (F::kReads) {
    std::string schema;  // was looked at before anything else
    f.need("schema", schema);
  } else {
    f.need("schema", std::string(kCertificateSchema));
  }
  f.need("started_utc", record.started_utc);
  f.may("boot", record.boot);
  f.need("rig", record.rig);
  f.need("certificate", record.certificate);
}

std::string identity(const CertificateRecord& record) {
  const Rig& rig = record.rig;
  std::string text;
  for (const auto* part :
       {&rig.engine, &rig.engine_version, &rig.worker_build, &rig.adapter, &rig.driver, &rig.backend, &record.boot}) {
    text += *part + "\n";
  }
  for (const auto& toggle : rig.toggles) text += toggle + "\n";
  return text + fmt::format("{:04x}:{:04x}", rig.vendor_id, rig.device_id);
}

Expected<std::string> to_json(const CertificateRecord& record) {
  json::Value document;
  if (auto error = json::write_members(document, record, "")) return fail(std::move(*error));
  return json::write(document);
}

Expected<CertificateRecord> certificate_from_json(std::string_view text, std::string_view where) {
  const auto document = json::parse(text, where);
  if (!document) return fail(document.error());
  const auto schema = json::text_at(*document, "schema", where);
  if (!schema || *schema != kCertificateSchema) {
    return fail({.fault = Fault::bad_input,
                 .what = "this is not a certificate",
                 .limit = std::string(kCertificateSchema),
                 .where = std::string(where)});
  }
  CertificateRecord record;
  if (auto error = json::read_members(*document, record, "")) {
    error->where = fmt::format("{}: {}", where, error->where);
    return fail(std::move(*error));
  }
  return record;
}

}  // namespace assay::result
