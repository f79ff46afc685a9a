// SPDX-License-Identifier: Apache-2.0
#include "report/certificate_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "report/floor_text.hpp"
#include "report/labelled_lines.hpp"
#include "report/number_text.hpp"
#include "report/text_layout.hpp"

namespace assay::report {
namespace {

using result::CertificateItem;

std::string item_text(const CertificateItem& item) {
  switch (item.state) {
    case CertificateItem::State::passed: return item.value.empty() ? "passed" : "passed: " + item.value;
    case CertificateItem::State::failed: {
      std::string text = "FAILED: " + (item.value.empty() ? std::string("no value was read") : item.value);
      if (!item.rule.empty()) text += fmt::format("; passing means {}", item.rule);
      if (!item.forbids.empty()) text += fmt::format("; this forbids {}", item.forbids);
      return text;
    }
    case CertificateItem::State::not_run: break;
  }
  return item.value.empty() ? "not run" : "not run: " + item.value;
}

Ink ink_of_state(CertificateItem::State state) {
  switch (state) {
    case CertificateItem::State::passed: return Ink::green;
    case CertificateItem::State::failed: return Ink::red;
    case CertificateItem::State::not_run: break;
  }
  return Ink::faint;
}

}  // namespace

std::string certificate_text(const result::Certificate& certificate, const Style& style, std::string_view mark,
                             const std::vector<CertificateRemark>& remarks) {
  constexpr std::size_t kLeastLabel = 8, kMostLabel = 20;
  std::size_t label_columns = kLeastLabel;
  for (const CertificateItem& item : certificate.items) {
    label_columns = std::max(label_columns, std::min(kMostLabel, display_width(printable(item.name))));
  }
  LabelledLines lines(style, label_columns + 2, mark);
  for (const CertificateItem& item : certificate.items) {
    lines.add(elide_middle(printable(item.name), kMostLabel), item_text(item), ink_of_state(item.state));
  }
  lines.add(
      "clock",
      fmt::format("lattice {}, one raw unit {}, empty submission {}, empty pass {}, gap between passes {}",
                  lattice_text(certificate.lattice_ns), duration_text(certificate.stamp_ns),
                  duration_text(certificate.empty_submission_ns), empty_pass_text(certificate), gap_text(certificate)));
  const std::string why = certificate.why_unfit();
  if (certificate.fit_to_compare()) {
    lines.add("verdict", "fit to compare", Ink::green);
  } else if (const std::string busy = certificate.why_busy(); !busy.empty()) {
    lines.add("verdict", "not now: " + busy, Ink::red);
  } else {
    lines.add("verdict", "unfit to compare" + (why.empty() ? std::string() : ": " + why), Ink::red);
  }
  for (const CertificateRemark& remark : remarks) {
    remark.on_one_line ? lines.add_unwrapped(remark.label, remark.text) : lines.add(remark.label, remark.text);
  }
  return lines.text();
}

}  // namespace assay::report
