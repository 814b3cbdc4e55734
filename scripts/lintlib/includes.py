# SPDX-License-Identifier: BSD-2-Clause
"""
The architecture test, first half: no folder includes a header that its rule doesn't allow. links.py
has the other half.

RULES holds, for each folder, the public headers that its files may include; the rule of the longest
matching folder applies. A permission that no file uses is reported. Private headers, in quotes,
must be in the including file's folder, in another subfolder of the same module ("../room/x"), or
next to the sources of a unit test.
"""
import os
import re

PUBLIC = ["hal", "util", "drivers", "kernel", "spoor", "services", "test"]
PROFILER = ["spoor", "!spoor/shell"]
RULES = {
    # A thread embeds the state that the profiler keeps for it.
    "include/kernel": ["hal", "util", "libc", "kernel", "spoor/util", "spoor/port"],
    "include/hal": ["hal", "arch", "spoor/util/language.h"],
    "include/util": ["util", "lib/libds/array.h", "spoor/util/array_spread.h"],
    "include/drivers": ["hal", "drivers", "spoor/util"],
    # By the names that they have in Embox and in Fiasco's tracing.
    "include": ["spoor/fiasco.h"],
    "include/profiler": ["spoor/trace.h", "profiler/tracing/printf.h"],
    "include/lib": ["util/array_spread.h"],
    "include/spoor": PROFILER,
    "include/spoor/util": ["spoor/util"],
    "include/spoor/port": [*PROFILER, "trace_port.h", "arch"],
    "include/spoor/shell": ["spoor/config.h", "spoor/util", "spoor/shell"],
    "include/services": ["spoor/util/language.h"],
    "include/test": ["util", "test", "arch", "spoor/util"],
    # Enter and leave are part of the profiler's contract.
    "src/arch": ["spoor/config.h", "hal", "arch", "spoor/port"],
    "src/util": ["spoor/util"],
    "src/drivers": ["hal", "arch/irqctl.h", "drivers", "spoor/util", "spoor/port/irq.h"],
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
    "tests": [*PUBLIC, "arch", "profiler", "lib", "tracelib.h"],
    # The unit tests on the host are a port of the profiler and of the HAL.
    "tests/host": ["util", "spoor", "base", "core", "elf", "read", "model", "profile", "import", "foreign", "export", "engine", "mcp",
                   "record", "report",                   "analysis", "query", "compare", "trend", "cli", "bare"],
    "tests/bench-host": ["read"],
    # Only for other systems.
    "dist": ["spoor"],
    "dist/links": ["spoor/config.h"],
    # The host tool shares only the wire format and patterns with the target. Each of its folders
    # builds on those before it.
    "host/base": ["base"],
    "host/elf": ["spoor/wire.h", "base", "elf"],
    "host/read": ["spoor/wire.h", "spoor/wire_dense.h", "base", "elf", "read"],
    "host/model": ["base", "read", "model"],
    "host/profile": ["spoor/util/glob.h", "base", "model", "profile"],
    "host/table": ["base", "table"],
    "host/write": ["base", "read", "model", "table", "write"],
    "host/encode": ["spoor/wire.h", "base", "read", "encode"],
    "host/import": ["base", "elf", "profile", "import"],
    "host/foreign": ["spoor/wire.h", "base", "elf", "encode", "import/zip.h", "foreign"],
    "host/analysis": ["base", "model", "profile", "table", "analysis"],
    "host/export": ["base", "model", "profile", "table", "export"],
    "host/view": ["base", "model", "view"],
    "host/core": ["base", "elf", "read/item.h", "read/segment.h", "core"],
    "host/live": ["base", "model", "table", "live"],
    "host/query": ["spoor/util/glob.h", "base", "core", "read", "model", "profile", "import", "foreign", "analysis", "export", "query"],
    "host/compare": ["base", "table", "query", "compare"],
    "host/record": ["spoor/wire.h", "base", "elf", "read", "encode", "query", "record"],
    "host/merge": ["base", "write", "query", "merge"],
    "host/report": ["base", "elf", "model", "profile", "table", "analysis", "query", "compare", "view", "report"],
    "host/trend": ["base", "table", "compare", "report/page", "trend"],
    "host/engine": ["base", "write", "analysis", "query", "report", "engine"],
    "host/mcp": ["spoor/util/version.h", "base", "table", "query", "engine", "mcp"],
    "host/cli": ["spoor/util/version.h", "base", "table", "import", "foreign", "query", "record", "cli"],
    "host/commands": ["spoor/util/glob.h", "base", "core", "elf/sites.h", "model", "profile", "write", "table", "analysis", "import", "foreign", "export", "view",
                      "live",
                      "encode", "query", "compare", "record", "merge", "report", "trend", "engine", "mcp", "cli"],
    "host/bare": ["base", "elf", "bare"],
    "host/wasm": [],
    "host/windows": ["base", "record"],
    "host": ["spoor/wire.h", "spoor/util/version.h", "base", "cli"],
}
# Headers found by -I of an architecture, a port or the host tool.
ROOMS = "|".join(sorted(rule.split("/")[1] for rule in RULES if rule.startswith("host/")))
OURS = re.compile(rf"(arch/.*|libc/.*|trace_port\.h|({ROOMS})/.*)$")
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)")', re.MULTILINE)
# REUSE-IgnoreStart
SPDX = re.compile(r"/\* SPDX-License-Identifier: BSD-2-Clause")
# REUSE-IgnoreEnd
# Folders in which private headers must be distinguishable from public ones by name.
PRIVATE = re.compile(r"src/(kernel|drivers|profiler|services|shell|libc|commands)/")
OUTSIDE = re.compile(r"(\.\./)?spoor(_\w+)?\.h|FreeRTOSConfig\.h|tx_api\.h")
ROOM = re.compile(r"(\.\./)?(\w+/)?\w+\.([hc]|inc)$")


def rule_for(path):
    folder = os.path.dirname(path)
    while folder and folder not in RULES:
        folder = os.path.dirname(folder)
    return folder


def covers(permission, name):
    return name == permission or name.startswith(permission + "/")


def allowed(name, rule, used):
    """Add the permissions that allow the header to `used`. @return whether it is allowed"""
    found = {(rule, a) for a in RULES[rule] if covers(a, name)}
    used |= found
    return found and not any(a[0] == "!" and covers(a[1:], name) for a in RULES[rule])


def check_public(path, name, used):
    """Check a header in angle brackets. @return an error message, or None"""
    if not os.path.exists(os.path.join("include", name)) and not OURS.match(name):
        if name.split("/")[0] in PUBLIC:
            return f"no such header: <{name}>"
        return None  # a header of the C library
    rule = rule_for(path)
    if not allowed(name, rule, used):
        return f"{rule}/ may not include <{name}>; allowed are: {' '.join(RULES[rule]) or 'nothing'}"
    return None


def unit_test_folders():
    """@return the folders of the sources of unit tests on the host, and of what they share"""
    for top in ("tests/host/unit", "src", "host", "dist/embed"):
        for folder, _, _ in os.walk(top):
            yield folder


def check_private(path, name):
    """Check a header in quotes. @return an error message, or None"""
    if os.path.exists(os.path.join("include", name)):
        return f'"{name}" is public: write <{name}>'
    folder = os.path.dirname(path)
    # Products and ports for other systems use the folder made by `make dist`, and a kernel's own
    # headers.
    if path.startswith(("tests/dist/", "dist/")) and OUTSIDE.match(name):
        return None
    room = ROOM.match(name)
    # A C library's folder builds on the module's.
    if folder.startswith("src/libc/") and name == "../library_priv.h":
        return None
    # A product's settings.
    if path == "include/spoor/config.h" and name == "spoor_user.h":
        return None
    # Code for any core: the forms of all architectures, and a port's description of its core.
    if folder == "src/arch/any/arch" and (name == "spoor_core.h" or os.path.exists(os.path.join(folder, name))):
        return None
    if "/" in name and not (room and os.path.exists(os.path.join(folder, name))):
        return f'"{name}": a private header may be included only within its module'
    # An architecture builds on the folders of its BASE.
    if path.startswith("src/arch/"):
        found = any(os.path.exists(f"src/arch/{a}/{os.path.basename(name)}") for a in os.listdir("src/arch"))
    elif folder.startswith("tests/host/"):
        found = any(os.path.exists(os.path.join(f, name)) for f in (folder, *unit_test_folders()))
    else:
        found = os.path.exists(os.path.join(folder, name))
    if not found:
        return f'"{name}" is not in {folder}/; private headers may be included only within their folder'
    if PRIVATE.match(path) and not name.endswith("_priv.h"):
        return f'"{name}": a private header must be named *_priv.h'
    return None


def check_file(path, used):
    with open(path, encoding="utf-8") as f:
        text = f.read()
    if rule_for(path) == "":
        yield f"{path}: this folder has no rule for its includes (scripts/lintlib/includes.py)"
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
                yield f"scripts/lintlib/includes.py: no file of {rule}/ includes {a}, which its rule allows"
