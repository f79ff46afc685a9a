// SPDX-License-Identifier: Apache-2.0
// References of outputs, from a file and from a program, on the simulated device: its kernels marked `sum` add up their
// inputs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "cli/run_assay.hpp"

namespace assay::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// The sum of input.bin, plus `off`, into out/total.bin.
std::string summing(const std::string& off) {
  return "import struct, sys, json\nfolder = sys.argv[1]\n"
         "params = json.load(open(folder + '/params.json'))\n"
         "assert params['params'] == {'n': 16} and params['outputs'] == ['total']\n"
         "count = params['buffers']['input']['count']\n"
         "words = struct.unpack('<%dI' % count, open(folder + '/input.bin', 'rb').read())\n"
         "open(folder + '/out/total.bin', 'wb').write(struct.pack('<I', (sum(words) + " +
         off + ") % 2**32))\n";
}

class Reference : public testing::Test {
 protected:
  void SetUp() override {
    if (place.shell("python3 --version").exit_code != 0)
      GTEST_SKIP() << "NOT TESTED: references by command: no python3";
    place.write("sum.wgsl",
                "// sim: sum\n@group(0) @binding(0) var<storage, read> input: array<u32>;\n"
                "@group(0) @binding(1) var<storage, read_write> total: array<u32>;\n"
                "@compute @workgroup_size(1)\nfn main() { total[0] = input[0]; }\n");
  }
  void probe(const std::string& reference) const {
    const std::string step = "steps = [{ kernel = \"sum.wgsl\", bind = [\"input\", \"total\"], workgroups = 1000 }]\n";
    place.write("sum.toml",
                "question = \"q\"\n[params]\nn = 16\n[buffers]\n"
                "input = { type = \"u32\", count = \"n\", fill = { integers = 1000, seed = 7 } }\n"
                "total = { type = \"u32\", count = 1 }\n"
                "[[arm]]\nname = \"a\"\n" +
                    step + "[[arm]]\nname = \"b\"\n" + step +
                    "[check]\noutputs = [\"total\"]\nreference = " + reference + "\n");
  }
  [[nodiscard]] Ran compare(std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments{"compare", "sum.toml", "--engine", "sim", "--quiet", "--once"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return place.assay(arguments);
  }
  Workplace place{};
};

constexpr const char* kCommand = "{ command = [\"python3\", \"sum.py\"] }";

TEST_F(Reference, AProgramThatWasAllowedIsGivenTheInputsAndIsHeldAgainstTheOutputs) {
  probe(kCommand);
  place.write("sum.py", summing("0"));
  const Ran right = compare({"--allow-commands"});
  EXPECT_EQ(right.exit_code, 0) << right.output;
  EXPECT_THAT(right.output, HasSubstr("'total' is equal to its reference"));
  place.write("sum.py", summing("1"));
  const Ran wrong = compare({"--allow-commands"});
  EXPECT_EQ(wrong.exit_code, 5) << wrong.output;
  EXPECT_THAT(wrong.output, AllOf(HasSubstr("a differs from the reference in 'total' first at element 0: "),
                                  HasSubstr("(1 of 1 elements differ)")));
}

TEST_F(Reference, AWholeComparisonIsIncorrectWhereItsOutputsAreNotTheReference) {
  probe(kCommand);
  place.write("sum.py", summing("1"));
  const Ran ran = place.assay({"compare", "sum.toml", "--engine", "sim", "--quiet", "--allow-commands"});
  EXPECT_EQ(ran.exit_code, 5) << ran.output;
  EXPECT_THAT(ran.output, AllOf(HasSubstr("INCORRECT"), HasSubstr("differs from the reference")));
}

TEST_F(Reference, NoProgramIsRunThatWasNotAllowed) {
  probe(kCommand);
  place.write("sum.py", "open('it_ran', 'w')\n");
  const Ran ran = compare();
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.output, AllOf(HasSubstr("the probe's reference is a command, and no commands were allowed (found "
                                          "python3 sum.py)"),
                                HasSubstr("--allow-commands")));
  EXPECT_FALSE(std::filesystem::exists(place.folder() / "it_ran"));
}

TEST_F(Reference, AProgramThatFailsIsQuotedAndOneThatWritesNothingIsTold) {
  probe(kCommand);
  place.write("sum.py", "import sys\nsys.exit('no such luck')\n");
  const Ran failed = compare({"--allow-commands"});
  EXPECT_EQ(failed.exit_code, 2);
  EXPECT_THAT(failed.output, AllOf(HasSubstr("the reference's command exited with code 1"), HasSubstr("no such luck")));
  place.write("sum.py", "");
  const Ran silent = compare({"--allow-commands"});
  EXPECT_EQ(silent.exit_code, 2);
  EXPECT_THAT(silent.output, HasSubstr("did not write out/total.bin"));
  place.write("sum.py", "import sys\nopen(sys.argv[1] + '/out/total.bin', 'w').write('12345678')\n");
  EXPECT_THAT(compare({"--allow-commands"}).output, HasSubstr("8 bytes, and 1 elements are 4"));
}

TEST_F(Reference, AFileNeedsNoPermission) {
  place.write("total.bin", std::string("\x01\0\0\0", 4));
  probe("{ file = \"total.bin\" }");
  const Ran ran = compare();
  EXPECT_EQ(ran.exit_code, 5) << ran.output;
  EXPECT_THAT(ran.output, AllOf(HasSubstr("a differs from the reference in 'total' first at element 0: "),
                                HasSubstr(" instead of 1 (1 of 1 elements differ)")));
}

TEST_F(Reference, OneThatIsShippedIsNotThereYet) {
  probe("\"shipped:sum\"");
  const Ran ran = compare();
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.output, HasSubstr("not yet: a reference that is shipped with Assay (found shipped:sum"));
}

}  // namespace
}  // namespace assay::cli
