// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/request_name.hpp"

#include <variant>

namespace assay::engine {
namespace {

/// One overload for each alternative: a new message without a name does not compile.
struct NameOf {
  std::string_view operator()(const messages::Hello&) const { return "hello"; }
  std::string_view operator()(const messages::Open&) const { return "open"; }
  std::string_view operator()(const messages::Kernels&) const { return "kernels"; }
  std::string_view operator()(const messages::Allocate&) const { return "allocate"; }
  std::string_view operator()(const messages::Release&) const { return "release"; }
  std::string_view operator()(const messages::Track&) const { return "track"; }
  std::string_view operator()(const messages::Run&) const { return "run"; }
  std::string_view operator()(const messages::Read&) const { return "read"; }
  std::string_view operator()(const messages::Write&) const { return "write"; }
  std::string_view operator()(const messages::Sha256&) const { return "sha256"; }
  std::string_view operator()(const messages::Close&) const { return "close"; }
};

}  // namespace

std::string_view request_name(const messages::RequestBody& body) { return std::visit(NameOf{}, body); }

}  // namespace assay::engine
