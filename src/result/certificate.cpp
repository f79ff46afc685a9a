// SPDX-License-Identifier: Apache-2.0
#include "result/certificate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace assay::result {
namespace {

using State = CertificateItem::State;

/// Nothing is compared unless all of these passed; in the order in which they are run, so that the first is the cause.
constexpr std::array<const char*, 4> kRequired{"barrier", "digest", "alive", "unit"};
/// These may be missing, but when they failed nothing is compared either: slots could not be told apart or sized. Other
/// items, "position" among them, are reported; the schedule cancels what they show.
constexpr std::array<const char*, 5> kDisqualifying{"lattice", "decomposition", "rounding", "reset", "linearity"};

/// Of these the passes of one submission are the subject, and not the submission.
constexpr std::array<const char*, 2> kOfPasses{"decomposition", "rounding"};

bool is_in(const auto& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string failure_of(const CertificateItem& item) {
  std::string text = fmt::format("the self-test '{}' failed", item.name);
  if (!item.value.empty()) text += fmt::format(": {}", item.value);
  if (!item.forbids.empty()) text += fmt::format("; this forbids {}", item.forbids);
  return text;
}

}  // namespace

const CertificateItem* Certificate::find(const std::string& name) const {
  const auto found = std::find_if(items.begin(), items.end(), [&](const auto& item) { return item.name == name; });
  return found == items.end() ? nullptr : &*found;
}

bool Certificate::fit_to_compare() const { return why_unfit().empty(); }

std::string Certificate::why_unfit() const { return why_not({}); }

std::string Certificate::why_no_clock() const { return why_not(kOfPasses); }

std::string Certificate::why_not(std::span<const char* const> spared) const {
  // What failed comes before what was not run: a failure is why the later ones were not.
  for (const CertificateItem& item : items) {
    const bool decides = !is_in(spared, item.name) && (is_in(kRequired, item.name) || is_in(kDisqualifying, item.name));
    if (item.state == State::failed && decides) return failure_of(item);
  }
  for (const char* name : kRequired) {
    const CertificateItem* item = find(name);
    if (!item || item->state != State::passed) return fmt::format("the self-test '{}' was not run", name);
  }
  if (!alive) return "the clock was not shown to be alive";
  if (!stamp_ns || !(*stamp_ns > 0)) return "the unit of the clock is not known";
  if (!lattice_ns || !(*lattice_ns > 0)) return "the lattice of the clock is not known";
  return {};
}

std::string Certificate::why_busy() const {
  const CertificateItem* item = find("decomposition");
  if (item == nullptr || item->state != State::failed || why_unfit() != failure_of(*item)) return {};
  const auto repeats = item->numbers.find(kRepeatsItem);
  if (repeats == item->numbers.end() || !(repeats->second >= kBusyRepeats)) return {};
  return fmt::format(
      "the machine was busy: repeats of one and the same pass of known work took {:.1f} times the quickest "
      "of them, so that passes could not be told apart",
      repeats->second);
}

}  // namespace assay::result
