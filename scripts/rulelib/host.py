# SPDX-License-Identifier: BSD-2-Clause
"""
The rules for host programs: the tool `spoor`, its unit tests, checks and fuzzers.
tests/host/suites.py lists the suites.
"""
import glob
import re
import runpy
from os.path import basename, dirname, normpath, splitext

from .descriptions import Refused
from .rules import unique, write
from .sources import Sources, expand

SUITES = "tests/host/suites.py"
INCLUDES = "-Iinclude -Ihost -include conf/default.h"
CHECKED = "-fno-omit-frame-pointer -pthread -fno-sanitize-recover=all"
LIBS = "-lsqlite3 -lopen-trace-format2 -lz -lm"
TOOL_LIBS = f"{LIBS} -lmicrohttpd -lncursesw -ltinfo -lpthread"
# Linker script for host programs with spread arrays.
SPREAD = "mk/ld/spread-host.ld"
UNIT_LIBS = f"-pthread -Wl,-T,{SPREAD}"
# The tool and the library are also made for WebAssembly, without sources that need libraries or calls which it lacks.
POSIX = "host/wasm/posix.h"
WASM = "--target=wasm32-wasi -flto -mbulk-memory -Wall -Werror -D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_MMAN -D_WASI_EMULATED_GETPID " \
       f"-include {POSIX}"
# The rooms that see each event are made for speed, the others for size.
FAST_ROOMS = ("host/base/", "host/read/", "host/model/")
WASM_LINK = "-Wl,--strip-all -Wl,--gc-sections -Wl,-z,stack-size=1048576 -lwasi-emulated-mman"
NOT_IN_WASM = "!host/table/database.c !host/export/table/sqlite.c !host/export/trace/otf2*.c !host/mcp/sql.c"
# Commands that it lacks are named in host/cli/absent.c.
NO_DEVICES = "!host/live/*.c !host/record/*.c !host/commands/record*.c " \
             "!host/commands/serve*.c !host/commands/sql.c !host/commands/top.c !host/commands/tui*.c !host/engine/wasm.c "
# The tool for Windows, by mingw-w64: host/windows has the calls of POSIX. Formats are checked in the native build: the compiler
# checks them as those of Microsoft's library, which isn't used.
WINDOWS = "host/windows/posix.h"
FOR_WINDOWS = f"-O2 -flto=auto -Wall -Werror -Wno-format -D__USE_MINGW_ANSI_STDIO=1 -D_FILE_OFFSET_BITS=64 -DSYSTEM_ZLIB=1 " \
              f"-include {WINDOWS} -isystem host/windows/include"
WINDOWS_LINK = "-static -municode -s -Wl,--no-insert-timestamp -lz -lws2_32 -lpthread"
NOT_IN_WINDOWS = f"{NOT_IN_WASM} !host/engine/wasm.c !host/wasm/*.c !host/live/*.c !host/record/emulator.c !host/record/operate.c !host/record/serial.c " \
                 "!host/commands/serve*.c !host/commands/sql.c !host/commands/top.c !host/commands/tui*.c"
ENGINE = "src/util/glob.c host/base/*.c host/core/*.c host/elf/*.c host/elf/*/*.c host/read/*.c host/read/*/*.c host/model/*.c host/profile/*.c " \
         "host/table/*.c host/view/view.c host/view/view_words.c host/write/*.c host/encode/*.c host/import/*.c host/foreign/*.c host/analysis/*.c host/export/*.c " \
         "host/export/*/*.c host/query/*.c host/compare/*.c host/report/page/*.c host/engine/*.c !host/report/page/page.c " \
         "!host/report/page/topology.c "
# The library for programs leaves them out too, and needs no more than zlib. suites.py calls these sources LIBRARY.
LIBRARY = f"{ENGINE}{NOT_IN_WASM} !host/engine/wasm.c"
LIBRARY_LIBS = "-lz -lm"
SONAME = 0
EXPORTED = "host/engine/libspoor.map"


# The plugin for QEMU.
BARE = "host/bare/*.c host/elf/*.c host/elf/*/*.c host/base/*.c"
PLUGIN = "!host/bare/*.c"


class Host:
    def __init__(self, build, warnings):
        self.build, self.warnings = build, f"-g -fno-common {warnings}"
        self.suites = runpy.run_path(SUITES)
        self.boards, self.assets, trend = (f"{build}/host/include/{name}.h" for name in ("record/boards", "report/assets", "trend/assets"))
        self.sources = Sources(made=(self.boards, self.assets, trend))
        self.lines, self.names, self.objects = [], [], set()

    def rule(self, target, needs, *commands):
        self.lines.append(f"{target}: {' '.join(needs)}" + "".join(f"\n\t{c}" for c in commands))

    # -------- objects and programs
    def kind(self, folder, compiler, flags, warnings=None):
        """@return a kind of objects: its folder and its command. Its flags are kept in a file that the
        objects depend on."""
        folder = f"{self.build}/host/{folder}"
        write(f"{folder}/flags", f"{self.warnings if warnings is None else warnings} {flags}\n")
        return folder, f"{compiler} @{folder}/flags"

    def compile(self, kind, source, quoted=()):
        """Add the rule of an object, once. @return the object"""
        folder, command = kind
        made = f"{folder}/{splitext(source)[0]}.o"
        if made not in self.objects:
            self.objects.add(made)
            roots = (*quoted, *(["host/windows/include"] if "windows" in folder else []), "include", "host", f"{self.build}/host/include", "tests/host/unit",
                     *(["tests/host/unit/port-threads"] if "threads" in folder else []), "tests/host/unit/port", "src/arch/any")
            headers, _ = self.sources.closure(source, roots)
            needs = [source, *headers, "include/spoor/config.h", "conf/check.h", "conf/default.h", f"{folder}/flags",
                     *([POSIX] if "wasm" in folder else [WINDOWS] if "windows" in folder else [])]
            quotes = "".join(f" -iquote {folder}" for folder in quoted)
            self.rule(made, needs, "$(call say,HCC,$@)", f"@mkdir -p $(@D) && {command}{quotes} -c -o $@ $<")
        return made

    def program(self, name, kind, sources, libs, quoted=(), more=(), proof=""):
        """Add the rules of a program. Its first source may use private headers of the folders
        `quoted`."""
        objects = [self.compile(kind, s, () if n else quoted) for n, s in enumerate(unique(sources))]
        self.link(name, kind, objects, libs, more, proof)

    def link(self, name, kind, objects, libs, more=(), proof=""):
        at = normpath(f"{self.build}/host/{name}")
        write(f"{at}.link", f"{kind[1]} {libs}\n")  # a change of the options links again
        self.rule(at, [*objects, *more, f"{at}.link"], "$(call say,HLD,$@)",
                  f"@mkdir -p $(@D) && {kind[1]} -o $@ $(filter %.o,$^) {libs}", *([f"@{proof} || {{ rm $@; false; }}"] if proof else []))

    def run(self, name, needs, command, tap=True, folder=""):
        """Add a suite, whose cases are from its TAP, or one for its exit status. A check gets a folder
        for its files."""
        at = f"{self.build}/host/{name}"
        self.names.append(name)
        self.rule(f"{at}.result", [*needs, "FORCE"],
                  *([f"@mkdir -p {folder}"] if folder else []),
                  f"@$(run-test) command host/{name} $@{f' --tap {at}.tap' if tap else ''} -- {command} || true")

    # -------- what there is
    def tool(self):
        own = f"{INCLUDES} -I{self.build}/host/include"
        # The path is the command's, since a page's folder may have this build folder by a link.
        tool = self.kind("spoor.o", "gcc -ffile-prefix-map=$(CURDIR)=. $(HOST_FLAGS)", f"-O2 -flto=auto {own}")
        self.everything = ["src/util/glob.c", *sorted(glob.glob("host/**/*.c", recursive=True))]
        sources = expand([*self.everything, PLUGIN, "!host/engine/wasm.c", "!host/wasm/*.c", "!host/windows/*.c"])
        self.program("spoor", tool, sources, TOOL_LIBS, proof="$@ tables >/dev/null")  # checks the declarations of commands and tables
        self.program("generate", tool, ["tests/bench-host/generate.c", *expand(self.suites["READ"].split())], LIBS)

        fuzz = self.kind("fuzz.o", "clang", f"-O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all {own} "
                                            "-iquote tests/host/unit")
        fuzzed = expand([*sources, "!host/main.c", *self.suites["MAKE"].split()])
        for name, (longest, *seeds) in self.suites["FUZZERS"].items():
            self.program(name, fuzz, [f"tests/host/fuzz/{name}.c", *fuzzed], TOOL_LIBS)
            at, found = f"{self.build}/host/{name}", f"{self.build}/host/fuzz/{name}"
            command = f"{at} -max_len={longest} -timeout=10 -artifact_prefix={self.build}/host/fuzz- " \
                      f"{' '.join([found, *seeds])} -max_total_time="
            needs = [at, f"{self.build}/host/fuzz/corpus"]
            self.run(name, needs, f"{command}5", tap=False, folder=found)
            self.rule(f"{at}.long", [*needs, "FORCE"], f"mkdir -p {found} && {command}$(or $(SECONDS),60)")

    def library(self):
        """Add the rules of libspoor. Its archive has one object: linkers leave out objects of an archive that
        nothing refers to, but these register tables and formats. Its own names are local there, too."""
        kind = self.kind("lib.o", "gcc $(HOST_FLAGS)", f"-O2 -fPIC -fvisibility=hidden {INCLUDES}")
        objects = [self.compile(kind, s) for s in expand(LIBRARY.split())]
        at = f"{self.build}/host/libspoor"
        self.rule(f"{at}.o", objects, "$(call say,LD,$@)",
                  "@ld -r -o $@ $^ && objcopy --localize-hidden --strip-debug $@")
        self.rule(f"{at}.a", [f"{at}.o"], "$(call say,AR,$@)", "@rm -f $@ && ar rcsD $@ $<")
        self.rule(f"{at}.so", [*objects, EXPORTED], "$(call say,HLD,$@)",
                  f"@gcc $(HOST_FLAGS) -shared -s -Wl,-soname,libspoor.so.{SONAME} -Wl,-z,defs -Wl,--version-script={EXPORTED} "
                  f"-o $@ $(filter %.o,$^) {LIBRARY_LIBS}")

    def bare(self):
        """Add the rules of the plugin for QEMU, which defines the functions that it calls, and of the tests'."""
        kind = self.kind("lib.o", "gcc $(HOST_FLAGS)", f"-O2 -fPIC -fvisibility=hidden {INCLUDES}")
        whole = self.kind("plugin.o", "gcc $(HOST_FLAGS)", f"-O2 -fPIC -fvisibility=hidden -flto=auto {INCLUDES}")
        self.program("spoor-qemu.so", whole, expand(BARE.split()), "-shared -s -lz")
        self.program("watch-qemu.so", kind, ["tests/host/witness/watch.c"], "-shared -s")

    def wasm(self):
        """Add the rules of the engine for browsers, and of the tool for node.js."""
        small, fast = (self.kind(f"wasm.o/{level}", "clang", f"-{level} {WASM} {INCLUDES} -I{self.build}/host/include", warnings="")
                       for level in ("Os", "O2"))

        def program(name, sources, libs):
            self.link(name, small, [self.compile(fast if s.startswith(FAST_ROOMS) else small, s) for s in unique(expand(sources))],
                      f"{WASM_LINK} {libs}")

        program("engine.wasm", (ENGINE + NOT_IN_WASM).split(), "-mexec-model=reactor")
        program("spoor.wasm", [*self.everything, PLUGIN, *(NO_DEVICES + NOT_IN_WASM).split(), "!host/windows/*.c"], "-lwasi-emulated-signal")

    def windows(self):
        """Add the rules of the tool for Windows."""
        kind = self.kind("windows.o", "x86_64-w64-mingw32-gcc", f"{FOR_WINDOWS} {INCLUDES} -I{self.build}/host/include", warnings="")
        self.program("../windows/spoor.exe", kind,
                     expand([*self.everything, PLUGIN, *NOT_IN_WINDOWS.split()]), WINDOWS_LINK)

    def tests(self):
        kinds = {name: self.kind(f"unit/{name}", "gcc",
                                 f"-O1 -fno-strict-aliasing {CHECKED} {INCLUDES} {flags}")
                 for name, flags in self.suites["FLAVOURS"].items()}
        listed = self.suites["UNIT_TESTS"]
        names = [basename(p).removesuffix("_test.c") for p in sorted(glob.glob("tests/host/unit/*_test.c"))]
        for name in names:
            if name not in listed:
                raise Refused(f"{SUITES}: UNIT_TESTS has no {name}: list the sources of {name}_test.c")
            sources, flavour, libs = (*listed[name], *("", "plain", "")[len(listed[name]):])
            files = expand(sources.replace("LIBRARY", LIBRARY).split())
            quoted = sorted({dirname(f) for f in files if not f.startswith("tests/")}) if "LIBRARY" not in sources else ()
            self.program(f"{name}_test", kinds[flavour], [f"tests/host/unit/{name}_test.c", *files],
                         f"{UNIT_LIBS} -lcmocka -lm {libs}", quoted, [SPREAD])
            # The thread sanitizer needs address randomization off. Not every container allows that.
            under = "$$(setarch -R true 2>/dev/null && echo setarch -R) " if flavour == "threads" else ""
            self.run(f"{name}_test", [f"{self.build}/host/{name}_test"], f"{under}$<")
        # The ring's code in the order of its model. The compiler calls the test at each access of the ring's own sources.
        replay = kinds["replay"]
        accesses = self.kind("unit/accesses", "gcc", f"-O0 -fno-strict-aliasing -fsanitize=thread {INCLUDES} {self.suites['FLAVOURS']['replay']}")
        ring = [self.compile(accesses if s.startswith("src/profiler/record/") else replay, s) for s in expand(self.suites["RECORD"].split())]
        tests = [self.compile(replay, s) for s in ("tests/host/model/ring_replay.c", "tests/host/unit/ring_model.c")]
        self.link("ring_replay", replay, [*tests, *ring], f"{UNIT_LIBS} -lcmocka", [SPREAD])
        # Recordings made from stories, for the tables and writers.
        reader = [self.compile(kinds["plain"], s) for s in expand(self.suites["READ"].split())]
        story = [self.compile(kinds["story"], s) for s in ("tests/host/tool/story.c", *self.suites["MAKE"].split())]
        self.link("story", kinds["story"], [*story, *reader], UNIT_LIBS, [SPREAD])

    def checks(self):
        """Add a suite for each check, with its own folder."""
        for path in sorted(glob.glob("tests/host/*/*.check")):
            name = splitext(basename(path))[0]
            if name == "bare":
                continue
            needs = [f"{self.build}/{n}" for n in self.suites["CHECKS"].get(name, "").split()]
            given = " ".join(n.replace(".result", ".elf") for n in needs)
            at = f"{self.build}/host/{name}"
            modules = sorted(glob.glob(f"{dirname(path)}/*.py"))
            self.run(name, [path, *modules, *needs], f"$(PYTHON) {path} {at} {given}", folder=at)

    def header_of_boards(self, tree):
        """Write the header with the boards that `spoor record --qemu` can start."""
        def profile(board):  # of an Arm core
            arch = tree.boards[board].text("ARCH")
            return "'M'" if re.fullmatch(r"armv[678]e?m", arch) else "'A'" if arch.startswith("arm") else "0"

        def one_cpu(board):  # in QEMU
            text = tree.boards[board].text
            return "false" if text("CORES") or "smp" in text("HAS").split() else "true"

        rows = "".join(f'    {{"{b}", "{tree.emulator(b)}", "{tree.boards[b].text("QEMU")}", {profile(b)}, {one_cpu(b)}}},\n'
                       for b in tree.boards if tree.emulator(b).startswith("qemu-"))
        write(self.boards, "#include <stdbool.h>\n"
                           "static const struct board { const char *name, *emulator, *options; char profile; bool one_cpu; } boards[] = {\n"
                           f"{rows}}};\n")


def write_rules(path, tree, build, warnings):
    host = Host(build, warnings)
    host.header_of_boards(tree)
    host.tool()
    host.library()
    host.bare()
    host.wasm()
    host.windows()
    host.tests()
    host.checks()
    browser = " ".join(f"{build}/{n}" for n in host.suites["CHECKS"]["browser"].split())
    lists = [f"suites.host := {' '.join(f'host/{n}={build}/host/{n}.result' for n in host.names)}",
             f"fuzzers := {' '.join(host.suites['FUZZERS'])}", f"needs.browser := {browser}"]
    write(path, "\n".join(["# Made by scripts/graph.", *lists, *host.lines]) + "\n")
