// SPDX-License-Identifier: Apache-2.0
#include "instrument/compute_tests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "embedded/self_test_wgsl.hpp"
#include "lower/reference.hpp"

namespace assay::instrument {
namespace {

using State = result::CertificateItem::State;

std::string barrier_source(std::uint32_t lanes) {
  std::string text(embedded::self_test_wgsl("assay_barrier.wgsl"));
  const std::string number = std::to_string(lanes);
  for (auto at = text.find("LANES"); at != std::string::npos; at = text.find("LANES", at + number.size())) {
    text.replace(at, 5, number);
  }
  return text;
}

}  // namespace

std::vector<BarrierCase> barrier_cases() {
  std::vector<BarrierCase> cases{{.size = 64, .first_value = 1, .expected = 2080}};
  for (const std::uint32_t size : {1U, 25U, 31U, 33U, 63U, 65U, 100U, 255U}) {
    cases.push_back({.size = size, .first_value = 0, .expected = size * (size - 1) / 2});
  }
  return cases;
}

result::CertificateItem judge_barrier(const std::vector<std::uint32_t>& sums) {
  result::CertificateItem item{.name = "barrier", .rule = "workgroup sums of nine sizes are exact"};
  const auto cases = barrier_cases();
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (i < sums.size() && sums[i] == cases[i].expected) continue;
    item.state = State::failed;
    item.value = fmt::format("workgroupBarrier: a tree of {} invocations gave {} instead of {}", cases[i].size,
                             i < sums.size() ? std::to_string(sums[i]) : "nothing", cases[i].expected);
    item.forbids = "every kernel that uses a barrier; nothing is timed on this device";
    item.numbers = {{"workgroup_size", cases[i].size}, {"expected", cases[i].expected}};
    return item;
  }
  item.state = State::passed;
  item.value = fmt::format("{} of {} workgroup sizes sum exactly", cases.size(), cases.size());
  return item;
}

Expected<result::CertificateItem> test_barrier(Device& device) {
  const auto cases = barrier_cases();
  std::vector<messages::KernelSource> sources;
  for (const auto& c : cases) {
    sources.push_back({.label = "assay_barrier.wgsl", .wgsl = barrier_source(c.size)});
  }
  const auto kernels = device.compile(std::move(sources));
  if (!kernels) return fail(kernels.error());

  messages::Submission submission;
  std::vector<messages::ReadBack> reads;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    std::vector<std::uint32_t> values(cases[i].size);
    std::iota(values.begin(), values.end(), cases[i].first_value);
    const std::uint64_t bytes = values.size() * 4;
    const auto input = device.allocate(bytes);
    if (!input) return fail(input.error());
    const auto output = device.allocate(4);
    if (!output) return fail(output.error());
    if (auto written = device.write_all(*input, values); !written) return fail(written.error());
    const auto id = device.fresh_track_id();
    messages::TrackDispatch dispatch{
        .kernel = (*kernels)[i],
        .bindings = {{.binding = 0, .role = 0, .size = bytes}, {.binding = 1, .role = 1, .size = 4}},
        .groups = std::array<std::uint32_t, 3>{1, 1, 1}};
    messages::Track track{.id = id, .roles = 2};
    track.ops.emplace_back(messages::PassOp{.label = "barrier", .dispatches = {std::move(dispatch)}});
    if (auto added = device.add_track(track); !added) return fail(added.error());
    submission.slots.push_back({.track = id, .roles = {*input, *output}});
    reads.push_back({.allocation = *output, .offset = 0, .bytes = 4});
  }
  const auto answer = device.run({std::move(submission)}, std::move(reads));
  if (!answer) return fail(answer.error());
  return judge_barrier(words_of(answer->reads));
}

Expected<result::CertificateItem> test_known_fill(Device& device) {
  result::CertificateItem item{.name = "digest",
                               .rule = "a fill made on the device has the digest that the reference computes"};
  // One word past a power of two, so that the last workgroup is a partial one.
  const Region region{.allocation = 0, .bytes = 4 * 65537};
  const auto id = device.allocate(region.bytes);
  if (!id) return fail(id.error());
  const Region target{.allocation = *id, .bytes = region.bytes};
  const plan::Fill fill{.kind = plan::Fill::Kind::bits, .seed = 20201};
  const auto values = lower::fill_parameters(fill, plan::ElementType::u32);
  if (auto filled = device.fill(target, values); !filled) return fail(filled.error());
  const auto digest = device.digest(target);
  if (!digest) return fail(digest.error());
  const auto expected = lower::reference_digest(lower::reference_fill(values, target.words()));
  const auto hex = [](const lower::Digest& d) {
    return fmt::format("{:08x}{:08x}{:08x}{:08x}", d[0], d[1], d[2], d[3]);
  };
  item.state = *digest == expected ? State::passed : State::failed;
  item.value = *digest == expected
                   ? fmt::format("{} words, digest {}", target.words(), hex(expected))
                   : fmt::format("the device computes {} where the reference computes {}", hex(*digest), hex(expected));
  if (item.state == State::failed) item.forbids = "gates on this device; nothing is timed";
  if (auto released = device.engine().release({.allocations = {*id}}); !released) return fail(released.error());
  return item;
}

result::CertificateItem judge_zeroed(const std::vector<std::uint32_t>& found) {
  result::CertificateItem item{.name = "zeroed", .rule = "workgroup memory is zero before a workgroup writes it"};
  const auto dirty = std::count_if(found.begin(), found.end(), [](std::uint32_t word) { return word != 0; });
  item.numbers = {{"dirty_invocations", static_cast<double>(dirty)},
                  {"invocations", static_cast<double>(found.size())}};
  item.value = fmt::format("{} of {} invocations found something else than zeros", dirty, found.size());
  item.state = dirty == 0 && !found.empty() ? State::passed : State::failed;
  if (item.state == State::failed) item.forbids = "kernels that read workgroup memory which they have not written";
  return item;
}

Expected<result::CertificateItem> test_zeroed(Device& device) {
  constexpr std::uint64_t kBytes = 64ULL * kZeroedGroups * sizeof(std::uint32_t);
  const auto kernels = device.compile(
      {{.label = "assay_zeroed.wgsl", .wgsl = std::string(embedded::self_test_wgsl("assay_zeroed.wgsl"))}});
  if (!kernels) return fail(kernels.error());
  const auto found = device.allocate(kBytes);
  if (!found) return fail(found.error());
  messages::TrackDispatch dispatch{.kernel = kernels->front(),
                                   .bindings = {{.binding = 0, .role = 0, .size = kBytes}},
                                   .groups = std::array<std::uint32_t, 3>{kZeroedGroups, 1, 1}};
  messages::Track track{.id = device.fresh_track_id(), .roles = 1};
  track.ops.emplace_back(messages::PassOp{.label = "assay zeroed", .dispatches = {dispatch}});
  const messages::Slot slot{.track = track.id, .roles = {*found}};
  if (auto added = device.add_track(track); !added) return fail(added.error());
  // Twice: the first run may find memory that nobody has used since the machine began.
  if (auto first = device.run({{.slots = {slot}}}); !first) return fail(first.error());
  const auto answer = device.run({{.slots = {slot}}}, {{.allocation = *found, .offset = 0, .bytes = kBytes}});
  if (!answer) return fail(answer.error());
  return judge_zeroed(words_of(answer->reads));
}

}  // namespace assay::instrument
