# SPDX-License-Identifier: BSD-2-Clause
"""
The files that docs/porting.md lists compile with the example port, and need no function but those that the page names:
for points and blocks, and with events.

Arguments: the compiler and its flags.
"""
import glob
import os
import re
import subprocess

OUT = "build/lint/porting"
CPUS = ("cortex-m3", "cortex-m4", "cortex-m33")
EXAMPLE = "docs/examples/freertos"
MEASURE = f"{EXAMPLE}/*.c src/profiler/measure/*.c src/arch/armv7m/block_pair.c"
EVENTS = """src/profiler/record/*.c src/profiler/control/*.c src/profiler/hooks/*.c src/profiler/stream/*.c
            src/profiler/stack/data.c src/util/build_id.c"""
LEFT_OUT = ("names_off.c", "histogram.c", "fiasco.c")
FLAGS = f"""-mthumb -DCONFIG_CYCLES_ADDRESS=0xE0001004u -include conf/default.h -I{EXAMPLE} -I{EXAMPLE}/stand-in -Iinclude
            -Isrc/arch/armv7m -Isrc/arch/cortexm -Isrc/arch/arm -Isrc/arch/generic""".split()
ASKED = r"pvTaskGetThreadLocalStoragePointer|vTaskSetThreadLocalStoragePointer|xTaskGetTickCount|mem(?:cpy|set|move|cmp)" \
        r"|str[a-z]+|__aeabi_.*"
ASKED_EVENTS = ASKED + r"|port_wake_drain|port_wait_to_drain|port_wait_for_tick|port_(?:un)?lock_drain|port_tick_hz|port_link_name" \
               r"|port_thread|port_board_name|build_id_note"
# The example counts no 64-bit time: enough to compile with.
PORT_TIME = """#include_next <trace_port.h>
#ifndef WITH_TIME
#define WITH_TIME
static inline uint64_t port_time(void) { return port_cycles(); }
#endif
"""


def run(command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def needed(compiler, cpu, name, patterns, flags):
    """Compile the files of `patterns` and join them. @return (errors, undefined symbols, objects)"""
    sources = [s for pattern in patterns.split() for s in sorted(glob.glob(pattern)) if not s.endswith(LEFT_OUT)]
    objects = [os.path.join(OUT, name + "-" + s.replace("/", "-") + ".o") for s in sources]
    for source, target in zip(sources, objects):
        done = run([*compiler, f"-mcpu={cpu}", *flags, "-c", "-o", target, source])
        if done.returncode:
            return done.stderr, [], objects
    joined = os.path.join(OUT, f"{name}.o")
    run([compiler[0], f"-mcpu={cpu}", "-mthumb", "-nostdlib", "-r", "-o", joined, *objects])
    symbols = run([compiler[0].replace("gcc", "nm"), "-u", joined]).stdout
    return None, [line.split()[-1] for line in symbols.splitlines()], objects


# A program of one function: with -flto the linker drops a function that only assembly calls.
PROGRAM = """#include <profiler/tracing/trace.h>
TRACE_BLOCK_DEF(block);
void program(void);
void program(void) { trace_block_enter(&block); trace_block_leave(&block); }
"""


def check_lto(compiler, cpu):
    source = os.path.join(OUT, "program.c")
    with open(source, "w", encoding="utf-8") as f:
        f.write(PROGRAM)
    error, _, objects = needed(compiler, cpu, "lto", f"{MEASURE} {source}", [*FLAGS, "-flto"])
    linked = run([compiler[0], f"-mcpu={cpu}", "-mthumb", "-O2", "-flto", "-nostdlib", "-Wl,-e,program", "-o", os.path.join(OUT, "lto.elf"), *objects])
    wrong = {s for s in re.findall(r"undefined reference to `(\w+)'", linked.stderr) if not re.fullmatch(ASKED, s)}
    if error or wrong:
        yield f"{cpu}, with -flto: {error or ' '.join(sorted(wrong))}"


def check(compiler):
    os.makedirs(os.path.join(OUT, "time"), exist_ok=True)
    with open(os.path.join(OUT, "time", "trace_port.h"), "w", encoding="utf-8") as f:
        f.write(PORT_TIME)
    with_events = [f"-I{OUT}/time", "-DCONFIG_TRACE_EVENTS=1", *FLAGS]
    for cpu in CPUS:
        for name, patterns, flags, asked in (("points", MEASURE, FLAGS, ASKED),
                                             ("events", f"{EVENTS} {MEASURE}", with_events, ASKED_EVENTS)):
            error, symbols, objects = needed(compiler, cpu, name, patterns, flags)
            if error:
                yield f"{cpu}, {name}: {error}"
                return
            for symbol in symbols:
                if not re.fullmatch(asked, symbol):
                    yield f"{cpu}, {name}: the profiler needs {symbol}, which docs/porting.md doesn't name"
        yield from check_lto(compiler, cpu)
        if "trace_pair_leave_now\n" not in run([compiler[0].replace("gcc", "nm"), objects[-1]]).stdout:
            yield f"{cpu}: enter and leave fall back to the form in C"
