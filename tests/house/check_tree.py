# SPDX-License-Identifier: Apache-2.0
"""check_tree.py ROOT RULE: applies one rule of rules.py to the repository; prints what breaks it, exit status 1 then."""
import os
import subprocess
import sys

import rules

ROOT = os.path.abspath(sys.argv[1])
# Data that is compared byte for byte, and formats without comments, carry no licence line.
NO_LICENCE_LINE = (".json", ".lock", ".md", ".txt", ".golden", ".csv", ".bin", ".npy", ".gitignore", "LICENSE")


def repository():
    """Paths of all files that are tracked or could be; without git, everything but build folders."""
    git = ["git", "-c", f"safe.directory={ROOT}", "-C", ROOT, "ls-files", "-z", "-co", "--exclude-standard"]
    try:
        listed = subprocess.run(git, check=True, capture_output=True).stdout.decode().split("\0")
    except (OSError, subprocess.CalledProcessError):
        listed = [os.path.relpath(os.path.join(folder, file), ROOT)
                  for folder, folders, files in os.walk(ROOT) for file in files
                  if not folders.sort() and not os.path.relpath(folder, ROOT).startswith((".git", "build"))]
    return sorted(path for path in listed if path and os.path.isfile(os.path.join(ROOT, path)))


def texts(paths):
    for path in paths:
        try:
            with open(os.path.join(ROOT, path), encoding="utf-8") as file:
                yield path, file.read()
        except UnicodeDecodeError:
            continue  # binary test data


def allowed_includes():
    sources = {}
    for path in ["CMakeLists.txt", "cmake/programs.cmake"]:
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            sources[path] = file.read()
    rooms = rules.rooms_of_cmake(sources["CMakeLists.txt"])
    linked = rules.rooms_of_worker(sources["cmake/programs.cmake"])
    rooms["worker"] = linked.union(*(rooms.get(room, set()) for room in linked))
    return rooms


def violations(rule):
    files = repository()
    code = [path for path in files if path.startswith("src/") and path.endswith((".hpp", ".cpp"))]
    if rule == "arrows":
        rooms = allowed_includes()
        return rules.cycles(rooms) + [v for path, text in texts(code) for v in rules.arrows(path, text, rooms)]
    if rule == "fences":
        return rules.single_users(dict(texts(code))) + [v for path, text in texts(code) for v in rules.fences(path, text)]
    if rule == "licence":
        return [v for path, text in texts(files) if not path.endswith(NO_LICENCE_LINE)
                for v in rules.licence_line(path, text)]
    if rule == "form":
        found = [v for path in files for v in rules.name(path)]
        for path, text in texts(code):
            found += rules.length(path, text) + rules.unfinished(path, text)
            if path.endswith(".hpp"):
                found += rules.file_docstring(path, text)
        return found + rules.shared_locals(dict(texts(code)))
    if rule == "portable":
        folder = os.path.dirname(ROOT)
        return [v for path, text in texts(files)
                if not path.startswith("tests/house/")  # full of bad examples
                for v in rules.addresses(path, text) + rules.machine_paths(path, text, folder)
                + rules.shared_folders(path, text)]
    if rule == "links":
        return [v for path, text in texts(files) if path.endswith(".md")
                for v in rules.dead_links(path, text, lambda target: os.path.exists(os.path.join(ROOT, target)))]
    raise SystemExit(f"check_tree.py: no rule {rule}")


if __name__ == "__main__":
    broken = violations(sys.argv[2])
    print("\n".join(broken))
    sys.exit(1 if broken else 0)
