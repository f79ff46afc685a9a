// SPDX-License-Identifier: Apache-2.0
#include "host/machine.hpp"

#include <gtest/gtest.h>

#include "host/clock.hpp"
#include "host/environment.hpp"
#include "host/shared_library.hpp"
#include "host/terminal.hpp"

namespace assay::host {
namespace {

TEST(MachineFacts, AreKnownHere) {
  const auto facts = machine_facts();
  EXPECT_FALSE(facts.system.empty());
  ASSERT_TRUE(facts.cores);
  EXPECT_GE(*facts.cores, 1U);
}

TEST(MachineFacts, TheProcessorIsTheFirstModelName) {
  EXPECT_EQ(
      processor_in_cpuinfo("processor\t: 0\nmodel\t\t: 1\nmodel name\t: Some CPU @ 2.40GHz\nmodel name\t: Other\n"),
      "Some CPU @ 2.40GHz");
  EXPECT_EQ(processor_in_cpuinfo("processor : 0\nModel : A Board Rev 1.2\n"), "A Board Rev 1.2");
}

TEST(MachineFacts, AProcessorThatIsNotToldStaysUnknown) {
  EXPECT_EQ(processor_in_cpuinfo("processor : 0\nflags : fpu\n"), std::nullopt);
  EXPECT_EQ(machine_line({.system = "Linux"}), "Linux; processor not known");
}

TEST(MachineFacts, TheDistributionIsReadWithoutQuotes) {
  EXPECT_EQ(name_in_os_release("NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12\"\n"), "Debian GNU/Linux 12");
  EXPECT_EQ(name_in_os_release("NAME=x\n"), std::nullopt);
}

TEST(UtcText, IsTheSameInEveryZone) {
  using namespace std::chrono;
  EXPECT_EQ(utc_text(sys_days(year(2026) / 2 / 28) + hours(23) + minutes(59) + seconds(59) + milliseconds(999)),
            "2026-02-28T23:59:59Z");
  EXPECT_EQ(utc_text(sys_days(year(1969) / 12 / 31) + hours(1)), "1969-12-31T01:00:00Z");
}

TEST(Monotonic, NeverGoesBack) {
  const auto before = monotonic_ns();
  EXPECT_GE(monotonic_ns(), before);
}

TEST(Colour, IsForTerminalsThatWantIt) {
  EXPECT_TRUE(colour_wanted(true, {{"TERM", "xterm"}}));
  EXPECT_TRUE(colour_wanted(true, {{"TERM", "xterm"}, {"NO_COLOR", ""}}));
  EXPECT_FALSE(colour_wanted(true, {{"TERM", "xterm"}, {"NO_COLOR", "0"}}));
  EXPECT_FALSE(colour_wanted(true, {{"TERM", "dumb"}}));
  EXPECT_FALSE(colour_wanted(false, {{"TERM", "xterm"}}));
}

TEST(SharedLibrary, TellsWhatTheSystemCanLoad) {
  EXPECT_TRUE(can_load_library("libc.so.6"));
  EXPECT_FALSE(can_load_library("libassay_there_is_no_such_library.so.1"));
}

}  // namespace
}  // namespace assay::host
