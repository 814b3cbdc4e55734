# SPDX-License-Identifier: BSD-2-Clause
"""The bytes that a link kept, from its map file, by the parts of the profiler."""
import fnmatch
from collections import namedtuple

# Bytes of code, strings and tables that the link kept of an object.
Kept = namedtuple("Kept", "object section bytes")

# Parts of an object's path; "[!k]" leaves out the kernel's events, which grow with their number.
CORE = ["src/profiler/measure/", "block_pair.o"]
EVENTS = ["src/profiler/record/[!k]", "src/profiler/control/", "src/profiler/stack/", "src/profiler/stream/", "src/profiler/hooks/",
          "src/services/trace_"]

# The parts, in the order of the tables, each with its objects.
PARTS_OF_EVENTS = {
    "emitters": ["record/emit.o"],
    "rings": ["record/ring.o", "record/setup.o"],
    "time": ["record/ring_time.o", "hooks/hooks.o"],
    "reader": ["record/read.o"],
    "ids_names": ["record/ids.o", "control/named.o", "control/threads.o", "hooks/thread_end.o"],
    "services": ["control/service*.o"],
    "data_stacks": ["record/long_records.o", "profiler/stack/*.o"],
    "selection": ["control/filter.o", "control/visits.o", "record/selection.o", "record/actions.o", "stream/selection_packet.o"],
    "costs": ["control/record_cost.o"],
    "records": ["stream/encode.o", "stream/records.o", "stream/dense*.o"],
    "packets": ["stream/packet.o", "stream/begin.o", "stream/numbers.o"],
    "order": ["stream/session.o", "stream/drain.o", "stream/port_optional.o", "stream/fiasco.o"],
    "thread_link": ["services/trace_*.o"],
}
PARTS_OF_CORE = {
    "enter_leave": ["block_pair.o"],
    "nesting": ["measure/context.o"],
    "visits": ["measure/block.o"],
    "long_visits": ["measure/long_visits.o", "measure/current.o"],
    "points_sinks": ["measure/point.o", "measure/sink.o", "measure/*.o"],
}


def kept(map_file, paths):
    """@return a Kept for each section of code, strings and tables from objects under `paths`"""
    found, name, reached = [], None, False
    with open(map_file, encoding="utf-8", errors="replace") as f:
        for line in f:
            if line.startswith("Linker script and memory map"):
                reached = True
            if not reached:
                continue
            words = line.split()
            if len(words) == 1 and words[0].startswith((".text", ".rodata")):
                name = words[0]
                continue
            if words and words[0].startswith((".text", ".rodata")):
                name, words = words[0], words[1:]
            if name and len(words) >= 3 and words[0].startswith("0x") and words[1].startswith("0x"):
                if any(fnmatch.fnmatch(words[2], f"*{p}*") for p in paths):
                    found.append(Kept(words[2], name, int(words[1], 16)))
            name = None
    return found


def part_of(path, parts):
    """@return the first part that an object belongs to, or "other\""""
    return next((part for part, patterns in parts.items() if any(fnmatch.fnmatch(path, f"*{p}") for p in patterns)), "other")


def by_part(map_file, paths, parts):
    """@return {part: [Kept, the largest first]}, without parts of which nothing was kept"""
    found = {}
    for k in sorted(kept(map_file, paths), key=lambda k: -k.bytes):
        if k.bytes:
            found.setdefault(part_of(k.object, parts), []).append(k)
    return found


def total(list_):
    return sum(k.bytes for k in list_)
