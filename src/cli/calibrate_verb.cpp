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
  const std::string mark(report::mark_of(record->rig));
  const std::string begin = mark.empty() ? "" : mark + " ";
  std::string text = report::certificate_text(record->certificate, style, mark);
  text += fmt::format("{}rig: {}\n", begin, report::rig_text(record->rig));
  if (record->rig.simulated) {
    text += begin + "not kept: nothing was run\n";
  } else if (!record->certificate.why_busy().empty()) {
    text += begin + "not kept: the machine was busy, and may not be the next time\n";
  } else {
    const auto kept = keep_certificate(*record);
    text += kept ? fmt::format("kept for {} hours: {}\n", kCertificateHours, *kept)
                 : fmt::format("not kept: {}\n", sentence(kept.error()));
  }
  command.json == "-" ? print_error(text) : print(text);
  if (!record->certificate.why_busy().empty()) return exit_code(Fault::broken_run);
  return record->certificate.fit_to_compare() ? 0 : exit_code(Fault::unfit);
}

}  // namespace assay::cli
