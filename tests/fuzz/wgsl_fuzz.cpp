// SPDX-License-Identifier: Apache-2.0
// A kernel's text, scanned for what its entry point binds and takes.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/check.hpp"
#include "plan/wgsl_scan.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace assay;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto reflection = plan::scan_wgsl(text, "main", "kernel.wgsl");
  if (!reflection) fuzz::must_be_told(reflection.error(), Fault::bad_input);
  return 0;
}
