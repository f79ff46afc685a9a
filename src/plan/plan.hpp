// SPDX-License-Identifier: Apache-2.0
/// \file
/// What to run, as data: a probe file with its parameters resolved, its loops unrolled and its WGSL read.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace assay::plan {

enum class ElementType { u32, i32, f32, f16 };

/// Bytes of one element.
[[nodiscard]] constexpr std::uint64_t bytes_of(ElementType type) { return type == ElementType::f16 ? 2 : 4; }

/// What a buffer holds before anything runs. All kinds but `values` and `file` are made by a kernel on the device,
/// specified to the bit in docs/kernels.md.
struct Fill {
  enum class Kind {
    zero,
    values,    ///< `values`, one per element; the rest is zero
    iota,      ///< element i is i (f32: exact to 2^24)
    bits,      ///< 32 pseudo-random bits per word: the default
    integers,  ///< whole numbers 0 … bound−1, in the buffer's element type
    uniform,   ///< f32 and f16 in [0, 1); u32 and i32: all bits
    normal,    ///< f32 and f16, mean 0, variance 1, from integer arithmetic
    file,      ///< raw little-endian words or .npy
  };
  Kind kind = Kind::bits;
  std::uint32_t seed = 0;
  std::uint32_t bound = 0;              ///< `integers` only
  std::vector<double> values{};         ///< `values` only
  std::filesystem::path file{};         ///< `file` only; resolved against the probe's folder
  std::uint64_t file_offset = 0;        ///< bytes of the file before its data (a .npy header)
  std::string file_sha256{};            ///< of the file's data, part of the plan's identity
  bool declared = false;                ///< the probe named the fill; false: the default applies
};

/// What happens to a buffer between trials, outside the timed spans.
enum class EachTrial { keep, zero, restore, rotate };

struct Buffer {
  std::string name;
  ElementType type = ElementType::u32;
  std::uint64_t count = 0;  ///< elements of one data set
  Fill fill{};
  EachTrial each_trial = EachTrial::keep;
  bool keep_declared = false;  ///< the probe said "keep"; false: the default applies
  std::uint32_t rotate = 1;  ///< number of data sets; > 1 only with EachTrial::rotate
  bool uniform = false;
  std::string where{};  ///< place in the probe, for messages: "probe.toml:9:1"
  /// Bytes of one data set, rounded up to a multiple of four.
  [[nodiscard]] std::uint64_t bytes() const { return (count * bytes_of(type) + 3) / 4 * 4; }
  /// Bits of the last word that lie behind the last element: half of it where f16 are odd in number. Nobody need write
  /// them, and nobody compares them.
  [[nodiscard]] std::uint32_t padding_bits() const { return count * bytes_of(type) % 4 == 0 ? 0 : 0xFFFF0000U; }
};

struct Kernel {
  std::string name;  ///< as the probe names it
  std::filesystem::path file{};  ///< resolved path
  std::string entry = "main";
  std::string wgsl{};  ///< whole text of the file, unchanged
  /// From the text, by the plan's own scan: what `validate` needs before a device is asked.
  struct Reflection {
    struct Slot {
      std::uint32_t group = 0, binding = 0;
      std::string name;
      enum class Access { read, read_write, uniform } access = Access::read;
    };
    std::vector<Slot> slots{};  ///< that the entry point uses, directly or through functions; sorted
    std::optional<std::array<std::uint32_t, 3>> workgroup_size{};  ///< absent: not literal numbers
    std::optional<std::uint64_t> workgroup_bytes{};  ///< of the workgroup variables it uses; absent: not simple types
    std::vector<std::string> overrides{};  ///< names (or decimal ids) of pipeline constants
  } reflection{};
};

/// One bound range of a buffer.
struct Binding {
  std::uint32_t group = 0;
  std::uint32_t binding = 0;
  std::size_t buffer = 0;  ///< index into Plan::buffers
  std::uint64_t offset = 0;  ///< bytes
  std::uint64_t size = 0;  ///< bytes
};

struct Indirect {
  std::size_t buffer = 0;
  std::uint64_t offset = 0;  ///< bytes of the first of three words
};

struct Dispatch {
  std::size_t kernel = 0;  ///< index into Plan::kernels
  std::map<std::string, double> overrides{};  ///< pipeline constants
  std::vector<Binding> bindings{};  ///< sorted by (group, binding)
  std::variant<std::array<std::uint32_t, 3>, Indirect> workgroups{};
};

/// Several dispatches under one pair of stamps.
struct Pass {
  std::string label;
  /// Innermost loop first: {"d", 3}. Empty outside a repeat.
  std::vector<std::pair<std::string, std::uint32_t>> iteration{};
  std::vector<Dispatch> dispatches{};
  std::string where{};  ///< place in the probe, for messages: "probe.toml:31:3"
};

struct ByteRange {
  std::size_t buffer = 0;
  std::uint64_t offset = 0;  ///< bytes
  std::uint64_t size = 0;  ///< bytes
};
struct Clear {
  std::vector<ByteRange> ranges{};
  std::vector<std::pair<std::string, std::uint32_t>> iteration{};  ///< as of a pass
};
struct Copy {
  ByteRange from{}, to{};
  std::vector<std::pair<std::string, std::uint32_t>> iteration{};  ///< as of a pass
};
using Step = std::variant<Pass, Clear, Copy>;

struct Arm {
  std::string name;
  std::vector<std::string> requires_features{};  ///< "subgroups", "f16"
  std::vector<Step> steps{};  ///< unrolled
};

struct Tolerance {
  double rel = 0;  ///< |a − b| ≤ rel · max(|a|, |b|)
  double overlap = 1;  ///< share of elements that must agree within `rel`
};

/// What outputs must be, besides the same for all arms.
struct Reference {
  enum class Kind {
    shipped,  ///< by a workload of the project, `name`
    file,  ///< the data of a file, of one output
    command,  ///< what a program writes
  } kind = Kind::file;
  std::vector<std::size_t> outputs{};  ///< indices into Plan::buffers
  std::string name{};  ///< `shipped` only
  std::filesystem::path file{};  ///< `file` only; resolved against the probe's folder
  std::uint64_t file_offset = 0;  ///< bytes of the file before its data
  std::string file_sha256{};  ///< of the file's data; empty: the file was not looked for
  std::vector<std::string> command{};  ///< `command` only: the program and its arguments
  std::filesystem::path folder{};  ///< `command` only: where it runs, the probe's folder
  std::map<std::string, std::string> sources{};  ///< word of the command that names a file → SHA-256 of the file
};

struct Check {
  std::vector<std::size_t> outputs{};  ///< indices into Plan::buffers
  std::vector<Reference> references{};  ///< at most one for an output
  std::map<std::size_t, Tolerance> tolerance{};
};

/// The author's bet, stored before the first reading. Fractions: −0.13 is −13 %.
struct Prediction {
  double least = 0, most = 0;
  std::string because{};
};

/// Axes of `assay sweep`.
struct Sweep {
  std::map<std::string, std::vector<std::string>> axes{};  ///< parameter → expressions
};

/// What every slot shall find in the last-level cache. `unstated`: the procedure's own rule; `both`: one comparison
/// with `cold` and one with `warm`.
enum class CacheWish { unstated, cold, warm, both };

/// "cold", "warm", "both"; empty for `unstated`.
[[nodiscard]] std::string_view name_of(CacheWish wish);

/// Facts about the machine that the author declares.
struct Rig {
  std::optional<double> peak_bytes_per_second{};
  std::optional<std::uint64_t> cache_bytes{};
};

struct Plan {
  std::string probe;  ///< display name of the probe file: "reduce_same.toml"
  std::string purpose{};  ///< the leading comment, markers stripped
  std::string question{};
  std::optional<Prediction> prediction{};
  double margin = 0.01;
  CacheWish cache = CacheWish::unstated;
  std::map<std::string, double> params{};  ///< resolved; every value is whole and below 2^53
  std::vector<Buffer> buffers{};
  std::vector<Kernel> kernels{};
  std::vector<Arm> arms{};
  Check check{};
  std::map<std::string, double> rates{};  ///< "bytes", "items": amount moved by one trial
  Rig rig{};
  Sweep sweep{};
  bool inputs_are_subject = false;  ///< arms may differ in their inputs
};

/// True when the arm is one pass and nothing else: what the first version of `compare` executes.
[[nodiscard]] bool is_one_pass(const Arm& arm);

/// Passes of the unrolled arm.
[[nodiscard]] std::size_t pass_count(const Arm& arm);

/// `visit(dispatch)` for every dispatch of the unrolled arm, in order.
template <class Visit>
void for_each_dispatch(const Arm& arm, const Visit& visit) {
  for (const Step& step : arm.steps) {
    const auto* pass = std::get_if<Pass>(&step);
    if (pass == nullptr) continue;
    for (const Dispatch& dispatch : pass->dispatches) visit(dispatch);
  }
}

}  // namespace assay::plan
