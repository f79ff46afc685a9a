// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the stand-ins of assay-worker have in common: reading one request after the other, and never ending.
#pragma once

#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "host/stream.hpp"
#include "messages/codec.hpp"

namespace assay::engine {

[[noreturn]] inline void sleep_forever() {
  while (true) ::pause();
}

/// Gives each request to `treat` until the host closes. What is no request ends the process with a status of its own.
template <class Treat>
[[noreturn]] void serve_requests(host::Stream& stream, messages::FrameReader& reader,
                                 std::chrono::milliseconds patience, Treat treat) {
  std::vector<std::byte> chunk(1U << 20U);
  while (true) {
    auto frame = reader.next();
    if (!frame) ::_exit(9);
    if (!*frame) {
      const auto got = stream.read(chunk, host::Deadline::after(patience));
      if (!got || got->closed) ::_exit(0);
      reader.feed(std::span(chunk).first(got->bytes));
      continue;
    }
    const auto request = messages::decode_request(std::move(**frame));
    if (!request) ::_exit(8);
    treat(*request);
    if (std::holds_alternative<messages::Close>(request->body)) ::_exit(0);
  }
}

}  // namespace assay::engine
