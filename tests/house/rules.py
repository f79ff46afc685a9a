# SPDX-License-Identifier: Apache-2.0
"""The house rules as functions from text to sentences about what breaks them. They read no files: check_tree.py does."""
import posixpath
import re

SPDX = "SPDX-License-Identifier: Apache-2.0"
LONGEST_SOURCE_LINES = 400

# A heavy header is included by one file or one kind of file, because every inclusion costs seconds of build time.
FENCED = [
    (re.compile(r"^nlohmann/json\.hpp$"), re.compile(r"^src/json/json\.hpp$"), "src/json/json.hpp"),
    (re.compile(r"^nlohmann/json_fwd\.hpp$"), re.compile(r"^src/json/json_fwd\.hpp$"), "src/json/json_fwd.hpp"),
    (re.compile(r"^json/json\.hpp$"), re.compile(r"_json\.cpp$|^src/json/"), "files named *_json.cpp"),
    (re.compile(r"^(toml\+\+|CLI/|boost/)"), re.compile(r"\.cpp$"), ".cpp files"),
    (re.compile(r"^webgpu/"), re.compile(r"^src/worker/"), "src/worker"),
    (re.compile(r"^(unistd|dlfcn|poll|signal|fcntl|spawn|termios|windows)\.h$|^sys/|^linux/"),
     re.compile(r"^src/(host|worker)/"), "src/host and src/worker, the only places with platform code"),
]
# Libraries that one single .cpp file of a room may include.
ONE_FILE_ONLY = {"toml++": "toml++", "CLI11": "CLI/", "Boost.Math": "boost/math"}

HOSTS_IN_PROSE = {
    "www.apache.org", "www.w3.org", "gpuweb.github.io", "doi.org", "spdx.org", "json-schema.org", "github.com",
    "registry.khronos.org", "keepachangelog.com", "semver.org", "numpy.org", "no-color.org", "docs.mesa3d.org", "cmake.org",
    "ninja-build.org", "www.python.org",
    "localhost", "127.0.0.1",
}
ROOT_FOLDERS = {"bin", "dev", "etc", "lib", "lib64", "proc", "run", "sbin", "sys", "tmp", "usr", "var", "no", "nonexistent",
                "nowhere"}
HOMES = {"home", "root", "Users", "mnt", "media", "opt", "srv"}


def includes(text):
    """What `text` includes, in order: (line number, path)."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*[<"]([^>"]+)[>"]', line)
        if match:
            found.append((number, match.group(1)))
    return found


def rooms_of_cmake(text):
    """assay_room(NAME DEPENDS … PRIVATE …) calls → {name: set of rooms it may include}."""
    rooms = {}
    for match in re.finditer(r"^assay_room\(\s*(\w+)([^)]*)\)", text, re.MULTILINE):
        depends = re.search(r"DEPENDS\s+(.*?)(?:\bPRIVATE\b|$)", match.group(2), re.DOTALL)
        rooms[match.group(1)] = set(depends.group(1).split()) if depends else set()
    return rooms


def rooms_of_worker(text):
    """The rooms that the worker links: it is an executable of its own and no assay_room()."""
    found = set()
    for match in re.finditer(r"target_link_libraries\(\s*assay[-_]worker\b([^)]*)\)", text):
        found |= set(re.findall(r"\bassay_(\w+)", match.group(1))) - {"warnings", "worker"}
    return found


def cycles(rooms):
    """Arrows point down only: rooms that reach themselves."""
    def reached(name, seen):
        for other in rooms.get(name, ()):
            if other not in seen:
                seen.add(other)
                reached(other, seen)
        return seen
    return [f"room {name} depends on itself by a detour" for name in sorted(rooms) if name in reached(name, set())]


def arrows(path, text, rooms):
    """A file of src/ROOM includes only its own room and those its room lists."""
    room = path.split("/")[1]
    if room not in rooms:
        return [f"{path}: src/{room} is no room that CMakeLists.txt knows"]
    wrong = []
    for line, included in includes(text):
        other = included.split("/")[0]
        if other in rooms and other != room and other not in rooms[room]:
            wrong.append(f"{path}:{line}: room {room} may not include {included}: its DEPENDS does not list {other}")
    return wrong


def fences(path, text):
    """Heavy and platform headers stay where the build-time rules put them."""
    return [f"{path}:{line}: {included} may be included only in {place}"
            for line, included in includes(text)
            for header, allowed, place in FENCED
            if header.search(included) and not allowed.search(path)]


def single_users(files):
    """files: {path: text} of src/. Each library of ONE_FILE_ONLY is included by at most one file."""
    wrong = []
    for library, prefix in ONE_FILE_ONLY.items():
        users = sorted(path for path, text in files.items()
                       if any(included.startswith(prefix) for _, included in includes(text)))
        if len(users) > 1:
            wrong.append(f"{library} is included by {len(users)} files and may be by one: {', '.join(users)}")
    return wrong


LOCAL_NAMES = [
    re.compile(r"^(?:inline )?constexpr\s[^(=]*?\b(k[A-Z]\w*)\s*[={]", re.MULTILINE),
    re.compile(r"(?<=,) (k[A-Z]\w*) = ", re.MULTILINE),  # the second constant of a line
    re.compile(r"^(?:struct|class|enum class|enum) (\w+)[^;]*\{", re.MULTILINE),
    re.compile(r"^(?!using|return|namespace|template)[A-Za-z][\w:<>,&* ]*[ &*](\w+\([^()]*\))(?: const)? \{", re.MULTILINE),
]


def local_names(text):
    """What a source file keeps to itself: constants, types, and functions with their parameters as written."""
    found = set()
    for part in re.findall(r"^namespace \{\n(.*?)^\}  // namespace$", text, re.MULTILINE | re.DOTALL):
        for pattern in LOCAL_NAMES:
            found |= {re.sub(r"\s+", " ", name) for name in pattern.findall(part)}
    return found


def local_aliases(text):
    """Names that a source file gives to other types for itself: {name: type}."""
    return {name: " ".join(target.split())
            for part in re.findall(r"^namespace \{\n(.*?)^\}  // namespace$", text, re.MULTILINE | re.DOTALL)
            for name, target in re.findall(r"^using (\w+) = ([^;]+);", part, re.MULTILINE)}


def shared_locals(files):
    """Presets compile the files of a room in one piece: no two of them may keep the same name to themselves, nor may two
    headers give it different constants."""
    first, found, aliases = {}, [], {}
    for path in sorted(files):
        if path.endswith(".cpp"):
            folder = "/".join(path.split("/")[:2])
            for name, target in local_aliases(files[path]).items():
                other = aliases.setdefault((folder, name), (target, path))
                if other[0] != target:
                    found.append(f"{path}: '{name}' is another type in {other[1]}: give it another name")
    for path in sorted(files):
        folder = "/".join(path.split("/")[:2])
        names = local_names(files[path]) if path.endswith(".cpp") else set(LOCAL_NAMES[0].findall(files[path]))
        for name in sorted(names):
            other = first.setdefault((folder, name), path)
            if (folder, name) in aliases:
                found.append(f"{path}: '{name}' is another type in {aliases[folder, name][1]}: give it another name")
            if other != path:
                found.append(f"{path}: '{name}' is local to {other} as well: give it another name, or both one home")
    return found


def licence_line(path, text):
    """The first line (the second after #!) is the SPDX line."""
    lines = text.splitlines()[:2]
    if not lines or not (SPDX in lines[0] or (lines[0].startswith("#!") and len(lines) > 1 and SPDX in lines[1])):
        return [f"{path}:1: the first line must hold '{SPDX}'"]
    return []


def length(path, text):
    count = len(text.splitlines())
    if count > LONGEST_SOURCE_LINES:
        return [f"{path}: {count} lines; a source file may have {LONGEST_SOURCE_LINES}: give its second idea a file"]
    return []


def name(path):
    parts = re.split(r"[/._-]", path.lower())
    found = {"util", "utils", "common", "manager", "misc"} & set(parts)
    return [f"{path}: '{word}' says nothing about what is in it" for word in sorted(found)]


def file_docstring(path, text):
    if not re.search(r"^/// [\\@]file\b", text, re.MULTILINE):
        return [f"{path}: a header begins with a '/// \\file' docstring"]
    return []


def unfinished(path, text):
    return [f"{path}:{number}: unfinished: {match.group(0)}"
            for number, line in enumerate(text.splitlines(), 1)
            for match in [re.search(r"\b(TODO|FIXME|XXX|HACK)\b", line)] if match]


def addresses(path, text):
    """Package sources come from the machine's own configuration: scripts name no host, prose only known ones."""
    prose = path.endswith((".md", ".hpp", ".cpp", ".wgsl", ".toml", ".html")) or path == "LICENSE"
    wrong = []
    for number, line in enumerate(text.splitlines(), 1):
        for match in re.finditer(r"\bhttps?://([A-Za-z0-9.-]+)", line):
            if not prose or match.group(1).lower() not in HOSTS_IN_PROSE:
                wrong.append(f"{path}:{number}: names the host {match.group(1)}")
    return wrong


def machine_paths(path, text, surroundings=""):
    """An absolute path outside the system's own folders is true of one machine only; so is `surroundings`, the folder
    that the repository lies in. C++ joins paths like "/docs/x" to folders, so there only homes are looked for."""
    wrong = []
    code = path.endswith((".hpp", ".cpp"))
    if surroundings.strip("/").split("/")[0] in ROOT_FOLDERS | {""}:
        surroundings = ""
    for number, line in enumerate(text.splitlines(), 1):
        for match in re.finditer(r"(?:^|(?<=[\s=(,:\[{]))[\"'`]?/([A-Za-z_][\w.-]*)/[\w.$]", line):
            first = match.group(1)
            if first in HOMES and not path.startswith("tests/") or not code and first not in ROOT_FOLDERS | HOMES:
                wrong.append(f"{path}:{number}: absolute path /{first}/…")
        if surroundings and re.search(r"(?<![\w.}-])" + re.escape(surroundings) + r"(?![\w-])", line):
            wrong.append(f"{path}:{number}: names the folder that this repository lies in")
    return wrong


def shared_folders(path, text):
    """A test's folder is its own: one of a fixed name belongs to whoever ran first, another test or another user."""
    return [f"{path}:{number}: TempDir() is shared by all tests and users: use host::TestFolder"
            for number, line in enumerate(text.splitlines(), 1) if "TempDir()" in line]


def dead_links(path, text, exists):
    """Relative links of a Markdown page lead to files: exists(path from the root) → bool."""
    wrong = []
    prose = re.sub(r"```.*?```", lambda fence: "\n" * fence.group(0).count("\n"), text, flags=re.DOTALL)
    for number, line in enumerate(prose.splitlines(), 1):
        for link in re.findall(r"\]\(([^)\s]+)\)", line):
            target = link.split("#")[0]
            if not target or re.match(r"[a-z]+:", target):
                continue
            if not exists(posixpath.normpath(posixpath.join(posixpath.dirname(path), target))):
                wrong.append(f"{path}:{number}: the link {link} leads to no file")
    return wrong
