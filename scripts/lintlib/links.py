# SPDX-License-Identifier: BSD-2-Clause
"""
The architecture test, second half: no file is in a cycle of calls with others of its tree, and no
folder refers to one above it. The calls between files are read by nm from built objects.

Argument: the build folder. The objects of a source are combined over architectures and settings.
"""
import os
import re
import subprocess
from collections import defaultdict

# From the bottom up. A file may refer to its own line and to earlier lines. Folders of the profiler
# have separate lines.
TARGET = ["src/util", "src/arch", "src/drivers", "platform",
          "src/profiler/measure", "src/profiler/record", "src/profiler/stack", "src/profiler/function",
          "src/profiler/sample",
          "src/profiler/control", "src/profiler/stream", "src/profiler/hooks",
          "src/kernel", "src/port", "src/services", "src/libc", "src/shell", "src/commands", "src/apps"]
HOST = ["host/base", "host/elf", "host/read", "host/core", "host/model", "host/profile", "host/table", "host/write", "host/encode", "host/import", "host/foreign",
        "host/analysis", "host/export", "host/view", "host/live", "host/query", "host/compare", "host/record", "host/merge",
        "host/report", "host/trend", "host/engine", "host/mcp", "host/cli", "host/commands", "host/main.c"]
# Contracts that an upper layer implements by design: see include/hal, spoor/port/port.h,
# spoor/port/block_pair.h, spoor/port/restart.h and spoor/masked.h.
UPCALLS = re.compile(r"(hal_on_\w+|hal_irqctl_\w+|spoor_port_\w+|trace_pair_\w+|trace_scope_(?:leave_at|record_other)|spoor_emit_slow|spoor_restart_\w+|spoor_function_(?:enter|leave|back)|trace_rings|spoor_masked_\w+|main|board|board_\w+|spoor_shell_start_script|spoor_shell_prompt)$")
# Functions to which the compiler generates calls.
COMPILER = re.compile(r"__(cyg_profile|aeabi)_")


def objects(build):
    """@return {source without extension: [objects]}, one object per source, architecture and settings
"""
    found, seen = defaultdict(list), set()
    for folder, folders, names in os.walk(build):
        folders[:] = [f for f in folders if f != "lint"]
        for name in names:
            path = os.path.join(folder, name)
            # For the target build/obj/ARCHITECTURE[-BOARD]/SETTINGS/SOURCE.o, for the tool
            # build/host/spoor.o/SOURCE.o.
            m = re.match(r"(?:obj/(\w+)[^/]*/([^/]+)|host/spoor\.o)/((?:src|platform|host)/.*)\.o$", os.path.relpath(path, build))
            if m and any(os.path.exists(m[3] + e) for e in (".c", ".S")) and m.groups() not in seen:
                seen.add(m.groups())
                found[m[3]].append(path)
    return found


def symbols(found):
    """@return (defined, undefined): {source: names}"""
    source_of = {path: source for source, paths in found.items() for path in paths}
    defined, undefined = defaultdict(set), defaultdict(set)
    paths = list(source_of)
    for at in range(0, len(paths), 1000):  # starting nm takes longer than reading an object
        out = subprocess.run(["nm", "-A", *paths[at:at + 1000]], capture_output=True, text=True, check=False).stdout
        for line in out.splitlines():
            path, rest = line.split(":", 1)
            words = rest.split()
            if len(words) == 2 and words[0] in "Uwv":
                undefined[source_of[path]].add(words[1])
            elif len(words) == 3 and words[1] in "TDBRWVC":
                defined[source_of[path]].add(words[2])
    return defined, undefined


def graph(build):
    found = objects(build)
    defined, wanted = symbols(found)
    defined_by = {}
    for source in found:
        for name in defined[source]:
            defined_by.setdefault((source.startswith("host/"), name), set()).add(source)
    edges = defaultdict(dict)
    for source, names in wanted.items():
        for name in names:
            for target in defined_by.get((source.startswith("host/"), name), ()):
                if target != source and not UPCALLS.match(name) and not COMPILER.match(name):
                    edges[source].setdefault(target, name)
    return edges


def rank(source, order):
    if source.endswith(("/block_pair", "/restart")):
        source = "src/profiler/measure/block_pair"  # an architecture's version of the profiler's own code
    lines = [i for i, folder in enumerate(order)
             if source == os.path.splitext(folder)[0] or source.startswith(folder + "/")]
    return lines[-1] if lines else None


def arrows_up(edges):
    for source, targets in sorted(edges.items()):
        order = HOST if source.startswith("host/") else TARGET
        mine = rank(source, order)
        if mine is None:
            yield f"{source}: its folder has no place in the order (scripts/lintlib/links.py)"
            continue
        for target, name in sorted(targets.items()):
            if (rank(target, order) or 0) > mine:
                yield f"{source} refers up to {target} (by {name})"


def circles(edges):
    """@return the sets of strongly connected files, by Tarjan's algorithm without recursion"""
    index, low, on_stack, stack, count = {}, {}, set(), [], 0
    for root in sorted(edges):
        if root in index:
            continue
        work = [(root, iter(sorted(edges.get(root, ()))))]
        index[root] = low[root] = count
        count += 1
        stack.append(root)
        on_stack.add(root)
        while work:
            node, targets = work[-1]
            for target in targets:
                if target not in index:
                    index[target] = low[target] = count
                    count += 1
                    stack.append(target)
                    on_stack.add(target)
                    work.append((target, iter(sorted(edges.get(target, ())))))
                    break
                if target in on_stack:
                    low[node] = min(low[node], index[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    circle = []
                    while True:
                        member = stack.pop()
                        on_stack.discard(member)
                        circle.append(member)
                        if member == node:
                            break
                    # Context switch, vectors, entry and MMU tables refer to each other in assembly.
                    if len(circle) > 1 and not all(c.startswith("src/arch/") for c in circle):
                        yield sorted(circle)


def check(arguments):
    edges = graph(arguments[0])
    if not edges:
        yield f"{arguments[0]}: no objects found; run make all"
    yield from arrows_up(edges)
    for circle in circles(edges):
        yield "a cycle of calls: " + ", ".join(circle)
        for source in circle:
            for target, name in sorted(edges.get(source, {}).items()):
                if target in circle:
                    yield f"    {source} -> {target} (by {name})"
