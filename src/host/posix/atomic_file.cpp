// SPDX-License-Identifier: Apache-2.0
#include "host/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "host/posix/descriptor.hpp"

namespace assay::host {
namespace {

using posix::Descriptor;
using posix::retry;

Unexpected cannot_write(const std::filesystem::path& path, int error_number) {
  return fail({.fault = Fault::bad_input,
               .what = "cannot write the file",
               .value = posix::reason(error_number),
               .where = path.string(),
               .advice = "check the folder, its permissions and the space that is left"});
}

bool write_everything(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = retry([&] { return ::write(descriptor, bytes.data(), bytes.size()); });
    if (count < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

/// mkostemp makes files that only the owner may read; a result is as readable as any other new file.
bool set_usual_permissions(int descriptor) {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return ::fchmod(descriptor, 0666U & ~mask) == 0;
}

}  // namespace

Expected<void> write_file_atomically(const std::filesystem::path& path, std::string_view bytes) {
  std::string temporary = path.string() + ".XXXXXX";
  const Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
  if (!file.is_open()) return cannot_write(path, errno);
  const bool written = set_usual_permissions(file.get()) && write_everything(file.get(), bytes) &&
                       retry([&] { return ::fsync(file.get()); }) == 0 &&
                       std::rename(temporary.c_str(), path.c_str()) == 0;
  if (!written) {
    const int error_number = errno;
    ::unlink(temporary.c_str());
    return cannot_write(path, error_number);
  }
  // The new name itself lives in the folder. Some file systems cannot do this; the file is whole all the same.
  const auto parent = path.parent_path();
  const Descriptor folder(::open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.is_open()) ::fsync(folder.get());
  return {};
}

}  // namespace assay::host
