// SPDX-License-Identifier: Apache-2.0
/// \file
/// The machine that a result was measured on, for its rig.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay::host {

struct MachineFacts {
  std::string system{};                   ///< "Debian GNU/Linux 12 (bookworm), Linux 6.1.0, x86_64"
  std::optional<std::string> processor{};  ///< "AMD EPYC 7B13"; empty: the system does not tell
  std::optional<std::uint32_t> cores{};   ///< that this process may use
};

[[nodiscard]] MachineFacts machine_facts();

/// "system; processor": the line that a record keeps.
[[nodiscard]] std::string machine_line(const MachineFacts& facts);

/// Runnable processes averaged over the last minute; empty where the system does not tell.
[[nodiscard]] std::optional<double> load_average_1min();

/// The processor's name in the text of /proc/cpuinfo ("model name", or "Model" on ARM boards).
[[nodiscard]] std::optional<std::string> processor_in_cpuinfo(std::string_view cpuinfo);
/// PRETTY_NAME in the text of /etc/os-release, without its quotes.
[[nodiscard]] std::optional<std::string> name_in_os_release(std::string_view os_release);

}  // namespace assay::host
