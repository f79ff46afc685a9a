// SPDX-License-Identifier: Apache-2.0
#include "host/stream.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>

#include "host/interrupt.hpp"
#include "host/posix/descriptor.hpp"

namespace assay::host {
namespace {

using posix::reason;
using posix::retry;

enum class Ready { yes, deadline, interrupted };

Ready wait_until(int descriptor, short events, Deadline deadline) {
  while (true) {
    if (interrupted()) return Ready::interrupted;
    std::array<pollfd, 2> watched{pollfd{descriptor, events, 0}, pollfd{posix::interrupt_descriptor(), POLLIN, 0}};
    const int count = ::poll(watched.data(), watched.size(), static_cast<int>(deadline.remaining().count()));
    if (count > 0 && watched[0].revents != 0) return Ready::yes;
    if (deadline.passed()) return Ready::deadline;
  }
}

Unexpected not_ready(Ready ready, const char* what) {
  if (ready == Ready::interrupted) return fail({.fault = Fault::interrupted, .what = "interrupted"});
  return fail({.fault = Fault::broken_run, .what = what});
}

}  // namespace

Stream Stream::adopt(int descriptor) {
  Stream stream;
  stream.descriptor_ = descriptor;
  const int flags = ::fcntl(descriptor, F_GETFL);
  if (flags >= 0) ::fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
  return stream;
}

Stream& Stream::operator=(Stream&& other) noexcept {
  if (this != &other) {
    close();
    descriptor_ = std::exchange(other.descriptor_, -1);
  }
  return *this;
}

void Stream::close() {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

Expected<Stream::Transfer> Stream::read_some(std::span<std::byte> into) {
  if (!is_open()) return Transfer{.closed = true};
  const ssize_t count = retry([&] { return ::recv(descriptor_, into.data(), into.size(), 0); });
  if (count > 0) return Transfer{.bytes = static_cast<std::size_t>(count)};
  if (count == 0) return Transfer{.closed = !into.empty()};
  if (errno == EAGAIN || errno == EWOULDBLOCK) return Transfer{};
  // A peer that dies with our bytes unread resets the connection: the same as gone.
  if (errno == ECONNRESET || errno == EPIPE) return Transfer{.closed = true};
  return fail({.fault = Fault::broken_run, .what = "reading from another process failed", .value = reason()});
}

Expected<Stream::Transfer> Stream::write_some(std::span<const std::byte> bytes) {
  if (!is_open()) return Transfer{.closed = true};
  const ssize_t count = retry([&] { return ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL); });
  if (count >= 0) return Transfer{.bytes = static_cast<std::size_t>(count)};
  if (errno == EAGAIN || errno == EWOULDBLOCK) return Transfer{};
  if (errno == ECONNRESET || errno == EPIPE) return Transfer{.closed = true};
  return fail({.fault = Fault::broken_run, .what = "writing to another process failed", .value = reason()});
}

Expected<Stream::Transfer> Stream::read(std::span<std::byte> into, Deadline deadline) {
  while (true) {
    auto transfer = read_some(into);
    if (!transfer || transfer->bytes > 0 || transfer->closed) return transfer;
    const Ready ready = wait_until(descriptor_, POLLIN, deadline);
    if (ready != Ready::yes) return not_ready(ready, "another process sent nothing in time");
  }
}

Expected<void> Stream::write_all(std::span<const std::byte> bytes, Deadline deadline) {
  while (!bytes.empty()) {
    auto transfer = write_some(bytes);
    if (!transfer) return tl::make_unexpected(transfer.error());
    if (transfer->closed) return fail({.fault = Fault::broken_run, .what = "another process closed its connection"});
    bytes = bytes.subspan(transfer->bytes);
    if (transfer->bytes > 0) continue;
    const Ready ready = wait_until(descriptor_, POLLOUT, deadline);
    if (ready != Ready::yes) return not_ready(ready, "another process took no bytes in time");
  }
  return {};
}

}  // namespace assay::host
