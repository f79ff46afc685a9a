// SPDX-License-Identifier: Apache-2.0
/// \file
/// One end of a byte stream between two processes. Nothing here raises SIGPIPE or blocks without a deadline.
#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include "error/error.hpp"
#include "host/deadline.hpp"

namespace assay::host {

class Stream {
 public:
  /// What one attempt moved. Zero bytes and not `closed`: it would have had to wait.
  struct Transfer {
    std::size_t bytes = 0;
    bool closed = false;  ///< the other end is gone; what it had sent has been read
  };

  Stream() = default;
  /// Takes over an open descriptor of this process and makes it non-blocking.
  [[nodiscard]] static Stream adopt(int descriptor);
  Stream(Stream&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Stream& operator=(Stream&& other) noexcept;
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() { close(); }

  /// Reads what is there, at most `into.size()` bytes. Errors: Fault::broken_run.
  [[nodiscard]] Expected<Transfer> read_some(std::span<std::byte> into);
  /// Writes what fits. Errors: Fault::broken_run.
  [[nodiscard]] Expected<Transfer> write_some(std::span<const std::byte> bytes);

  /// Waits for the first bytes. Errors: Fault::broken_run when the deadline passes, Fault::interrupted.
  [[nodiscard]] Expected<Transfer> read(std::span<std::byte> into, Deadline deadline);
  /// Writes everything. Errors: as `read`, and Fault::broken_run when the other end is gone.
  [[nodiscard]] Expected<void> write_all(std::span<const std::byte> bytes, Deadline deadline);

  void close();
  [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }
  /// For this room and for passing on; -1 when closed.
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  int descriptor_ = -1;
};

}  // namespace assay::host
