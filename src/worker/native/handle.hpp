// SPDX-License-Identifier: Apache-2.0
/// \file
/// Owner of one engine object: released exactly once, through the loaded table.
#pragma once

#include <utility>

namespace assay::worker::native {

template <class Object>
class Handle {
 public:
  using Release = void (*)(Object);

  Handle() = default;
  Handle(Object object, Release release) : object_(object), release_(release) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  Handle(Handle&& other) noexcept : object_(std::exchange(other.object_, nullptr)), release_(other.release_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(object_, other.object_);
    std::swap(release_, other.release_);
    return *this;
  }
  ~Handle() {
    if (object_ != nullptr) release_(object_);
  }

  [[nodiscard]] Object get() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  Object object_ = nullptr;
  Release release_ = nullptr;
};

}  // namespace assay::worker::native
