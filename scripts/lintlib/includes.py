# SPDX-License-Identifier: BSD-2-Clause
"""
The architecture test, first half: the includes between folders. links.py has the other half.

RULES holds, for each folder, the public headers that its files may include; the longest matching folder counts. A
permission that no file uses is a mistake. Private headers, in quotes, are in the folder of the file that includes them,
in another room of the same module ("../room/x"), or beside the sources of a unit test.
"""
import os
import re

PUBLIC = ["hal", "util", "drivers", "kernel", "spoor", "services", "test"]
PROFILER = ["spoor", "!spoor/shell"]
RULES = {
    # A thread embeds the state that the profiler keeps for it.
    "include/kernel": ["hal", "util", "libc", "kernel", "spoor/util", "spoor/port"],
    "include/hal": ["hal", "arch", "spoor/util/language.h"],
    "include/util": ["util", "spoor/util/array_spread.h"],
    "include/drivers": ["hal", "drivers", "spoor/util"],
    # By the name that Embox has for it.
    "include/profiler": ["spoor/trace.h"],
    "include/spoor": PROFILER,
    "include/spoor/util": ["spoor/util"],
    "include/spoor/port": [*PROFILER, "trace_port.h", "arch"],
    "include/spoor/shell": ["spoor/config.h", "spoor/util", "spoor/shell"],
    "include/services": ["spoor/util/language.h"],
    "include/test": ["util", "test", "arch", "spoor/util"],
    # Enter and leave are the profiler's contract.
    "src/arch": ["spoor/config.h", "hal", "arch", "spoor/port"],
    "src/util": ["spoor/util"],
    "src/drivers": ["hal", "drivers", "spoor/util", "spoor/port/irq.h"],
    "src/profiler": PROFILER,
    "src/port": ["hal", "drivers", "kernel", *PROFILER],
    # The kernel is a client of the profiler: it calls the hooks and has built-in blocks.
    "src/kernel": ["hal", "drivers", "kernel", *PROFILER],
    "src/services": ["hal", "drivers", "kernel", "services", *PROFILER],
    "src/libc": ["kernel", "services", "spoor/port"],
    "src/shell": ["drivers", "kernel", "spoor", "services"],
    "src/commands": ["drivers", "kernel", "spoor"],
    "src/apps": ["drivers", "kernel", "spoor"],
    "platform": ["hal", "drivers"],
    "conf": ["spoor/config.h"],
    "tests": [*PUBLIC, "arch"],
    # The unit tests on the build machine are a port of the profiler and of the HAL.
    "tests/host": ["util", "spoor", "base", "read", "model", "profile", "import", "export", "record", "report", "analysis",
                   "query", "compare", "cli"],
    "tests/bench-host": ["read"],
    # For other systems alone.
    "dist": ["spoor"],
    "dist/links": ["spoor/config.h"],
    # The host tool shares the wire format and patterns with the target, and nothing else. Its rooms stand on each other.
    "host/base": ["base"],
    "host/elf": ["spoor/wire.h", "base", "elf"],
    "host/read": ["spoor/wire.h", "base", "elf", "read"],
    "host/model": ["base", "read", "model"],
    "host/profile": ["spoor/util/glob.h", "base", "model", "profile"],
    "host/table": ["base", "table"],
    "host/write": ["base", "read", "model", "table", "write"],
    "host/import": ["base", "elf", "profile", "import"],
    "host/analysis": ["base", "model", "profile", "table", "analysis"],
    "host/export": ["base", "model", "profile", "table", "export"],
    "host/view": ["base", "model", "view"],
    "host/live": ["base", "model", "table", "live"],
    "host/query": ["spoor/util/glob.h", "base", "read", "model", "profile", "import", "analysis", "export", "query"],
    "host/compare": ["base", "table", "query", "compare"],
    "host/record": ["spoor/wire.h", "base", "read", "query", "record"],
    "host/merge": ["base", "write", "query", "merge"],
    "host/report": ["base", "model", "profile", "table", "analysis", "query", "compare", "view", "report"],
    "host/cli": ["spoor/util/version.h", "base", "table", "import", "query", "record", "cli"],
    "host/commands": ["base", "model", "profile", "write", "table", "analysis", "import", "export", "view", "live",
                      "query", "compare", "record", "merge", "report", "cli"],
    "host": ["spoor/wire.h", "spoor/util/version.h", "base", "cli"],
}
# Headers that are found by -I of an architecture, a port or the host tool.
ROOMS = "|".join(sorted(rule.split("/")[1] for rule in RULES if rule.startswith("host/")))
OURS = re.compile(rf"(arch/.*|libc/.*|trace_port\.h|({ROOMS})/.*)$")
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)")', re.MULTILINE)
SPDX = re.compile(r"/\* SPDX-License-Identifier: BSD-2-Clause")
# Where private headers must be told apart from public ones by their name.
PRIVATE = re.compile(r"src/(kernel|drivers|profiler|services|shell|libc|commands)/")
OUTSIDE = re.compile(r"(\.\./)?spoor(_\w+)?\.h|FreeRTOSConfig\.h|tx_api\.h")
ROOM = re.compile(r"(\.\./)?(\w+/)?\w+\.[hc]$")


def rule_for(path):
    folder = os.path.dirname(path)
    while folder and folder not in RULES:
        folder = os.path.dirname(folder)
    return folder


def covers(permission, name):
    return name == permission or name.startswith(permission + "/")


def allowed(name, rule, used):
    """Adds the permissions that allow it to `used`."""
    found = {(rule, a) for a in RULES[rule] if covers(a, name)}
    used |= found
    return found and not any(a[0] == "!" and covers(a[1:], name) for a in RULES[rule])


def check_public(path, name, used):
    """A header in angle brackets. @return an error message, or None"""
    if not os.path.exists(os.path.join("include", name)) and not OURS.match(name):
        if name.split("/")[0] in PUBLIC:
            return f"no such header: <{name}>"
        return None  # the C library's
    rule = rule_for(path)
    if not allowed(name, rule, used):
        return f"{rule}/ may not include <{name}>; it may: {' '.join(RULES[rule]) or 'nothing'}"
    return None


def unit_test_folders():
    """Folders of the sources that tests on the build machine name, and of what they share."""
    for top in ("tests/host/unit", "src", "host", "dist/embed"):
        for folder, _, _ in os.walk(top):
            yield folder


def check_private(path, name):
    """A header in quotes. @return an error message, or None"""
    if os.path.exists(os.path.join("include", name)):
        return f'"{name}" is public: write <{name}>'
    folder = os.path.dirname(path)
    # Products and ports outside of this tree see the folder that `make dist` makes, and a kernel's own headers.
    if path.startswith(("tests/dist/", "dist/")) and OUTSIDE.match(name):
        return None
    room = ROOM.match(name)
    # A C library's folder stands on the module's.
    if folder.startswith("src/libc/") and name == "../library_priv.h":
        return None
    # A product's settings.
    if path == "include/spoor/config.h" and name == "spoor_user.h":
        return None
    # Whatever the core: the forms of all architectures, and what a port's folder says of its core.
    if folder == "src/arch/any/arch" and (name == "spoor_core.h" or os.path.exists(os.path.join(folder, name))):
        return None
    if "/" in name and not (room and os.path.exists(os.path.join(folder, name))):
        return f'"{name}": a private header is included within its module only'
    # An architecture stands on the folders of its BASE.
    if path.startswith("src/arch/"):
        found = any(os.path.exists(f"src/arch/{a}/{os.path.basename(name)}") for a in os.listdir("src/arch"))
    elif folder.startswith("tests/host/"):
        found = any(os.path.exists(os.path.join(f, name)) for f in unit_test_folders())
    else:
        found = os.path.exists(os.path.join(folder, name))
    if not found:
        return f'"{name}" is not in {folder}/; private headers are included within their folder only'
    if PRIVATE.match(path) and not name.endswith("_priv.h"):
        return f'"{name}": a private header is named *_priv.h'
    return None


def check_file(path, used):
    with open(path, encoding="utf-8") as f:
        text = f.read()
    if rule_for(path) == "":
        yield f"{path}: no rule says what this folder may include (scripts/lintlib/includes.py)"
        return
    for m in INCLUDE.finditer(text):
        wrong = check_public(path, m[1], used) if m[1] else check_private(path, m[2])
        if wrong:
            line = text.count("\n", 0, m.start()) + 1
            yield f"{path}:{line}: {wrong}"
    if not SPDX.match(text):
        yield f"{path}:1: no SPDX line at the top"


def check(_):
    used = set()
    for top in ("include", "src", "platform", "conf", "tests", "host", "dist"):
        for folder, _, names in os.walk(top):
            for name in sorted(names):
                if name.endswith((".c", ".h", ".S")):
                    yield from check_file(os.path.join(folder, name), used)
    for rule, permissions in RULES.items():
        for a in permissions:
            if a[0] != "!" and not rule.endswith(f"/{a}") and (rule, a) not in used:
                yield f"scripts/lintlib/includes.py: no file of {rule}/ includes {a}, which its rule permits"
