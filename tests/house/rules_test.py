# SPDX-License-Identifier: Apache-2.0
"""Each rule finds the violation that it is there for, and leaves the neighbouring good case alone."""
import unittest

import rules

ROOMS = {"error": set(), "json": {"error"}, "plan": {"error"}, "cli": {"plan", "error"}}
CMAKE = "assay_room(error)\nassay_room(json DEPENDS error PRIVATE x::y)\nassay_room(cli DEPENDS plan\n  error)\n"


class Arrows(unittest.TestCase):
    def test_rooms_are_read_with_their_depends_and_without_private_libraries(self):
        self.assertEqual(rules.rooms_of_cmake(CMAKE), {"error": set(), "json": {"error"}, "cli": {"plan", "error"}})

    def test_an_include_of_a_room_not_listed_is_named_with_its_line(self):
        found = rules.arrows("src/plan/a.cpp", '#include <vector>\n#include "cli/verb.hpp"\n', ROOMS)
        self.assertEqual(len(found), 1)
        self.assertIn("src/plan/a.cpp:2", found[0])

    def test_own_room_listed_room_and_system_headers_are_allowed(self):
        text = '#include "cli/a.hpp"\n#include "plan/b.hpp"\n#include <sys/types.h>\n#include "embedded/kernels.hpp"\n'
        self.assertEqual(rules.arrows("src/cli/a.cpp", text, ROOMS), [])

    def test_a_folder_that_is_no_room_is_found(self):
        self.assertEqual(len(rules.arrows("src/attic/a.cpp", "", ROOMS)), 1)

    def test_a_circle_of_rooms_is_found(self):
        self.assertEqual(rules.cycles(ROOMS), [])
        self.assertEqual(len(rules.cycles({"a": {"b"}, "b": {"a"}, "c": {"a"}})), 2)

    def test_the_rooms_of_the_worker_are_those_it_links(self):
        text = ("target_link_libraries(assay_worker PUBLIC assay_messages assay_json PRIVATE assay_warnings dl)\n"
                "target_link_libraries(assay-worker PRIVATE assay_warnings assay_worker)")
        self.assertEqual(rules.rooms_of_worker(text), {"messages", "json"})


class SharedLocals(unittest.TestCase):
    ONE = "namespace a {\nnamespace {\n\nconstexpr int kMost = 1, kLeast = 2;\nstruct Row {\n};\n" \
          "int of(const Row& row) {\n  return 1;\n}\n\n}  // namespace\n}  // namespace a\n"

    def found(self, text, path="src/plan/b.cpp"):
        return rules.shared_locals({"src/plan/a.cpp": self.ONE, path: f"namespace {{\n{text}\n}}  // namespace\n"})

    def test_a_constant_a_type_and_a_function_of_one_name_are_found(self):
        for text in ("constexpr double kMost = 3;", "constexpr int kOther = 1, kLeast = 3;", "class Row {\n};",
                     "double of(const Row& row) {\n}"):
            self.assertEqual(len(self.found(text)), 1, text)

    def test_an_alias_of_a_name_that_another_file_gives_to_another_type_is_found(self):
        alias = "namespace {\nusing Row = plan::Row;\n}  // namespace\n"
        other = "namespace {\nusing Row = plan::Column;\n}  // namespace\n"
        self.assertEqual(len(rules.shared_locals({"src/plan/a.cpp": self.ONE, "src/plan/b.cpp": alias})), 1)
        self.assertEqual(len(rules.shared_locals({"src/plan/b.cpp": alias, "src/plan/c.cpp": other})), 1)
        self.assertEqual(rules.shared_locals({"src/plan/b.cpp": alias, "src/plan/c.cpp": alias}), [])

    def test_a_constant_of_two_headers_is_found(self):
        text = "inline constexpr double kLeast = 0.5;\n"
        self.assertEqual(len(rules.shared_locals({"src/plan/a.hpp": text, "src/plan/b.hpp": text})), 1)

    def test_overloads_other_rooms_and_names_outside_are_left_alone(self):
        self.assertEqual(self.found("int of(double number) {\n}"), [])
        self.assertEqual(self.found("constexpr int kMost = 1;", "src/cli/b.cpp"), [])
        self.assertEqual(rules.shared_locals({"src/plan/a.cpp": self.ONE, "src/plan/b.cpp": "constexpr int kMost = 1;\n"}), [])


class Fences(unittest.TestCase):
    def test_the_json_library_may_be_seen_in_json_files_only(self):
        self.assertEqual(len(rules.fences("src/plan/load.cpp", '#include "json/json.hpp"\n')), 1)
        self.assertEqual(rules.fences("src/plan/plan_json.cpp", '#include "json/json.hpp"\n'), [])
        self.assertEqual(rules.fences("src/plan/load.cpp", '#include "json/json_fwd.hpp"\n'), [])

    def test_heavy_libraries_may_not_be_in_headers(self):
        self.assertEqual(len(rules.fences("src/plan/a.hpp", "#include <CLI/CLI.hpp>\n#include <toml++/toml.h>\n")), 2)

    def test_platform_headers_stay_in_the_platform_room(self):
        self.assertEqual(len(rules.fences("src/cli/a.cpp", "#include <unistd.h>\n#include <sys/wait.h>\n")), 2)
        self.assertEqual(rules.fences("src/host/a.cpp", "#include <unistd.h>\n"), [])

    def test_a_second_user_of_a_single_file_library_is_found(self):
        one = {"src/plan/a.cpp": "#include <CLI/CLI.hpp>\n", "src/plan/b.cpp": "#include <toml++/toml.h>\n"}
        self.assertEqual(rules.single_users(one), [])
        self.assertEqual(len(rules.single_users({**one, "src/cli/c.cpp": "#include <CLI/CLI.hpp>\n"})), 1)


class Text(unittest.TestCase):
    def test_the_licence_line_is_first_or_second_after_the_interpreter(self):
        self.assertEqual(rules.licence_line("a.cpp", f"// {rules.SPDX}\n"), [])
        self.assertEqual(rules.licence_line("a", f"#!/bin/sh\n# {rules.SPDX}\n"), [])
        self.assertEqual(len(rules.licence_line("a.cpp", f"\n// {rules.SPDX}\n")), 1)
        self.assertEqual(len(rules.licence_line("a.cpp", "")), 1)

    def test_a_file_of_four_hundred_lines_is_the_longest(self):
        self.assertEqual(rules.length("src/a.cpp", "x\n" * 400), [])
        self.assertEqual(len(rules.length("src/a.cpp", "x\n" * 401)), 1)

    def test_names_that_say_nothing_are_found_and_words_that_contain_them_are_not(self):
        self.assertEqual(len(rules.name("src/plan/utils.hpp")), 1)
        self.assertEqual(len(rules.name("src/common/plan.hpp")), 1)
        self.assertEqual(rules.name("src/plan/commonality.hpp"), [])

    def test_a_header_without_file_docstring_is_found(self):
        self.assertEqual(len(rules.file_docstring("a.hpp", "#pragma once\n")), 1)
        self.assertEqual(rules.file_docstring("a.hpp", "/// \\file\n/// What it is for.\n"), [])

    def test_a_folder_that_all_tests_share_is_found(self):
        self.assertEqual(len(rules.shared_folders("tests/a/b_test.cpp", "auto f = Temp" + "Dir() + name;")), 1)
        self.assertEqual(rules.shared_folders("tests/a/b_test.cpp", "host::TestFolder folder;"), [])

    def test_scripts_name_no_host_and_prose_only_known_ones(self):
        address = "https:" + "//packages.example.net/x"
        self.assertEqual(len(rules.addresses("scripts/setup", address)), 1)
        self.assertEqual(len(rules.addresses("docs/a.md", address)), 1)
        self.assertEqual(rules.addresses("docs/a.md", "see https:" + "//www.w3.org/TR/webgpu"), [])

    def test_paths_of_one_machine_are_found_and_those_of_every_system_are_not(self):
        self.assertEqual(len(rules.machine_paths("a.md", "see `/" + "home/me/x.txt`")), 1)
        self.assertEqual(rules.machine_paths("a.md", "/usr/bin/env, a/b/c, $X/b/c, </p>, n / m / k"), [])
        self.assertEqual(rules.machine_paths("src/a.cpp", 'folder + "/docs/a.md"'), [])

    def test_the_folder_of_the_repository_is_found_in_any_file(self):
        self.assertEqual(len(rules.machine_paths("src/a.cpp", 'open("/attic/old/x")', "/attic/old")), 1)
        self.assertEqual(rules.machine_paths("src/a.cpp", 'open("/attic/older/x")', "/attic/old"), [])
        self.assertEqual(rules.machine_paths("src/a.cpp", '"/tmp/x"', "/tmp"), [])

    def test_a_dead_link_is_found_outside_of_code_only(self):
        text = "[a](b.md) [c](../LICENSE#x) [d](https:" + "//doi.org/1)\n```\n[x](gone.md)\n```\n"
        self.assertEqual(rules.dead_links("docs/a.md", text, {"docs/b.md", "LICENSE"}.__contains__), [])
        self.assertEqual(len(rules.dead_links("docs/a.md", text, {"docs/b.md"}.__contains__)), 1)


if __name__ == "__main__":
    unittest.main()
