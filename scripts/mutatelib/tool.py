# SPDX-License-Identifier: BSD-2-Clause
"""The host tool with all mutants of the reader in it, and the checks that run it on recordings with known output."""
import os
import sys
from glob import glob

from rulelib.host import INCLUDES, PLUGIN, TOOL_LIBS
from rulelib.sources import expand

from .host import Program, call

BUILT = "build/host"
RECORDED = "build/mps2-an385"
# {} is the run's own folder.
CHECKS = {
    "tables": ["tests/host/tables/tables.check", "{}", "{spoor}", f"{BUILT}/story"],
    "tool": ["tests/host/tool/tool.check", "{}", "{spoor}", f"{RECORDED}/demo-stream.elf", f"{RECORDED}/stream.elf"],
}
# What make has built before.
NEEDS = [f"{BUILT}/spoor", f"{BUILT}/libspoor.a", f"{BUILT}/story", f"{RECORDED}/demo-stream.result", f"{RECORDED}/stream.elf"]


def programs(sources, build, tree):
    """Link the tool from woven sources and make's objects: those of the library, which aren't optimized as a whole, where there
    are. Yields the checks."""
    woven = [s for s in sources if s.startswith("host/") and s.endswith(".c")]
    if not woven:
        return
    call(os.environ.get("MAKE", "make"), "-j2", *NEEDS)
    flags = ["-O1", "-g", "-std=gnu11", f"-I{tree}/host", *INCLUDES.split()]
    own = sorted({os.path.dirname(s) for s in woven})
    folders = [*(os.path.join(tree, f) for f in own), *own]
    rest = []
    others = ["src/util/glob.c", *sorted(glob("host/**/*.c", recursive=True)), PLUGIN, "!host/engine/wasm.c", "!host/wasm/*.c", "!host/windows/*.c"]
    for source in expand(others):
        if source not in sources:
            objects = (f"{BUILT}/{kind}/{source[:-2]}.o" for kind in ("lib.o", "spoor.o"))
            rest.append(next(o for o in objects if os.path.exists(o)))
    spoor = build.program("spoor", "tool", flags, {s: os.path.join(tree, s) for s in woven}, folders, [*rest, "-flto=auto", "-O1", *TOOL_LIBS.split()])
    for name, words in CHECKS.items():
        yield Program(f"host/{name}", [sys.executable, *(w.replace("{spoor}", spoor) for w in words)])
