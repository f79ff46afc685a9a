// SPDX-License-Identifier: Apache-2.0
#include "host/machine.hpp"

#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>

namespace assay::host {
namespace {

/// The first 64 KiB of a small system file; empty when it cannot be read.
std::string beginning_of(const char* path) {
  std::string text(1U << 16U, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

std::optional<std::uint32_t> usable_cores() {
#ifdef __linux__
  cpu_set_t set;
  CPU_ZERO(&set);
  if (::sched_getaffinity(0, sizeof set, &set) == 0) return static_cast<std::uint32_t>(CPU_COUNT(&set));
#endif
  const long online = ::sysconf(_SC_NPROCESSORS_ONLN);
  if (online > 0) return static_cast<std::uint32_t>(online);
  return std::nullopt;
}

}  // namespace

MachineFacts machine_facts() {
  MachineFacts facts;
  utsname name{};
  const bool known = ::uname(&name) == 0;
  const std::string kernel =
      known ? std::string(name.sysname) + " " + name.release + ", " + name.machine : std::string("system not known");
  const auto distribution = name_in_os_release(beginning_of("/etc/os-release"));
  facts.system = distribution ? *distribution + ", " + kernel : kernel;
  facts.processor = processor_in_cpuinfo(beginning_of("/proc/cpuinfo"));
  facts.cores = usable_cores();
  return facts;
}

std::optional<double> load_average_1min() {
  std::array<double, 1> loads{};
  if (::getloadavg(loads.data(), 1) != 1) return std::nullopt;
  return loads[0];
}

}  // namespace assay::host
