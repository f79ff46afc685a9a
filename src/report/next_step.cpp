// SPDX-License-Identifier: Apache-2.0
#include "report/next_step.hpp"

#include <array>

#include "report/verdict_help.hpp"

namespace assay::report {
namespace {

using result::Verdict;

/// Reasons are sentences of many rooms, kept in files as text: a phrase of one says what it is about.
struct Subject {
  Verdict verdict;
  std::string_view phrase;
  std::string_view next;
};

constexpr std::string_view kNotDeterministic =
    "Look for workgroups that write the same word, atomics whose order matters, or reads of what nobody wrote: bytes "
    "can only be compared of a kernel that repeats its own.";
constexpr std::string_view kUnwritten =
    "Let every trial write every word of the output: look at the bounds check, the number of workgroups and the size "
    "of the buffer.";
constexpr std::string_view kSmallerWorkgroup =
    "Make the kernel smaller (fewer invocations, less workgroup memory, fewer buffers), or use another device: `assay "
    "devices` lists what each allows.";
constexpr std::string_view kSmaller =
    "Use a smaller n, or a device that grants more: `assay devices` lists what each allows.";
constexpr std::string_view kLongerSlot =
    "Use a larger n, so that a trial lasts longer, or an engine or device whose clock is finer.";
constexpr std::string_view kDeviceDied =
    "Run it again. If it breaks again, update the driver, or use a smaller n, so that one dispatch stays far below the "
    "few seconds after which drivers take it for a hang.";

// The first phrase that is found decides: what is narrower stands before what is wider.
constexpr std::array<Subject, 31> kSubjects{{
    {Verdict::unresolved, "replicates that a verdict needs",
     "Measure 5 replicates (--replicates 5, with a --budget that holds them)."},
    {Verdict::incorrect, "never wrote", kUnwritten},
    {Verdict::incorrect, "was never written", kUnwritten},
    {Verdict::incorrect, "does not repeat",
     "Say in the probe what each trial finds in the buffers that the arm changes (each_trial), or let the arm begin by "
     "putting them right itself."},
    {Verdict::incorrect, "not deterministic", kNotDeterministic},
    {Verdict::incorrect, "differs from itself", kNotDeterministic},
    {Verdict::incorrect, "than the tolerance",
     "Look at the first element that is named, and mend the kernel; a wider tolerance in [check] must come from what "
     "the arithmetic allows and not from this result."},
    {Verdict::incorrect, "from the reference",
     "Look at the first element that is named: mend the arm, or the reference where that is wrong."},
    {Verdict::unfit, "last-level cache is not known",
     "Run `assay calibrate` on this engine and device, or say the size in the probe ([rig] cache = \"50 MiB\")."},
    {Verdict::unfit, "workgroup memory", kSmallerWorkgroup},
    {Verdict::unfit, "too many invocations", kSmallerWorkgroup},
    {Verdict::unfit, "is too large in ", kSmallerWorkgroup},
    {Verdict::unfit, "binds too many", kSmallerWorkgroup},
    {Verdict::unfit, "untouched output", "Choose a fill that the arms change, so that doing nothing is told from it."},
    {Verdict::unfit, "the room is empty",
     "Believe no difference of this size on this rig; run the control again, and compare on another engine or device."},
    {Verdict::unfit, "clock states",
     "Fix the device's clock where its driver lets you, or compare on another device: here one arm would be timed on "
     "another clock than the other."},
    {Verdict::unfit, "memory for another buffer", "Use a smaller n, or close what else uses the device's memory."},
    {Verdict::unfit, "self-test",
     "Use another engine or device: this one's instrument cannot carry it. `assay calibrate` shows every self-test."},
    {Verdict::unfit, "clock demands", kLongerSlot},
    {Verdict::unfit, "lattice", kLongerSlot},
    {Verdict::unfit, "spans are too short", kLongerSlot},
    {Verdict::unfit, "reads no time at all", kLongerSlot},
    {Verdict::unfit, "feature",
     "Use an engine or device that has the feature (`assay devices` lists those of each), or drop the requirement."},
    {Verdict::unfit, "does not grant", kSmaller},
    {Verdict::unfit, "is too small", kSmaller},
    {Verdict::unfit, "adapter",
     "See `assay devices` for the adapters that there are, and name one: --engine ENGINE@PART_OF_ITS_NAME."},
    {Verdict::void_run, "the machine was busy", "Run it again when nothing else uses the machine's cores."},
    {Verdict::void_run, "no plateau",
     "Close what else uses the device, let it come to rest, and run again; a larger n settles sooner."},
    {Verdict::void_run, "device was lost", kDeviceDied},
    {Verdict::void_run, "process ", kDeviceDied},
    {Verdict::void_run, "deadline", kDeviceDied},
}};

}  // namespace

std::string_view next_step(Verdict verdict, std::string_view reason, Events events) {
  for (const Subject& subject : kSubjects) {
    if (subject.verdict == verdict && reason.find(subject.phrase) != std::string_view::npos) return subject.next;
  }
  if (verdict == Verdict::void_run && events == Events::printed) {
    return "Read the events, and run it again on a quiet machine. If it breaks again, update the driver or use a "
           "smaller n.";
  }
  return verdict_help(verdict).next;
}

}  // namespace assay::report
