// SPDX-License-Identifier: Apache-2.0
#include "host/machine.hpp"

namespace assay::host {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\"");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\"") - first + 1);
}

/// The value of the first line "KEY<separator>value" whose key is exactly `key`.
std::optional<std::string> value_of(std::string_view text, std::string_view key, char separator) {
  while (!text.empty()) {
    const auto newline = text.find('\n');
    const std::string_view line = text.substr(0, newline);
    text = newline == std::string_view::npos ? std::string_view() : text.substr(newline + 1);
    const auto at = line.find(separator);
    if (at == std::string_view::npos || trimmed(line.substr(0, at)) != key) continue;
    const std::string_view value = trimmed(line.substr(at + 1));
    if (!value.empty()) return std::string(value);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> processor_in_cpuinfo(std::string_view cpuinfo) {
  auto name = value_of(cpuinfo, "model name", ':');
  return name ? name : value_of(cpuinfo, "Model", ':');
}

std::optional<std::string> name_in_os_release(std::string_view os_release) {
  return value_of(os_release, "PRETTY_NAME", '=');
}

std::string machine_line(const MachineFacts& facts) {
  return facts.system + "; " + facts.processor.value_or("processor not known");
}

}  // namespace assay::host
