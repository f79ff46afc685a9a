// SPDX-License-Identifier: Apache-2.0
#include "plan/kernels.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <system_error>

#include "plan/fields.hpp"
#include "plan/near_miss.hpp"
#include "plan/wgsl_scan.hpp"

namespace assay::plan {
namespace {

constexpr std::size_t kMostKernels = 256;
/// The text travels inside one JSON message of at most 4 MiB.
constexpr std::uintmax_t kMostWgslBytes = 2U << 20U;

}  // namespace

KernelShelf::KernelShelf(const Source& source, const Node* table, std::filesystem::path folder, bool must_exist)
    : source_(source), folder_(std::move(folder)), must_exist_(must_exist) {
  if (table == nullptr) return;
  of_kind(source, *table, Node::Kind::table);
  for (const Node& member : table->children) {
    only_keys(source, member, "a kernel", {"file", "entry"});
    Named named{.name = member.key, .file = name_of(source, required_member(source, member, "file")), .entry = "main"};
    if (const Node* entry = member.find("entry")) named.entry = name_of(source, *entry);
    named_.push_back(std::move(named));
  }
}

std::size_t KernelShelf::index_of(const Node& name) {
  const std::string wanted = name_of(source_, name);
  const auto known = std::ranges::find(kernels_, wanted, &Kernel::name);
  if (known != kernels_.end()) return static_cast<std::size_t>(known - kernels_.begin());
  const auto named = std::ranges::find(named_, wanted, &Named::name);
  if (named != named_.end()) return read(name, *named);
  if (wanted.ends_with(".wgsl")) return read(name, {.name = wanted, .file = wanted, .entry = "main"});
  std::vector<std::string> names;
  for (const Named& entry : named_) names.push_back(entry.name);
  source_.refuse(name.place, {.what = "there is no kernel '" + wanted + "'",
                              .limit = "a file that ends in .wgsl, or a name of [kernels]: " + listed(names),
                              .advice = suggestion(wanted, names)});
}

std::size_t KernelShelf::read(const Node& place, const Named& named) {
  if (kernels_.size() == kMostKernels) {
    source_.refuse(place.place, {.what = "too many kernels", .limit = std::to_string(kMostKernels)});
  }
  Kernel kernel{.name = named.name, .file = folder_ / named.file, .entry = named.entry};
  std::error_code status;
  if (!std::filesystem::is_regular_file(kernel.file, status)) {
    if (must_exist_) {
      source_.refuse(place.place, {.what = "the kernel file is missing",
                                   .value = kernel.file.string(),
                                   .advice = "kernels are looked up in the probe's folder"});
    }
    kernels_.push_back(std::move(kernel));
    return kernels_.size() - 1;
  }
  const std::uintmax_t bytes = std::filesystem::file_size(kernel.file, status);
  if (status || bytes > kMostWgslBytes) {
    source_.refuse(place.place, {.what = "the kernel file '" + named.file + "' is too large",
                                 .value = std::to_string(bytes) + " bytes",
                                 .limit = std::to_string(kMostWgslBytes) + " bytes"});
  }
  std::ifstream stream(kernel.file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) {
    source_.refuse(place.place, {.what = "the kernel file cannot be read, or is empty",
                                 .value = kernel.file.string(),
                                 .advice = "check that it holds WGSL and that you may read it"});
  }
  kernel.wgsl = std::move(text).str();
  auto reflection = scan_wgsl(kernel.wgsl, kernel.entry, kernel.file.string());
  if (!reflection) throw Refusal{reflection.error()};
  kernel.reflection = std::move(*reflection);
  kernels_.push_back(std::move(kernel));
  return kernels_.size() - 1;
}

}  // namespace assay::plan
