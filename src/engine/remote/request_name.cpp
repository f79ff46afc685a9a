// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/request_name.hpp"

#include <type_traits>
#include <variant>

namespace assay::engine {
namespace {

template <class>
inline constexpr bool kUnknownRequest = false;

template <class T>
constexpr std::string_view name_of() {
  namespace m = messages;
  if constexpr (std::is_same_v<T, m::Hello>) return "hello";
  else if constexpr (std::is_same_v<T, m::Open>) return "open";
  else if constexpr (std::is_same_v<T, m::Kernels>) return "kernels";
  else if constexpr (std::is_same_v<T, m::Allocate>) return "allocate";
  else if constexpr (std::is_same_v<T, m::Release>) return "release";
  else if constexpr (std::is_same_v<T, m::Track>) return "track";
  else if constexpr (std::is_same_v<T, m::Run>) return "run";
  else if constexpr (std::is_same_v<T, m::Read>) return "read";
  else if constexpr (std::is_same_v<T, m::Write>) return "write";
  else if constexpr (std::is_same_v<T, m::Sha256>) return "sha256";
  else if constexpr (std::is_same_v<T, m::Close>) return "close";
  else static_assert(kUnknownRequest<T>);
}

}  // namespace

std::string_view request_name(const messages::RequestBody& body) {
  return std::visit([](const auto& request) { return name_of<std::decay_t<decltype(request)>>(); }, body);
}

}  // namespace assay::engine
