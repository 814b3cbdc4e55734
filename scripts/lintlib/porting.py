# SPDX-License-Identifier: BSD-2-Clause
"""
The example port of docs/porting.md compiles as that page says, and asks for nothing but what it names.

Arguments: the compiler and its flags.
"""
import glob
import os
import re
import subprocess

OUT = "build/lint/porting"
CPUS = ("cortex-m3", "cortex-m4", "cortex-m33")
SOURCES = "docs/examples/freertos/*.c src/profiler/measure/*.c src/arch/armv7m/block_pair.c"
LEFT_OUT = ("names_off.c", "histogram.c")
FLAGS = """-mthumb -DCONFIG_CYCLES_ADDRESS=0xE0001004u -include conf/default.h -Idocs/examples/freertos
           -Idocs/examples/freertos/stand-in -Iinclude -Isrc/arch/armv7m -Isrc/arch/cortexm -Isrc/arch/arm
           -Isrc/arch/generic""".split()
ASKED = re.compile(r"(pvTaskGetThreadLocalStoragePointer|vTaskSetThreadLocalStoragePointer|xTaskGetTickCount"
                   r"|mem(cpy|set|move|cmp)|str[a-z]+|__aeabi_.*)$")


def run(command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def check(compiler):
    os.makedirs(OUT, exist_ok=True)
    sources = [s for pattern in SOURCES.split() for s in sorted(glob.glob(pattern)) if not s.endswith(LEFT_OUT)]
    for cpu in CPUS:
        objects = [os.path.join(OUT, s.replace("/", "-") + ".o") for s in sources]
        for source, target in zip(sources, objects):
            done = run([*compiler, f"-mcpu={cpu}", *FLAGS, "-c", "-o", target, source])
            if done.returncode:
                yield f"{cpu}: {done.stderr}"
                return
        joined = os.path.join(OUT, "all.o")
        run([compiler[0], f"-mcpu={cpu}", "-mthumb", "-nostdlib", "-r", "-o", joined, *objects])
        for line in run([compiler[0].replace("gcc", "nm"), "-u", joined]).stdout.splitlines():
            name = line.split()[-1]
            if not ASKED.match(name):
                yield f"{cpu}: the profiler asks for {name}, which docs/porting.md doesn't name"
        slow = run([compiler[0].replace("gcc", "nm"), objects[-1]]).stdout
        if "trace_pair_leave_now\n" not in slow:
            yield f"{cpu}: enter and leave fall back to the form in C"
