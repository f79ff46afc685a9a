// SPDX-License-Identifier: Apache-2.0
#include "worker/native/sha256.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>

namespace assay::worker::native {

struct Sha256::State {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  bool good = false;
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  state_->good = state_->context != nullptr && EVP_DigestInit_ex(state_->context, EVP_sha256(), nullptr) == 1;
}

Sha256::~Sha256() { EVP_MD_CTX_free(state_->context); }

void Sha256::update(std::span<const std::byte> bytes) {
  state_->good = state_->good && EVP_DigestUpdate(state_->context, bytes.data(), bytes.size()) == 1;
}

std::string Sha256::hex() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int length = 0;
  if (!state_->good || EVP_DigestFinal_ex(state_->context, digest.data(), &length) != 1) return {};
  std::string text;
  for (unsigned int i = 0; i < length; ++i) text += fmt::format("{:02x}", digest[i]);
  return text;
}

}  // namespace assay::worker::native
