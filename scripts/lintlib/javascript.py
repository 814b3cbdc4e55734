# SPDX-License-Identifier: BSD-2-Clause
"""
The report's script respects which folders may import which, which may use the page, and a maximum
of 120 columns. Biome checks the rest (biome.jsonc), but doesn't wrap texts and comments.
"""
import os
import re

WEB = "host/report/web"
COLUMNS = 120
# The top folders, and the folders that each may import; "" has main.js.
ROOMS = {
    "engine": ["engine"],
    "data": ["data", "engine"],
    "model": ["data", "model"],
    "render": ["render"],
    "view": ["data", "engine", "model", "render", "view"],
    "": ["data", "view"],
}
IMPORT = re.compile(r'^import\b[^";]*"(\.[^"]+)"', re.MULTILINE)
DOM = re.compile(r"^(?!\s*(?://|\*|/\*)).*\b(document|window)\.", re.MULTILINE)
# REUSE-IgnoreStart
SPDX = "// SPDX-License-Identifier: BSD-2-Clause"
# REUSE-IgnoreEnd


def room(path):
    """@return the top folder of a script within WEB"""
    return os.path.relpath(path, WEB).rpartition("/")[0].split("/")[0]


def line_of(text, m):
    return text.count("\n", 0, m.start()) + 1


def check_page(path, text):
    """Check that data and model never use the page, and that view doesn't read bytes, except for a
    server's answers."""
    own = room(path)
    allowed = ROOMS.get(own, [])
    for m in IMPORT.finditer(text):
        target = os.path.normpath(os.path.join(os.path.dirname(path), m[1]))
        if not os.path.exists(target):
            yield f"{path}:{line_of(text, m)}: no such module: {m[1]}"
        elif room(target) not in allowed:
            yield f"{path}:{line_of(text, m)}: {own or 'the top'} may not import {m[1]}; allowed are: {' '.join(allowed)}"
        elif own == "view" and m[1].endswith("data/bytes.js") and "BadData" not in text:
            yield f"{path}:{line_of(text, m)}: a view must not read bytes"
    if own in ("data", "model"):
        for m in DOM.finditer(text):
            yield f"{path}:{line_of(text, m)}: {own} must not use the page"


def files(*endings):
    for top in ("host", "scripts", "tests"):
        for folder, _, names in os.walk(top):
            yield from (os.path.join(folder, n) for n in sorted(names) if n.endswith(endings))


def check(_):
    for path in files(".js", ".mjs", ".css", ".html"):
        with open(path, encoding="utf-8") as f:
            text = f.read()
        for n, line in enumerate(text.splitlines(), 1):
            if len(line) > COLUMNS:
                yield f"{path}:{n}: {len(line)} columns; at most {COLUMNS}"
        if path.endswith(("js")):
            if not re.sub(r"^#!.*\n", "", text).startswith(f"{SPDX}\n"):
                yield f"{path}:1: no SPDX line at the top"
            if path.startswith(WEB):
                yield from check_page(path, text)
