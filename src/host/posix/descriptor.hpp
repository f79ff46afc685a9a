// SPDX-License-Identifier: Apache-2.0
/// \file
/// Descriptors for the POSIX half of this room.
#pragma once

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

namespace assay::host::posix {

/// Owns one descriptor.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    if (this != &other) reset(other.release());
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { reset(); }

  [[nodiscard]] int get() const { return number_; }
  [[nodiscard]] bool is_open() const { return number_ >= 0; }
  [[nodiscard]] int release() { return std::exchange(number_, -1); }
  void reset(int number = -1);

 private:
  int number_ = -1;
};

/// The system's words for `errno`, e.g. "No such file or directory".
[[nodiscard]] inline std::string reason(int error_number = errno) {
  return std::generic_category().message(error_number);
}

/// Calls again while a signal interrupts the call.
template <class Call>
auto retry(Call call) {
  while (true) {
    const auto result = call();
    if (result >= 0 || errno != EINTR) return result;
  }
}

/// A descriptor that becomes readable when an interrupt was seen, and stays so; -1: none is watched.
[[nodiscard]] int interrupt_descriptor();

}  // namespace assay::host::posix
