// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/certificates.hpp"
#include "cli/engines.hpp"
#include "cli/machine.hpp"
#include "cli/progress.hpp"
#include "cli/terminal_style.hpp"
#include "cli/verbs.hpp"
#include "host/atomic_file.hpp"
#include "host/boot.hpp"
#include "host/clock.hpp"
#include "instrument/calibrate.hpp"
#include "instrument/describe.hpp"
#include "report/certificate_text.hpp"
#include "report/rig_text.hpp"

namespace assay::cli {
namespace {

/// Progress of the second half goes from 0.5 on: the certificate's own tests come first.
Expected<result::CertificateRecord> measure(const CalibrateCommand& command) {
  Progress progress(command.quiet, mark_of(command.engine.engine));
  auto device = open_to_test(command.engine);
  if (!device) return fail(device.error());
  result::CertificateRecord record{.started_utc = host::utc_now_text(), .boot = host::boot_id(), .rig = machine_rig()};
  instrument::describe(device->identity(), device->adapter(), record.rig);
  record.rig.toggles = toggles_of(command.engine.engine);
  auto certificate = instrument::certify(
      *device, [&progress](double share, std::string_view what) { progress.show(share / 2, what); });
  if (!certificate) return fail(certificate.error());
  const auto calibrated =
      instrument::calibrate(*device, *certificate,
                            [&progress](double share, std::string_view what) { progress.show(0.5 + share / 2, what); });
  progress.clear();
  if (!calibrated) return fail(calibrated.error());
  record.certificate = std::move(*certificate);
  return record;
}

/// Keeps what another run may believe, and says where, or why not.
std::string keep(const result::CertificateRecord& record) {
  if (record.rig.simulated) return "nothing: a simulated device is certified anew each time";
  if (!record.certificate.why_busy().empty()) return "nothing: the machine was busy, and may not be the next time";
  const auto kept = keep_certificate(record);
  if (!kept) return "nothing: " + sentence(kept.error());
  return fmt::format("for {} hours, as {}", kCertificateHours, *kept);
}

}  // namespace

Expected<int> run_calibrate(const CalibrateCommand& command) {
  auto record = measure(command);
  if (!record) return fail(record.error());
  if (!command.json.empty()) {
    const auto text = result::to_json(*record);
    if (!text) return fail(text.error());
    if (command.json == "-") {
      print(*text + "\n");
    } else if (auto written = host::write_file_atomically(command.json, *text + "\n"); !written) {
      return fail(written.error());
    }
  }
  const auto style =
      style_of(command.json == "-" ? host::OutputStream::standard_error : host::OutputStream::standard_output);
  const std::string text = report::certificate_text(record->certificate, style, report::mark_of(record->rig),
                                                    {{.label = "rig", .text = report::rig_text(record->rig)},
                                                     {.label = "kept", .text = keep(*record), .on_one_line = true}});
  command.json == "-" ? print_error(text) : print(text);
  if (!record->certificate.why_busy().empty()) return exit_code(Fault::broken_run);
  return record->certificate.fit_to_compare() ? 0 : exit_code(Fault::unfit);
}

}  // namespace assay::cli
