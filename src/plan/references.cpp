// SPDX-License-Identifier: Apache-2.0
#include "plan/references.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <system_error>

#include "plan/buffers.hpp"
#include "plan/data_file.hpp"
#include "plan/sha256.hpp"

namespace assay::plan {
namespace {

constexpr std::string_view kShipped = "shipped:";
constexpr const char* kForms =
    "{ file = \"expected.bin\" }, { command = [\"python3\", \"expected.py\"] } or "
    "\"shipped:NAME\"";
constexpr std::size_t kMostWords = 64;

/// What a reference is read with.
struct Reading {
  const Source& source;
  const std::vector<Buffer>& buffers;
  const std::filesystem::path& folder;
  bool files_must_exist;
};

Reference read_shipped(const Reading& reading, const Node& node) {
  const std::string text = text_of(reading.source, node);
  if (!text.starts_with(kShipped)) {
    reading.source.refuse(node.place, {.what = "a reference that is not shipped is a table",
                                       .value = shown(node),
                                       .limit = kForms,
                                       .advice = "say { file = \"…\" } or { command = [\"…\"] }"});
  }
  if (text.find_first_not_of(" \t", kShipped.size()) == std::string::npos) {
    reading.source.refuse(node.place, {.what = "'reference' names nothing", .value = shown(node)});
  }
  return {.kind = Reference::Kind::shipped, .name = text.substr(kShipped.size())};
}

Reference read_file(const Reading& reading, const Node& node, const std::vector<std::size_t>& outputs) {
  Reference reference{.kind = Reference::Kind::file};
  if (outputs.size() != 1) {
    reading.source.refuse(node.place, {.what = "one file cannot be the reference of all outputs",
                                       .value = fmt::format("{} outputs", outputs.size()),
                                       .limit = "1 output",
                                       .advice = "give each its own: reference = { NAME = { file = \"…\" }, … }"});
  }
  const Buffer& output = reading.buffers[outputs.front()];
  reference.file = reading.folder / name_of(reading.source, node);
  std::error_code status;
  if (!reading.files_must_exist && !std::filesystem::is_regular_file(reference.file, status)) return reference;
  const DataFile file = read_data_file(reading.source, node.place, "reference file", reference.file, output.type);
  if (file.elements != output.count) {
    reading.source.refuse(node.place,
                          {.what = "the reference file has another number of elements than '" + output.name + "'",
                           .value = fmt::format("{} elements", file.elements),
                           .limit = fmt::format("{} elements", output.count)});
  }
  reference.file_offset = file.offset;
  reference.file_sha256 = file.sha256;
  return reference;
}

Reference read_command(const Reading& reading, const Node& node) {
  Reference reference{.kind = Reference::Kind::command, .folder = reading.folder};
  for (const Node& word : of_kind(reading.source, node, Node::Kind::array).children) {
    reference.command.push_back(text_of(reading.source, word));
    if (reference.command.front().empty()) {
      reading.source.refuse(word.place, {.what = "a command begins with the name of a program"});
    }
    std::error_code status;
    const auto file = reading.folder / reference.command.back();
    if (reference.command.back().empty() || !std::filesystem::is_regular_file(file, status)) continue;
    const auto digest = sha256_of_file(file, 0);
    if (!digest) throw Refusal{digest.error()};
    reference.sources[reference.command.back()] = *digest;
  }
  if (reference.command.empty() || reference.command.size() > kMostWords) {
    reading.source.refuse(node.place, {.what = "a command has an unusable number of words",
                                       .value = std::to_string(reference.command.size()),
                                       .limit = fmt::format("1 to {}", kMostWords)});
  }
  return reference;
}

/// One reference for these outputs.
Reference read_one(const Reading& reading, const Node& node, const std::vector<std::size_t>& outputs) {
  Reference reference;
  if (node.kind != Node::Kind::table) {
    reference = read_shipped(reading, node);
  } else {
    only_keys(reading.source, node, "a reference", {"file", "command"});
    if (node.children.size() != 1) {
      reading.source.refuse(node.place, {.what = "a reference needs exactly one of its kinds",
                                         .value = std::to_string(node.children.size()),
                                         .limit = kForms});
    }
    const Node& kind = node.children.front();
    reference = kind.key == "file" ? read_file(reading, kind, outputs) : read_command(reading, kind);
  }
  reference.outputs = outputs;
  for (const std::size_t output : outputs) {
    const std::uint64_t bytes = reading.buffers[output].bytes();
    if (reference.kind == Reference::Kind::shipped || bytes <= kMostReferenceBytes) continue;
    reading.source.refuse(node.place,
                          {.what = "the output '" + reading.buffers[output].name + "' is too large to have a reference",
                           .value = fmt::format("{} bytes", bytes),
                           .limit = fmt::format("{} bytes", kMostReferenceBytes),
                           .advice = "check it at a smaller size"});
  }
  return reference;
}

/// A table of tables (or of "shipped:NAME") names outputs; one of other values is itself a reference.
bool is_by_output(const Node& node) {
  return node.kind == Node::Kind::table && !node.children.empty() &&
         std::ranges::all_of(node.children, [](const Node& member) {
           return member.kind == Node::Kind::table ||
                  (member.kind == Node::Kind::string && member.text.starts_with(kShipped));
         });
}

}  // namespace

std::vector<Reference> read_references(const Source& source, const Node& node, const std::vector<Buffer>& buffers,
                                       const std::vector<std::size_t>& outputs, const std::filesystem::path& folder,
                                       bool files_must_exist) {
  const Reading reading{source, buffers, folder, files_must_exist};
  if (outputs.empty()) {
    source.refuse(node.place, {.what = "a reference without outputs would be held against nothing",
                               .advice = "name them: outputs = [\"…\"]"});
  }
  if (!is_by_output(node)) return {read_one(reading, node, outputs)};
  std::vector<Reference> references;
  for (const Node& member : node.children) {
    const std::size_t buffer = buffer_index(source, member.key_place, buffers, member.key);
    if (std::ranges::find(outputs, buffer) == outputs.end()) {
      source.refuse(member.key_place, {.what = "the reference of '" + member.key + "' has no output of that name",
                                       .advice = "add it to 'outputs', or remove the reference"});
    }
    references.push_back(read_one(reading, member, {buffer}));
  }
  return references;
}

Expected<std::vector<std::byte>> reference_data(const Reference& reference, const Buffer& output) {
  auto data = bytes_of_file(reference.file, reference.file_offset, output.count * bytes_of(output.type),
                            fmt::format("the reference of '{}'", output.name));
  if (!data) return data;
  const auto digest = sha256_hex({reinterpret_cast<const char*>(data->data()), data->size()});
  if (!digest) return fail(digest.error());
  if (*digest == reference.file_sha256) return data;
  return fail(
      {.fault = Fault::bad_input,
       .what = fmt::format("the reference of '{}' is no longer the file that the probe was read with", output.name),
       .where = reference.file.string(),
       .advice = "run again"});
}

std::string reference_text(const Reference& reference) {
  switch (reference.kind) {
    case Reference::Kind::shipped: return std::string(kShipped) + reference.name;
    case Reference::Kind::file:
      return "file " + reference.file.filename().string() + (reference.file_sha256.empty() ? " (not found)" : "");
    case Reference::Kind::command: return fmt::format("command {}", fmt::join(reference.command, " "));
  }
  return {};
}

}  // namespace assay::plan
