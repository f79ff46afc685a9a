// SPDX-License-Identifier: Apache-2.0
// What a host sends, as an engine reads it.
#include "fuzz/stream.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace assay;
  fuzz::each_frame({data, size}, [](messages::Frame frame) {
    fuzz::round_trip(std::move(frame), [](messages::Frame each) { return messages::decode_request(std::move(each)); });
  });
  return 0;
}
