# SPDX-License-Identifier: BSD-2-Clause
"""
The architecture test, first half: the includes between folders. links.py has the other half.

RULES holds, for each folder, the public headers that its files may include; the longest matching folder counts. Private
headers, in quotes, are in the folder of the file that includes them, in another room of the same module ("../room/x"),
or beside the sources of a unit test.
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
    "include/spoor": [*PROFILER, "trace_port.h"],
    "include/spoor/util": ["spoor/util"],
    "include/spoor/port": [*PROFILER, "trace_port.h", "arch"],
    "include/spoor/shell": ["spoor/config.h", "spoor/util", "spoor/shell"],
    "include/services": ["spoor/util/language.h"],
    "include/test": ["util", "test", "arch", "spoor/util"],
    # Dispatch of interrupts asks the controller which line it is; enter and leave are the profiler's contract.
    "src/arch": ["spoor/config.h", "hal", "arch", "drivers/irqctl.h", "spoor/util", "spoor/port"],
    "src/util": ["spoor/util"],
    "src/drivers": ["hal", "util", "drivers", "spoor/util", "spoor/port/irq.h"],
    "src/profiler": PROFILER,
    "src/port": ["hal", "drivers", "kernel", *PROFILER],
    # The kernel is a client of the profiler: it calls the hooks and has built-in blocks.
    "src/kernel": ["hal", "util", "drivers", "kernel", *PROFILER],
    "src/services": ["hal", "util", "drivers", "kernel", "services", *PROFILER],
    "src/libc": ["hal", "drivers", "kernel", "services", "spoor/util", "spoor/port", "spoor/event.h"],
    "src/shell": PUBLIC[:-1],
    "src/commands": PUBLIC[:-1],
    "src/apps": PUBLIC[:-1],
    "platform": ["hal", "util", "drivers", "spoor/util", "spoor/port/irq.h"],
    "conf": ["spoor/config.h"],
    "tests": PUBLIC + ["arch", "profiler"],
    # The unit tests on the build machine are a port of the profiler and of the HAL.
    "tests/host": PUBLIC + ["arch", "trace_port.h", "base", "read", "elf", "follow", "profile", "inputs", "export", "record", "report", "stats", "filter", "compare", "cli.h", "validate.h",
                            "message.h"],
    "tests/bench-host": ["spoor/wire.h", "read"],
    # For other systems alone.
    "dist": ["spoor"],
    "dist/links": ["spoor/config.h"],
    # The host tool shares the wire format with the target, and nothing else. Its rooms stand on each other.
    "host/base": ["message.h", "base"],
    "host/elf": ["message.h", "base", "elf"],
    "host/read": ["spoor/wire.h", "message.h", "base", "elf", "read"],
    "host/follow": ["base", "read", "follow"],
    "host/table": ["message.h", "base", "table"],
    "host/model": ["base", "read", "follow", "model"],
    "host/profile": ["base", "read", "follow", "model", "profile"],
    "host/write": ["base", "read", "follow", "write"],
    "host/filter": ["base", "filter"],
    "host/swo": [],
    "host/wire": ["spoor/wire.h", "base", "read", "wire"],
    "host/pack": ["message.h", "pack"],
    "host/align": ["base", "align"],
    "host/live": ["base", "read", "follow", "model", "table", "live"],
    "host/report": ["base", "table", "read", "follow", "model", "profile", "report"],
    "host/record": ["spoor/wire.h", "base", "record"],
    "host/compare": ["compare"],
    "host/sql": ["base", "table", "sql"],
    "host/inputs": ["message.h", "base", "elf", "profile", "inputs"],
    "host/stats": ["base", "read", "follow", "model", "profile", "write", "table", "stats"],
    "host/export": ["message.h", "base", "read", "follow", "model", "profile", "table", "sql", "export"],
    "host": ["spoor/wire.h", "spoor/util/version.h", "message.h", "base", "read", "follow", "model", "profile", "write", "table", "filter", "stats", "record", "compare", "sql", "measure.h",
             "analyse.h", "choose.h", "gather.h", "fill.h", "until.h", "report", "align", "live", "inputs", "wire", "pack",
             "export", "cli.h", "validate.h", "pass.h", "range.h", "known.h", "output.h", "foreign.h"],
}
# Headers that are found by -I of an architecture, a port or the host tool.
OURS = re.compile(r"(arch/.*|libc/.*|trace_port\.h|(base|read|elf|follow|model|profile|inputs|write|table|filter|stats|export|record|report|wire|pack|align|live|compare|sql)/.*|(cli|message|validate|pass|measure|analyse|choose|gather|fill|until|range|known|output|foreign)\.h)$")
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)")', re.MULTILINE)
SPDX = re.compile(r"(/\*|//) SPDX-License-Identifier: BSD-2-Clause")
# Where private headers must be told apart from public ones by their name.
PRIVATE = re.compile(r"src/(kernel|drivers|profiler|services|shell|libc|commands)/")
OUTSIDE = re.compile(r"(\.\./)?spoor(_\w+)?\.h|FreeRTOSConfig\.h|tx_api\.h")
ROOM = re.compile(r"\.\./(\w+)/(\w+\.[hc])$")


def rule_for(path):
    folder = os.path.dirname(path)
    while folder and folder not in RULES:
        folder = os.path.dirname(folder)
    return folder


def allowed(name, rule):
    def covers(a):
        return name == a or name.startswith(a + "/")
    return any(map(covers, RULES[rule])) and not any(a[0] == "!" and covers(a[1:]) for a in RULES[rule])


def check_public(path, name):
    """A header in angle brackets. @return an error message, or None"""
    if not os.path.exists(os.path.join("include", name)) and not OURS.match(name):
        if name.split("/")[0] in PUBLIC:
            return f"no such header: <{name}>"
        return None  # the C library's
    rule = rule_for(path)
    if not allowed(name, rule):
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
    # Whatever the core: the forms of all architectures.
    if folder == "src/arch/any/arch" and os.path.exists(os.path.join(folder, name)):
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


def check_file(path):
    with open(path, encoding="utf-8") as f:
        text = f.read()
    if rule_for(path) == "":
        yield f"{path}: no rule says what this folder may include (scripts/lintlib/includes.py)"
        return
    for m in INCLUDE.finditer(text):
        wrong = check_public(path, m[1]) if m[1] else check_private(path, m[2])
        if wrong:
            line = text.count("\n", 0, m.start()) + 1
            yield f"{path}:{line}: {wrong}"
    if not SPDX.match(text):
        yield f"{path}:1: no SPDX line at the top"


# The report's script: its folders, and those that each may import.
SCRIPTS = {"data": ["data"], "model": ["data", "model"], "render": ["render"], "view": ["data", "model", "render", "view"], "": ["data", "view"]}
IMPORT = re.compile(r'^\s*import\b[^"\n]*"(\.[^"]+)"', re.MULTILINE)
DOM = re.compile(r"^(?!\s*(?://|\*|/\*)).*\b(document|window)\.", re.MULTILINE)


def check_script(path):
    """data and model never touch the page; view never reads bytes, but for answers of a server."""
    folder = os.path.relpath(os.path.dirname(path), "host/report")
    folder = "" if folder == "." else folder
    with open(path, encoding="utf-8") as f:
        text = f.read()
    for m in IMPORT.finditer(text):
        line, target = text.count("\n", 0, m.start()) + 1, os.path.normpath(os.path.join(os.path.dirname(path), m[1]))
        if not os.path.exists(target):
            yield f"{path}:{line}: no such module: {m[1]}"
        elif os.path.relpath(os.path.dirname(target), "host/report") not in SCRIPTS.get(folder, []):
            yield f"{path}:{line}: {folder or 'the top'} may not import {m[1]}; it may: {' '.join(SCRIPTS.get(folder, []))}"
        elif folder == "view" and m[1].endswith("data/bytes.js") and "BadData" not in text:
            yield f"{path}:{line}: views don't read bytes"
    if folder in ("data", "model"):
        for m in DOM.finditer(text):
            yield f"{path}:{text.count(chr(10), 0, m.start()) + 1}: {folder} doesn't touch the page"
    if not SPDX.match(text):
        yield f"{path}:1: no SPDX line at the top"


def check(_):
    for folder, _, names in os.walk("host/report"):
        for name in sorted(names):
            if name.endswith(".js"):
                yield from check_script(os.path.join(folder, name))
    for top in ("include", "src", "platform", "conf", "tests", "host", "dist"):
        for folder, _, names in os.walk(top):
            for name in sorted(names):
                if name.endswith((".c", ".h", ".S")):
                    yield from check_file(os.path.join(folder, name))
