// SPDX-License-Identifier: Apache-2.0
#include "plan/sha256.hpp"

#include <openssl/evp.h>

#include <array>
#include <fstream>
#include <memory>
#include <vector>

namespace assay::plan {
namespace {

class Sha256 {
 public:
  Sha256() : context_(EVP_MD_CTX_new(), &EVP_MD_CTX_free) {
    good_ = context_ != nullptr && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1;
  }
  void add(const char* bytes, std::size_t size) { good_ = good_ && EVP_DigestUpdate(context_.get(), bytes, size) == 1; }
  Expected<std::string> hex() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    good_ = good_ && EVP_DigestFinal_ex(context_.get(), digest.data(), &size) == 1;
    if (!good_) return fail({.fault = Fault::internal, .what = "OpenSSL refused to compute a SHA-256"});
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (unsigned int i = 0; i < size; ++i) {
      text += kDigits[digest[i] >> 4U];
      text += kDigits[digest[i] & 15U];
    }
    return text;
  }

 private:
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
  bool good_ = false;
};

}  // namespace

Expected<std::string> sha256_hex(std::string_view bytes) {
  Sha256 digest;
  digest.add(bytes.data(), bytes.size());
  return digest.hex();
}

Expected<std::string> sha256_of_file(const std::filesystem::path& file, std::uint64_t offset) {
  std::ifstream stream(file, std::ios::binary);
  stream.seekg(static_cast<std::streamoff>(offset));
  Sha256 digest;
  std::vector<char> chunk(1U << 20U);
  while (stream.read(chunk.data(), static_cast<std::streamsize>(chunk.size())) || stream.gcount() > 0) {
    digest.add(chunk.data(), static_cast<std::size_t>(stream.gcount()));
  }
  if (stream.bad() || !stream.eof()) {
    return fail({.fault = Fault::bad_input,
                 .what = "the file cannot be read",
                 .where = file.string(),
                 .advice = "check that you may read it, and that nobody changes it meanwhile"});
  }
  return digest.hex();
}

}  // namespace assay::plan
