// SPDX-License-Identifier: Apache-2.0
/// \file
/// SHA-256 over chunks.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace assay::worker::native {

class Sha256 {
 public:
  Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;
  Sha256(Sha256&&) = delete;
  Sha256& operator=(Sha256&&) = delete;
  ~Sha256();

  void update(std::span<const std::byte> bytes);
  /// 64 hex digits; empty when the library failed. Call once.
  [[nodiscard]] std::string hex();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay::worker::native
