// SPDX-License-Identifier: Apache-2.0
#include "host/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <system_error>

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

/// mkostemp makes files that only the owner may read; a result is as readable as the file that it replaces, or as any
/// other new file.
bool set_permissions(int descriptor, const struct stat* replaced) {
  if (replaced != nullptr) return ::fchmod(descriptor, replaced->st_mode & 07777U) == 0;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return ::fchmod(descriptor, 0666U & ~mask) == 0;
}

/// A device or a pipe holds nothing that could be half written, and a rename would put a file in its place.
Expected<void> write_into(const std::filesystem::path& path, std::string_view bytes) {
  // A pipe that nobody reads is an error and not a wait; one that is read slowly is waited for.
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC));
  if (!file.is_open()) return cannot_write(path, errno);
  const int flags = ::fcntl(file.get(), F_GETFL);
  const bool written =
      flags >= 0 && ::fcntl(file.get(), F_SETFL, flags & ~O_NONBLOCK) == 0 && write_everything(file.get(), bytes);
  if (!written) return cannot_write(path, errno);
  return {};
}

/// What a chain of links ends at, which need not exist.
std::filesystem::path end_of_links(std::filesystem::path path) {
  constexpr int kMostLinks = 40;  // as many as the system follows
  for (int link = 0; link < kMostLinks; ++link) {
    std::error_code status;
    const auto target = std::filesystem::read_symlink(path, status);
    if (status) return path;
    path = target.is_absolute() ? target : path.parent_path() / target;
  }
  return path;
}

}  // namespace

Expected<void> write_file_atomically(const std::filesystem::path& path, std::string_view bytes) {
  struct stat there {};
  const bool exists = ::stat(path.c_str(), &there) == 0;
  if (exists && !S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode)) return write_into(path, bytes);
  const auto target = end_of_links(path);
  std::string temporary = target.string() + ".XXXXXX";
  const Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
  if (!file.is_open()) return cannot_write(path, errno);
  const bool written = set_permissions(file.get(), exists ? &there : nullptr) && write_everything(file.get(), bytes) &&
                       retry([&] { return ::fsync(file.get()); }) == 0 &&
                       std::rename(temporary.c_str(), target.c_str()) == 0;
  if (!written) {
    const int error_number = errno;
    ::unlink(temporary.c_str());
    return cannot_write(path, error_number);
  }
  // The new name itself lives in the folder. Some file systems cannot do this; the file is whole all the same.
  const auto parent = target.parent_path();
  const Descriptor folder(::open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.is_open()) ::fsync(folder.get());
  return {};
}

}  // namespace assay::host
