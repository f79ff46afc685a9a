// SPDX-License-Identifier: Apache-2.0
/// \file
/// A link to a child process over its private socket.
#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <vector>

#include "engine/remote/link.hpp"
#include "host/process.hpp"

namespace assay::engine {

class ProcessLink final : public Link {
 public:
  /// `process` was spawned with a channel.
  explicit ProcessLink(host::Process process);
  ~ProcessLink() override;

  [[nodiscard]] tl::expected<void, Cut> send(const messages::Frame& frame, host::Deadline deadline) override;
  [[nodiscard]] tl::expected<messages::Frame, Cut> receive(host::Deadline deadline) override;
  void kill() override;
  void end(host::Deadline deadline) override;
  [[nodiscard]] std::string last_words() const override;

 private:
  enum class Intake { something, nothing, closed };
  [[nodiscard]] tl::expected<Intake, Cut> take_in();
  [[nodiscard]] Cut cut_off(Cut::Kind kind, std::string how);
  [[nodiscard]] Cut cut_by_end();

  host::Process process_;
  messages::FrameReader reader_{};
  std::vector<std::byte> chunk_;
  /// Whole frames that came while a request was being sent.
  std::deque<messages::Frame> arrived_{};
  std::size_t arrived_bytes_ = 0;
};

}  // namespace assay::engine
