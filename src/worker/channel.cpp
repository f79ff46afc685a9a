// SPDX-License-Identifier: Apache-2.0
#include "worker/channel.hpp"

#include <fmt/format.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace assay::worker {
namespace {

constexpr std::size_t kReadBytes = 256U << 10U;

Unexpected stream_error(const char* what, int number) {
  return fail({.fault = Fault::broken_run, .what = what, .value = std::strerror(number), .where = "host socket"});
}

}  // namespace

Expected<std::optional<messages::Frame>> Channel::receive() {
  messages::Blob bytes(kReadBytes);
  for (;;) {
    auto frame = reader_.next();
    if (!frame || *frame) return frame;
    const ssize_t got = recv(socket_, bytes.data(), bytes.size(), 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return stream_error("the socket to the host cannot be read", errno);
    if (got > 0) {
      reader_.feed(std::span<const std::byte>(bytes.data(), static_cast<std::size_t>(got)));
      continue;
    }
    if (reader_.pending() == 0) return std::nullopt;
    return fail({.fault = Fault::broken_run,
                 .what = "the host closed the socket inside a frame",
                 .value = fmt::format("{} bytes of an unfinished frame", reader_.pending()),
                 .where = "host socket"});
  }
}

Expected<void> Channel::send(const messages::Frame& frame) {
  const auto bytes = messages::to_bytes(frame);
  if (!bytes) return tl::unexpected(bytes.error());
  std::size_t sent = 0;
  while (sent < bytes->size()) {
    // MSG_NOSIGNAL: a host that went away is an error to report, not a SIGPIPE that looks like a crash of the engine.
    const ssize_t count = ::send(socket_, bytes->data() + sent, bytes->size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return stream_error("the socket to the host cannot be written", errno);
    sent += static_cast<std::size_t>(count);
  }
  return {};
}

}  // namespace assay::worker
