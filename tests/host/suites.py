# SPDX-License-Identifier: BSD-2-Clause
"""
The suites that run on the build machine, with their sources or inputs: unit/NAME_test.c, FOLDER/NAME.check, fuzz/NAME_fuzz.c.
Read by scripts/graph. Sources are glob patterns; a pattern after ! excludes files; LIBRARY stands
for the sources of libspoor.
"""

# -------- unit tests. A flavour is a set of compiler flags; tests of the same flavour share objects.
PORT = "-Itests/host/unit/port"
ASAN = f"-fsanitize=address,undefined {PORT}"
EVENTS = f"{ASAN} -DCONFIG_TRACE_EVENTS=1 -DCONFIG_CPUS=2"
FLAVOURS = {
    "plain": ASAN,
    "events": EVENTS,
    "data": f"{EVENTS} -DCONFIG_TRACE_DATA_BYTES=192",
    # Data that continue in other packets.
    "dense": f"{EVENTS} -DCONFIG_TRACE_DENSE=1 -DCONFIG_TRACE_DENSE_RECORDS=200 -DCONFIG_TRACE_DATA_BYTES=512 -DCONFIG_TRACE_RING_BYTES=8192",
    "ring": f"{ASAN} -DCONFIG_TRACE_EVENTS=1 -DCONFIG_TRACE_RING_BYTES=1024 -DCONFIG_TRACE_RING_SUBBUFS=4",
    "ring_dense": f"{ASAN} -DCONFIG_TRACE_EVENTS=1 -DCONFIG_TRACE_DENSE=1 -DCONFIG_TRACE_RING_BYTES=1024 -DCONFIG_TRACE_RING_SUBBUFS=4",
    # An interrupt may come between a read of the time and the lock after it.
    "ticks": f"{ASAN} -DFAKE_AFTER_TIME -DCONFIG_TRACE_EVENTS=1 -DCONFIG_TRACE_RING_BYTES=1024 -DCONFIG_TRACE_RING_SUBBUFS=4",
    "stream": f"{ASAN} -DCONFIG_TRACE_EVENTS=1 -DCONFIG_TRACE_RING_MODES=0 -DCONFIG_TRACE_RING_BYTES=1024 -DCONFIG_TRACE_RING_SUBBUFS=4",
    "memory": f"{ASAN} -fsanitize-coverage=trace-pc -DCONFIG_TRACE_EVENTS=1 -DCONFIG_TRACE_RING_BYTES=1024 -DCONFIG_TRACE_RING_SUBBUFS=4 "
              "-DCONFIG_TRACE_RING_MEMORY=8",
    "few": f"{ASAN} -DCONFIG_TRACE_EVENTS=1 -DCONFIG_TRACE_IDS=18",
    # Without the optional parts, as conf/least.mk.
    "lean": f"{ASAN} -DCONFIG_TRACE_EVENTS=1 -DCONFIG_TRACE_RING_BYTES=1024 -DCONFIG_TRACE_RING_SUBBUFS=4 " + " ".join(
        f"-DCONFIG_TRACE_{name}=0" for name in
        "SHELL ENCODED RING_MODES SURVIVORS FILTERS VISITS COSTS NAMED RARE_TICKS SELECTION CLIENTS LOSSES_BY_ID CLEARS COPIES".split()),
    # Each branch calls a function of the test.
    "branches": f"{ASAN} -iquote src/profiler/record -fsanitize-coverage=trace-pc -DCONFIG_TRACE_EVENTS=1 -DCONFIG_TRACE_RING_BYTES=480 "
                "-DCONFIG_TRACE_RING_SUBBUFS=3 -DCONFIG_TRACE_IDS=32",
    # Sub-buffers of two records of the model in tests/host/model.
    "replay": f"-iquote tests/host/unit -iquote src/profiler/record {PORT} -DCONFIG_TRACE_EVENTS=1 -DCONFIG_CPUS=2 -DCONFIG_TRACE_RING_BYTES=224 "
              "-DCONFIG_TRACE_RING_SUBBUFS=2 -DCONFIG_TRACE_IDS=32 -DCONFIG_TRACE_DATA_BYTES=16",
    # As on systems without temporary files and zlib.
    "portable": f"{ASAN} -DSYSTEM_TEMPORARY=0 -DSYSTEM_ZLIB=0",
    "histogram": f"{ASAN} -DCONFIG_TRACE_HISTOGRAM=1",
    "wall": f"{ASAN} -DCONFIG_TRACE_NET=0",
    "listed": f"{ASAN} -DSPOOR_PORT_LISTS_THREADS=1",
    "functions": f"{ASAN} -DCONFIG_TRACE_FUNCTION=1 -DCONFIG_TRACE_FUNCTION_TABLE=8",
    # Threads act as CPUs.
    "threads": f"-fsanitize=thread -Itests/host/unit/port-threads {PORT} -DCONFIG_CPUS=4 -DCONFIG_TRACE_HISTOGRAM=1",
    "masked": f"{EVENTS} -DCONFIG_TRACE_MASKED=1",
    # Each atomic access calls the test.
    "masked-step": f"{ASAN} -include tests/host/unit/step.h -DCONFIG_CPUS=2 -DCONFIG_TRACE_MASKED=1 -DCONFIG_TRACE_EVENTS=0",
    "masked-threads": f"-fsanitize=thread -Itests/host/unit/port-threads {PORT} -DCONFIG_CPUS=4 -DCONFIG_TRACE_MASKED=1 -DCONFIG_TRACE_EVENTS=0",
    "story": f"{ASAN} -iquote tests/host/unit -DCONFIG_TRACE_EVENTS=1 -DMAKE_BYTES=524288",
}

# Points and blocks. PORT_C is a port whose time the test sets.
MEASURE = "src/profiler/measure/*.c !src/profiler/measure/names_off.c !src/profiler/measure/histogram.c " \
          "!src/profiler/measure/cost.c src/arch/generic/block_pair.c "
TEXT = "src/util/text.c src/util/divide.c "
PORT_C = "tests/host/unit/port/port.c "
POINTS = MEASURE + TEXT + PORT_C
# Points, blocks, rings, and reading of rings.
RECORD = POINTS + "src/profiler/record/*.c !src/profiler/record/kernel_events.c src/profiler/control/services.c " \
    "src/profiler/control/service_names.c src/profiler/control/filter.c " \
    "src/profiler/control/visits.c src/profiler/stack/data.c src/profiler/stream/port_optional.c "
SESSION = RECORD + "src/profiler/stream/session.c src/profiler/stream/selection_packet.c src/profiler/stream/encode.c " \
    "src/profiler/stream/begin.c src/profiler/stream/numbers.c src/profiler/stream/packet.c tests/host/unit/session_port.c "
ENCODE = "src/profiler/stream/encode.c src/profiler/stream/records.c src/profiler/stream/begin.c src/profiler/stream/numbers.c src/profiler/stream/packet.c " \
         "tests/host/unit/encode_read.c tests/host/unit/encode_make.c"
ELF = "host/elf/*.c host/elf/*/*.c host/base/*.c "
READ = ELF + "host/read/*.c host/read/*/*.c "
MAKE = "tests/host/unit/read_make.c "
IMAGE = READ + MAKE + "tests/host/unit/read_memory.c"
STREAM = READ + MAKE + "tests/host/unit/read_fixture.c"
EDITOR = "src/shell/split.c src/shell/keys.c src/shell/line.c src/shell/search.c src/shell/complete.c src/shell/history.c " \
         "src/util/format.c tests/host/unit/terminal.c " + TEXT
COMMANDS = "src/shell/run.c src/shell/absent.c src/shell/split.c src/shell/options.c src/shell/print.c src/shell/table.c " \
    "src/util/glob.c src/util/format.c src/commands/system/help.c src/commands/system/echo.c " \
    "src/profiler/measure/cost.c " + "".join(
        f"src/commands/trace/{name}.c " for name in
        "command columns trace_table points blocks details conditions costs change select rates".split())

# For each test: sources besides its own, flavour (default: plain), libraries.
UNIT_TESTS = {
    "bare_threads": ("host/bare/threads.c host/base/hash.c",),
    "bare_trap": ("host/bare/trap.c",),
    "condition": ("src/profiler/measure/condition.c " + TEXT,),
    "debug": ("host/elf/dwarf/*.c host/base/hash.c host/base/sort.c",),
    "demangle": ("host/elf/demangle/*.c",),
    "demo": ("src/apps/demo/crc.c src/apps/demo/signal.c src/apps/demo/fir.c src/apps/demo/level.c "
             "src/apps/demo/frame.c src/apps/demo/journal.c",),
    "dense": (READ + MAKE + "src/profiler/stream/encode.c src/profiler/stream/dense.c src/profiler/stream/dense_words.c "
              "src/profiler/stream/begin.c src/profiler/stream/numbers.c src/profiler/stream/packet.c", "dense"),
    "divide": (TEXT,),
    "edit": (EDITOR,),
    "encode": (ENCODE, "events"),
    "encode_long": (ENCODE, "data"),
    "encode_packets": (ENCODE, "events"),
    "format": ("src/util/format.c " + TEXT,),
    "glob": ("src/util/glob.c",),
    "history": ("src/shell/history.c " + TEXT,),
    "inflate": ("host/base/*.c", "plain", "-lz"),
    "json": ("host/base/*.c",),
    "judge": ("host/compare/judge.c host/compare/baseline.c host/base/*.c",),
    "libspoor": ("LIBRARY tests/host/unit/libspoor_make.c " + MAKE, "plain", "-lz"),
    "libspoor_threads": ("LIBRARY tests/host/unit/libspoor_make.c " + MAKE, "threads", "-lz"),
    "long": (POINTS + "src/profiler/measure/histogram.c", "histogram"),
    "long_calls": (POINTS + "src/profiler/function/function_table.c", "functions"),
    "long_wall": (POINTS, "wall"),
    "masked": (RECORD, "masked"),
    "masked_step": ("src/profiler/record/masked.c " + PORT_C, "masked-step"),
    "masked_threads": ("src/profiler/record/masked.c tests/host/unit/port-threads/port.c", "masked-threads"),
    "net": (POINTS,),
    "open": (POINTS, "listed"),
    "print": ("src/shell/print.c " + TEXT,),
    "rank": ("host/compare/rank.c host/base/sort.c",),
    "read_ahead": (STREAM, "threads"),
    "read_border": (STREAM, "plain", "-Wl,--wrap=pread,--wrap=lseek"),
    "read_counts": (STREAM,),
    "read_damage": (STREAM,),
    "read_demux": ("host/read/stream/demux.c",),
    "read_dense": (STREAM,),
    "read_document": (STREAM,),
    "read_elf": (ELF + MAKE,),
    "read_fields": (STREAM,),
    "read_image": (IMAGE,),
    "read_layout": (IMAGE,),
    "read_limit": (IMAGE, "plain", "-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=strdup"),
    "read_names": (STREAM,),
    "read_packet": ("host/read/stream/packet.c " + MAKE,),
    "read_recordings": (STREAM,),
    "read_order": (STREAM,),
    "read_seek": (STREAM,),
    "read_source": (STREAM,),
    "read_stream": (STREAM,),
    "ring": (RECORD, "ring"),
    "ring_ids": (RECORD, "few"),
    "ring_memory": (RECORD, "memory"),
    "ring_lean": (RECORD + "src/profiler/control/named.c src/profiler/stream/encode.c src/profiler/stream/begin.c src/profiler/stream/numbers.c src/profiler/stream/packet.c "
                  "tests/host/unit/encode_read.c", "lean"),
    "ring_nested": (RECORD + "tests/host/unit/ring_model.c", "branches"),
    "ring_rare": (RECORD, "ring"),
    "ring_reset": (RECORD, "ring"),
    "ring_stream": (RECORD, "stream"),
    "ring_ticks": (RECORD, "ticks"),
    "regex": ("host/base/regex.c",),
    "selection": (RECORD + "src/profiler/stream/selection_packet.c src/profiler/stream/encode.c src/profiler/stream/begin.c src/profiler/stream/numbers.c src/profiler/stream/packet.c "
                  "src/profiler/stream/records.c tests/host/unit/encode_read.c", "ring"),
    "section": ("host/report/page/section.c host/base/*.c", "portable"),
    "session": (SESSION + "src/profiler/stream/records.c tests/host/unit/encode_read.c", "ring"),
    "session_idle": (SESSION + "src/profiler/stream/drain.c src/profiler/stream/dense.c src/profiler/stream/dense_words.c", "ring_dense"),
    "shell_run": (POINTS + COMMANDS + "tests/host/unit/shell_port.c",),
    "spill": ("host/base/*.c", "portable"),
    "split": ("src/shell/split.c",),
    "spread": ("tests/host/unit/spread_other.c",),
    "starved": ("host/record/starved.c",),
    "swo": ("host/foreign/itm.c host/foreign/tpiu.c",),
    "switched": (POINTS,),
    "table": ("src/shell/table.c src/shell/print.c tests/host/unit/shell_port.c " + TEXT,),
    "text": (TEXT,),
    "trace": (POINTS,),
    "trace_threads": (MEASURE + TEXT + "tests/host/unit/port-threads/port.c", "threads"),
    "trend": ("host/trend/trend.c host/trend/names.c host/trend/write.c host/trend/read.c host/trend/moves.c host/compare/*.c !host/compare/measure.c !host/compare/table.c host/base/*.c",),
    "validate": (READ + MAKE + "host/model/validate.c host/model/follow.c host/model/calls.c host/model/threads.c",),
    "vector": ("",),
}

# -------- checks: the programs, images and results that they need, relative to build/. For a result, the check is passed
# the image; the run's recording is next to it.
STREAMS = "mps2-an385/demo-stream.result virt/demo-stream.result mps2-an385/stream-functions.result"
CHECKS = {
    "plugin": "host/spoor host/spoor-qemu.so mps2-an385/guide.elf rv32-virt/guide.elf virt/guide.elf mps2-an385/demo.elf rv32-virt/demo.elf virt/demo.elf",
    "action": "host/spoor host/spoor-qemu.so mps2-an385/demo-stream.elf mps2-an385/demo-slower.elf",
    "masked": "host/spoor mps2-an385/guide.elf rv32-virt/guide.elf virt/guide.elf",
    "touched": "host/spoor mps2-an385/demo.elf rv32-virt/demo.elf virt/demo.elf mps2-an385/guide.elf",
    "witness": "host/spoor host/spoor-qemu.so host/watch-qemu.so " +
               " ".join(f"{board}/{image}.elf" for board in ("mps2-an385", "virt", "rv32-virt", "versatilepb") for image in ("witness", "witness-off")) +
               " microbit/witness-small.elf microbit/witness-off.elf",
    "browser": f"host/spoor host/story {STREAMS}",
    "ci": "host/spoor mps2-an385/demo-stream.elf mps2-an385/demo-slower.elf",
    "cli": "host/spoor man/spoor.1 mps2-an385/demo-stream.result",
    "control": "host/spoor mps2-an385/demo-events.elf mps2-an385/samples-shell.elf",
    "core": "host/spoor " + " ".join(f"{board}/{image}.elf" for board in ("mps2-an385", "rv32-virt") for image in ("demo-events", "demo")),
    "cxx": "host/spoor",
    "data": f"host/spoor host/story host/engine.wasm {STREAMS} mps2-an385/stream-switched.result",
    "debug": "host/spoor mps2-an385/demo-stream.elf virt/demo-stream.elf rv32-virt/demo.elf",
    "engine": f"host/spoor host/story host/engine.wasm {STREAMS}",
    "explain": "host/spoor host/story mps2-an385/demo-stream.result mps2-an385/hello.result mps2-an385/guide.result "
               "versatilepb/demo-stream.result",
    "export": f"host/spoor host/story {STREAMS}",
    "files": f"host/spoor host/story {STREAMS}",
    "model": "host/ring_replay",
    "fleet": "host/spoor mps2-an385/demo-stream.elf mps2-an385/demo-slow.elf",
    "mcp": "host/spoor host/story",
    "rv32_order": "rv32-virt/kernel.elf rv32-virt/stress.elf",
    "npm": f"host/spoor host/story npm/spoor.tgz {STREAMS}",
    "nuttx": "host/spoor",
    "windows": f"host/spoor host/story {STREAMS}",
    "library": "host/spoor host/libspoor.a host/libspoor.so mps2-an385/demo-stream.result",
    "history": "host/spoor host/spoor-qemu.so",
    "links": "host/spoor mps2-an385/links-uart.elf mps2-an385/links-irq.elf mps2-an385/links-rtt.elf "
             "mps2-an385/links-semihost.elf mps2-an385/links-udp.elf",
    "faults": "host/spoor mps2-an385/crash.elf rv32-virt/crash.elf mps2-an385/stream-switched.result mps2-an385/stream-functions.result",
    "live": "host/spoor mps2-an385/demo-events.elf mps2-an385/demo-stream.result",
    "foreign": "host/spoor mps2-an385/stream-functions.result",
    "foreign_chrome": "host/spoor mps2-an385/stream-functions.result",
    "foreign_perfetto": "host/spoor mps2-an385/stream-functions.result",
    "foreign_zephyr": "host/spoor",
    "zephyr_stacks": "host/spoor",
    "openocd": "host/spoor mps2-an385/demo-stream.result",
    "percepio": "host/spoor",
    "profile": "host/spoor mps2-an385/stream-functions.result mps2-an385/samples-stream.result mps2-an385/stream-alone.result",
    "random": "host/spoor host/story",
    "record": "host/spoor mps2-an385/demo-events.elf virt/demo-events.elf lm3s6965evb/demo-events.elf "
              "mps2-an385/demo.elf mps2-an385/demo-stream.elf mps2-an385/fail-recorded.elf mps2-an385/fail-recorded-status.elf "
              "mps2-an385/functions-shell.elf",
    "release": "host/spoor host/spoor-qemu.so host/viewer.js host/engine.wasm spoor/VERSION mps2-an385/hello.elf rv32-virt/hello.elf virt/hello.elf",
    "report": f"host/spoor host/story {STREAMS}",
    "switch": "host/spoor mps2-an385/hello.elf " + " ".join(f"{board}/{image}.elf" for board in (
        "mps2-an385", "microbit", "virt", "versatilepb", "rv32-virt") for image in ("patched", "patched-off")) +
        "".join(f" {board}/functions-first.elf" for board in ("mps2-an385", "microbit", "virt", "versatilepb", "rv32-virt")),
    "tables": "host/spoor host/story",
    "tonband": "host/spoor",
    "tool": "host/spoor mps2-an385/demo-stream.result mps2-an385/stream.elf",
    "tracex": "host/spoor",
    "added": f"host/spoor host/story {STREAMS}",
    "viewer": f"host/spoor host/story {STREAMS}",
    "vscode": f"host/spoor host/story spoor.html {STREAMS}",
    "views": f"host/spoor host/story {STREAMS}",
}

# -------- fuzzers: maximum length of inputs, folder of kept inputs
FUZZERS = {
    "read_fuzz": (6000, "build/host/fuzz/corpus"),
    "core_fuzz": (4000, "tests/host/fuzz/cores"),
    "elf_fuzz": (8000, "tests/host/fuzz/elfs"),
    "text_fuzz": (2000,),
    "pack_fuzz": (4000, "tests/host/fuzz/packs"),
    "json_fuzz": (4000, "tests/host/fuzz/json"),
    "mcp_fuzz": (4000, "tests/host/fuzz/mcp"),
    "trend_fuzz": (4000, "tests/host/fuzz/trends"),
    "foreign_fuzz": (20000, "tests/host/fuzz/foreign"),
    "profile_fuzz": (40000, "tests/host/fuzz/profiles"),
    "libspoor_fuzz": (8000, "tests/host/fuzz/libspoor", "build/host/fuzz/corpus", "tests/host/fuzz/profiles", "tests/host/fuzz/packs"),
}
