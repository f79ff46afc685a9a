// SPDX-License-Identifier: Apache-2.0
#include "report/verdict_help.hpp"

#include <fmt/format.h>

#include <array>

#include "report/labelled_lines.hpp"
#include "report/verdict_sentence.hpp"

namespace assay::report {
namespace {

using result::Verdict;

constexpr std::array<VerdictHelp, 7> kHelp{{
    {Verdict::incorrect, "An arm did not write what it should, so how long it took means nothing.",
     "Both copies of both arms must give the same bytes, under two complementary poisons before timing, after every "
     "timed block, and once more at the end; or agree within the tolerance that the probe declares.",
     "See the gates line for what differed, and mend the kernel; where arms only add in another order, declare a "
     "tolerance in [check]. Then compare again.",
     5, 5},
    {Verdict::void_run, "This run broke; the next one may not.",
     "The engine hung past its deadline, crashed or lost its device, readings were missing, or the times never settled "
     "after warm-up.",
     "Run it again on a quiet machine. If it breaks again, update the driver or use a smaller n.", 6, 6},
    {Verdict::unfit, "This rig cannot answer the question, and would fail again in the same way.",
     "A self-test of the instrument failed, stamps are too coarse for slots of this length, a feature is missing, or "
     "the "
     "arms put the device's clock into different states.",
     "Use another engine or device; where stamps are too coarse, a larger n so that a slot lasts longer. `assay "
     "calibrate` shows every self-test, and `assay devices` what each device offers.",
     4, 4},
    {Verdict::null, "The arms differ by less than the margin: a result, not a failure.",
     "The square and the replicate interval at 5 % a side, and the band of the duplicates, lie inside ± margin.",
     "Keep the simpler kernel. To look for something smaller, declare a smaller margin before measuring.", 0, 0},
    {Verdict::faster, "B takes less time than A, by at least the near end of the interval.",
     "The square interval (99 %) and the replicate interval (95 %) lie below zero, and the effect lies outside the "
     "whole band that the duplicates read.",
     "Claim the near end of the interval, and only for this rig, size and engine; repeat it on another.", 0, 0},
    {Verdict::slower, "B takes more time than A, by at least the near end of the interval.",
     "The mirror image of faster: both intervals above zero, the effect outside the band.",
     "With --gate this fails the build; look at the arms' passes, or keep A.", 0, 1},
    {Verdict::unresolved, "The readings support none of the words above.",
     "The intervals reach over zero as well as past the margin, the effect lies inside the band, or there are fewer "
     "than 3 replicates.",
     "Give it more time (--budget), quieten the machine, make slots longer with a larger n, or accept a larger margin.",
     0, 3},
}};

struct Exit {
  int code;
  std::string_view meaning;
};
constexpr std::array<Exit, 10> kExits{{
    {0, "done; without --gate the same for faster, slower, null and unresolved"},
    {1, "slower, with --gate"},
    {2, "bad input: probe, option or file"},
    {3, "unresolved, with --gate"},
    {4, "unfit"},
    {5, "incorrect"},
    {6, "void"},
    {7, "nothing was compared"},
    {70, "a fault of Assay itself: please report it"},
    {130, "interrupted; what was measured is kept as void"},
}};

}  // namespace

std::span<const VerdictHelp> verdict_help() { return kHelp; }

const VerdictHelp& verdict_help(Verdict verdict) {
  for (const VerdictHelp& help : kHelp) {
    if (help.verdict == verdict) return help;
  }
  return kHelp.back();
}

std::string verdict_help_text(const Style& style) {
  constexpr std::size_t kLabelColumns = 12;
  LabelledLines lines(style, kLabelColumns);
  lines.add_line(
      "A comparison ends in one of seven words, tested in this order. A is the first arm of the probe, B the "
      "second; the effect is time(B)/time(A) - 1, so positive means slower.");
  for (const VerdictHelp& help : kHelp) {
    lines.add_line("");
    lines.add(headline_word(help.verdict), help.meaning, ink_of(help.verdict));
    lines.add("  when", help.rule);
    lines.add("  next", help.next);
    lines.add("  exit", help.exit_code == help.gate_exit_code
                            ? fmt::format("{}", help.exit_code)
                            : fmt::format("{}; {} with --gate", help.exit_code, help.gate_exit_code));
  }
  lines.add_line("");
  lines.add_line("Exit codes", Ink::bold);
  for (const Exit& exit : kExits) lines.add(fmt::format("  {}", exit.code), exit.meaning, Ink::plain);
  lines.add_line("Of several results the most serious decides: 70, 2, 5, 6, 4, 7, 1, 3, 0.");
  return lines.text();
}

}  // namespace assay::report
