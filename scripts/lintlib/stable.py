# SPDX-License-Identifier: BSD-2-Clause
"""
Nothing that users rely on disappears unnoticed: scripts/lintlib/stable.txt lists what docs/stability.md promises.

A macro or function counts if a page names it. A name that is gone needs a line below "Upgrade" of dist/CHANGELOG.md
that has the name; a new one is added by --update.

Arguments: the built tool; --update adds new names, and removes those that the change log has.
"""
import glob
import os
import re
import subprocess

LIST = os.path.join(os.path.dirname(__file__), "stable.txt")
HEAD = "# SPDX-License-Identifier: BSD-2-Clause\n# Names that docs/stability.md promises. scripts/lint stable TOOL --update writes this file.\n"
# Headers whose names are for ports and for readers, which have their own versions.
INNER = re.compile(r"(_off|/wire|/wire_dense|/config)\.h$")
MACRO = re.compile(r"^#\s*define ((?:trace|spoor|TRACE|SPOOR)_\w*[a-z0-9A-Z])\(", re.M)
FUNCTION = re.compile(r"^(?!typedef|return)[a-z][\w \t*]*?\b((?:trace|spoor|libspoor)_\w+)\(", re.M)
SETTING = re.compile(r"^#\s*ifndef (CONFIG_\w+)$", re.M)
ROW = re.compile(r"^\| (.*?) \| (.*?) \|", re.M)
NAME = re.compile(r"`([^`]+)`")
OPTION = re.compile(r"^  (?:-(\w), |    )--([\w-]+)", re.M)


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def run(tool, *words):
    done = subprocess.run([tool, *words], capture_output=True, text=True, check=False, env={**os.environ, "COLUMNS": "80"})
    return done.stdout + done.stderr


def headers(kind, *patterns):
    pages = {word for page in glob.glob("docs/*.md") + ["README.md", "dist/README.md"] for word in re.findall(r"\w+", read(page))}
    for path in sorted(p for pattern in patterns for p in glob.glob(pattern)):
        if not INNER.search(path):
            text = re.sub(r"/\*.*?\*/", "", read(path), flags=re.S)
            yield from (f"{kind} {name}" for name in {*MACRO.findall(text), *FUNCTION.findall(text)} & pages)


def commands(tool):
    common = None
    for name in re.findall(r"^  ([a-z]+)(?= {2,}\S)", run(tool, "--help"), re.M):
        options = {f"{long}" for _, long in OPTION.findall(run(tool, "help", name))}
        common = options if common is None else common & options
        yield f"command {name}"
        yield from (f"command {name} --{o}" for o in options)
    yield from (f"command {name} --to {format_}" for name in ("export",)
                for format_ in re.findall(r"^  ([a-z][\w.-]*) {2,}\S", run(tool, "export", "/dev/null"), re.M))


def columns():
    for part in read("docs/tables.md").split("\n## ")[1:]:
        table = part.split("\n", 1)[0]
        for row in ROW.findall(part):
            for column in NAME.findall(row[0]):
                if re.fullmatch(r"[a-z]\w*", column) and table != "What each needs":
                    yield f"column {table}.{column}"


def keys():
    for part in read("docs/json.md").split("\n## ")[1:]:
        title = NAME.findall(part.split("\n", 1)[0])
        for first, second in ROW.findall(part):
            for kind in NAME.findall(first) if title else ():
                yield from (f"json {title[0]} {kind}.{key}" for key in NAME.findall(second) if re.fullmatch(r"\w+", key))


def shell():
    for path in sorted(glob.glob("src/commands/trace/*.c")):
        yield from (f"shell {name}" for name in re.findall(r'^SPOOR_SHELL_COMMAND\("(\w+)"', read(path), re.M))


def versions():
    wire = read("include/spoor/wire.h")
    yield from (f"version wire {n}" for n in sorted(re.findall(r"^#define SPOOR_WIRE_VERSION\w* (\d+)$", wire, re.M)))
    for what, path, pattern in (("baseline", "host/compare/baseline.c", r"^#define VERSION +(.*)$"), ("history", "host/trend/file_priv.h", r'TREND_MARK +TREND_FAMILY "(.*?)"'),
                                ("library", "host/engine/libspoor.map", r"^(LIBSPOOR_.*?) ")):
        yield f"version {what} {re.search(pattern, read(path), re.M)[1]}"


def names(tool):
    """@return the sorted names of this tree"""
    return sorted({*headers("target", "include/spoor/*.h", "dist/embed/*.h", "dist/ports/*/*.h"), *headers("library", "host/engine/libspoor.h"),
                   *(f"setting {s}" for s in SETTING.findall(read("include/spoor/config.h"))), *commands(tool), *columns(), *keys(), *shell(), *versions()})


def is_noted(name, notes):
    return re.search(rf"(?<![\w-]){re.escape(name.split()[-1])}(?![\w-])", notes) is not None


def check(arguments):
    now, before = names(arguments[0]), []
    if os.path.exists(LIST):
        before = [line for line in read(LIST).splitlines() if line and line[0] != "#"]
    notes = " ".join(re.findall(r"^### Upgrade\n(.*?)(?=^##|\Z)", read("dist/CHANGELOG.md"), re.M | re.S))
    if "--update" in arguments:
        now = sorted({*now, *(name for name in before if not is_noted(name, notes))})
        with open(LIST, "w", encoding="utf-8") as f:
            f.write(HEAD + "".join(f"{name}\n" for name in now))
    for name in sorted({*before} - {*names(arguments[0])}):
        if not is_noted(name, notes):
            yield f"{name} is gone, and \"Upgrade\" in dist/CHANGELOG.md doesn't say what replaces it"
        elif "--update" not in arguments:
            yield f"{name} is gone, as the change log says: scripts/lint stable {arguments[0]} --update"
    for name in sorted({*now} - {*before}) if "--update" not in arguments else ():
        yield f"{name} is new: scripts/lint stable {arguments[0]} --update"
