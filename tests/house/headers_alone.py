# SPDX-License-Identifier: Apache-2.0
"""headers_alone.py ROOT COMPILER FLAGS…: every header of src/ and include/ compiles as the only thing in a file.

A header that its own .cpp includes before anything else has been proven by the build; compiling one costs about a
second, so only the others are compiled here.
"""
import concurrent.futures
import os
import subprocess
import sys

import rules

root, compiler, flags = os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3:]


def headers():
    for top in ["src", "include"]:
        for folder, folders, files in os.walk(os.path.join(root, top)):
            folders.sort()
            yield from (os.path.join(folder, file) for file in sorted(files) if file.endswith(".hpp"))


def proven_by_build(header):
    source = header.removesuffix(".hpp") + ".cpp"
    if not os.path.exists(source):
        return False
    with open(source, encoding="utf-8") as file:
        first = next((path for _, path in rules.includes(file.read())), "")
    return header.endswith("/" + first) and first != ""


def output_of(header):
    """What the compiler says of a file that includes this header twice: once for itself, once for its guard."""
    text = f'#include "{header}"\n#include "{header}"\n'
    command = [compiler, *flags, "-fsyntax-only", "-x", "c++", "-"]
    result = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    return result.stderr if result.returncode else ""


everything = list(headers())
found = [header for header in everything if not proven_by_build(header)]
with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
    said = list(pool.map(output_of, found))
broken = [(header, text) for header, text in zip(found, said) if text]
for header, text in broken:
    print(f"{os.path.relpath(header, root)} does not compile alone:\n{text}")
print(f"{len(everything)} headers: {len(everything) - len(found)} are the first include of their own .cpp, "
      f"{len(found) - len(broken)} of the other {len(found)} compile alone")
sys.exit(1 if broken or not everything else 0)
