// SPDX-License-Identifier: Apache-2.0
/// \file
/// The messages, carried out on a native engine library.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "worker/native/adapters.hpp"
#include "worker/native/bind_groups.hpp"
#include "worker/native/device.hpp"
#include "worker/native/kernels.hpp"
#include "worker/native/memory.hpp"
#include "worker/native/readback.hpp"
#include "worker/native/tracks.hpp"
#include "worker/session.hpp"

namespace assay::worker::native {

class NativeSession final : public Session {
 public:
  /// Nothing is loaded before `hello`, so that a broken library is an answer. `patience`: how long a request without
  /// a rule of its own may take.
  explicit NativeSession(std::string library_path, std::chrono::milliseconds patience = kPatience)
      : library_path_(std::move(library_path)), patience_(patience) {}

  [[nodiscard]] messages::AnswerBody answer(const messages::RequestBody& request) override;
  [[nodiscard]] std::vector<messages::Event> take_events() override;
  void lose_device(std::string why) override;

 private:
  /// What exists once a device is open. Destroyed in reverse order: groups and pipelines before their device.
  struct Opened {
    explicit Opened(std::unique_ptr<Device> made)
        : device(std::move(made)), memory(*device), kernels(*device), bind_groups(*device), readback(*device) {}
    std::unique_ptr<Device> device;
    Allocations memory;
    Kernels kernels;
    Tracks tracks{};
    BindGroups bind_groups;
    Readback readback;
    Handle<WGPUBuffer> fence{};
  };

  using Result = Outcome<messages::AnswerBody>;
  [[nodiscard]] Result carry_out(const messages::RequestBody& request);
  Result handle(const messages::Hello& hello);
  Result handle(const messages::Open& wish);
  Result handle(const messages::Kernels& wish);
  Result handle(const messages::Allocate& wish);
  Result handle(const messages::Release& wish);
  Result handle(const messages::Track& track);
  Result handle(const messages::Run& run);
  Result handle(const messages::Read& wish);
  Result handle(const messages::Write& wish);
  Result handle(const messages::Sha256& wish);
  Result handle(const messages::Close& close);
  [[nodiscard]] Outcome<Fetched> read_pieces(std::span<const Piece> pieces);
  [[nodiscard]] Outcome<void> in_order(const messages::RequestBody& request) const;

  std::string library_path_;
  std::chrono::milliseconds patience_;
  std::optional<Library> library_{};
  std::vector<Handle<WGPUInstance>> instances_{};
  std::unique_ptr<Opened> opened_{};
  bool told_lost_ = false;
};

/// Smallest step seen between two readings of the clock that `run` uses, in nanoseconds.
[[nodiscard]] double measure_clock_step_ns();

}  // namespace assay::worker::native
