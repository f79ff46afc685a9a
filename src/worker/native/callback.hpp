// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the engine's callbacks write into. An engine calls back when it likes: after the wait for it was given up, or
/// while its objects are released. So a callback owns its state, and never points into a frame that may be gone.
#pragma once

#include <memory>
#include <utility>

namespace assay::worker::native {

/// `userdata` of a callback that comes exactly once; `taken_back` belongs into that callback. When it never comes the
/// state is kept for good.
template <class State>
[[nodiscard]] void* lent(std::shared_ptr<State> state) {
  return std::make_unique<std::shared_ptr<State>>(std::move(state)).release();
}

template <class State>
[[nodiscard]] std::shared_ptr<State> taken_back(void* userdata) {
  const std::unique_ptr<std::shared_ptr<State>> box(static_cast<std::shared_ptr<State>*>(userdata));
  return std::move(*box);
}

/// For callbacks that may come any number of times: their state stays until the process ends.
void keep_until_exit(std::shared_ptr<void> state);

}  // namespace assay::worker::native
