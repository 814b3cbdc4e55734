# SPDX-License-Identifier: BSD-2-Clause
"""
The application's own instructions, with the profiler and without. A function without hooks has the same code in both, and must
execute each instruction as often. One with hooks has other code around them: the compiler uses other registers. There the calls
of the application's functions are compared, and with the same code, the instructions that aren't the hooks'.
"""
import re

SOURCES = "work.c", "visits.c", "calls.c"
PLAIN = "work_sum work_sort work_primes next sampled_sum sampled_mix sampled_count".split()
HOOKED = "visit_point visit_point_of_handler visit_masked visit_inner visit_outer visit_scoped visit_interrupted visit_handler visit_preempted " \
         "visit_preempting call_fibonacci call_all call_leaf call_branch".split()
OF_HOOKS = re.compile(r"trace_|spoor_|__cyg_")


def own(image, functions):
    """@return the instructions of these functions that aren't part of a hook: neither inlined, nor a call of one"""
    pcs = [pc for name in functions for pc in image.body(name)]
    chains = image.inlined(pcs)
    return [pc for pc in pcs if not any(OF_HOOKS.match(name) for name in chains[pc]) and not OF_HOOKS.match(image.target(pc) or "")]


def compare_runs(rows, image, on, off):
    """The same image, with everything switched on and off."""
    for name in (*PLAIN, *HOOKED):
        pcs = own(image, [name])
        executed = [off.get(pc, 0) for pc in pcs]
        rows.compare(f"switched on and off: {name}", [on.get(pc, 0) for pc in pcs], executed if any(executed) else "no execution")


def shape(image, pc):
    """@return an instruction without addresses"""
    return re.sub(r"\s*[@;#] .*|\b(0x)?[0-9a-f]{3,} <.*", "", image.code[pc])


def compare_builds(rows, image, on, bare, off):
    """Two images: `bare` without the profiler."""
    for name in PLAIN:
        mine, theirs = ([(shape(i, pc), counts.get(pc, 0)) for pc in i.body(name)] for i, counts in ((image, on), (bare, off)))
        rows.compare(f"with and without: {name}", mine, theirs if any(n for _, n in theirs) else "no execution")
    for name in HOOKED:
        mine, theirs = (calls(i, counts, name) for i, counts in ((image, on), (bare, off)))
        rows.compare(f"with and without: calls of {name}", mine, theirs if theirs[0] else "no execution")


def calls(image, counts, name):
    """@return the executions of the function, and of its calls of functions of the application"""
    made = {}
    for pc in image.body(name):
        if (target := image.target(pc) or image.jumps_to(pc)) in (*PLAIN, *HOOKED):
            made[target] = made.get(target, 0) + counts.get(pc, 0)
    return counts.get(image.names[name], 0), made
