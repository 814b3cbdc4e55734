# SPDX-License-Identifier: BSD-2-Clause
"""
The rules for objects, ELF files and runs.
An object depends on its source, the headers that the source includes, and the settings that these
name; on no other setting, and not on the board. Images and boards with equal settings share it:
build/obj/CORE/SETTINGS/SOURCE.o.
"""
import glob
import os
import zlib
from os.path import basename, dirname, exists, isfile, join, splitext

from .descriptions import DEFAULTS, Refused, Settings, read
from .sources import Sources, expand, within

# The sources of an image besides those of its board and its own. PARTS in NAME.mk selects all but
# "base".
PARTS = {
    "base": "src/util/*.c src/drivers/*.c src/kernel/*.c src/profiler/*/*.c src/services/*.c src/port/spoor/*.c "
            "src/libc/*.c src/drivers/serial/serial.c src/drivers/serial/text.c",
    "shell": "src/shell/*.c",
    "commands": "src/commands/*/*.c",
    "test": "tests/lib/*.c",
}
# Sources for products that have no #if of their own.
LINKS = {"TRACE_LINK_RTT": "dist/links/spoor_link_rtt.c", "TRACE_LINK_ITM": "dist/links/spoor_link_itm.c"}
# The hooks of function tracing and everything they call: instrumented, they would recurse.
UNINSTRUMENTED = "src/profiler src/arch src/drivers/counter src/drivers/clock.c src/port src/libc".split()
INSTRUMENT = "-finstrument-functions -finstrument-functions-exclude-file-list=include/,src/arch/,src/port/,_priv.h"
# Record the address of a nop before each function. The compiler assigns the records of a file to the section of its
# first function, so all must be in one section.
LISTED = "-fpatchable-function-entry=1,1 -fno-function-sections -fno-reorder-functions".split()
# Instead of calls: room before each function, whose size FUNCTION_ROOM of the architecture has, and a no-operation as
# its first instruction.
PATCHED = LISTED[1:]


def unique(words):
    return list(dict.fromkeys(words))


def write(path, text):
    """Write a file unless it already has this text, so that its dependents stay up to date."""
    try:
        if read(path) == text:
            return
    except FileNotFoundError:
        os.makedirs(dirname(path), exist_ok=True)
    with open(f"{path}.{os.getpid()}", "w", encoding="utf-8") as f:
        f.write(text)
    os.replace(f"{path}.{os.getpid()}", path)


class Core:
    """What boards that compile alike have in common."""

    def __init__(self, tree, board, name):
        self.name, self.cross = name, tree.arch_text(board, "CROSS")
        libc = tree.arch_text(board, "LIBC")
        self.dirs = [f"src/arch/{a}" for a in (*tree.chain(board), "generic")]
        self.roots = ("include", *self.dirs, f"src/libc/{libc}", "src/port/spoor", "dist/links")
        self.target = [*tree.libcs[libc].words("CFLAGS"), *tree.arch_words(board, "CFLAGS"),
                       *(tree.boards[board].words("CPUFLAGS") or tree.arch_text(board, "CPUFLAGS").split())]
        self.flags = [*self.target, *(f"-I{r}" for r in self.roots)]
        self.libc = tree.libcs[libc]
        named = {}
        for folder in self.dirs:
            for path in glob.glob(f"{folder}/*.[cS]"):
                named.setdefault(basename(path), path)
        self.sources = [named[n] for n in sorted(named)] + sorted(glob.glob(f"src/libc/{libc}/*.c"))


def cores(tree):
    """@return {board: Core}"""
    found, of = {}, {}
    for board, described in tree.boards.items():
        core = Core(tree, board, described.text("ARCH") + (f"-{board}" if described.words("CPUFLAGS") else ""))
        of[board] = found.setdefault(tuple(core.flags), core)
    return of


class Graph:
    def __init__(self, tree, build):
        self.tree, self.build = tree, build
        self.sources = Sources()
        self.cores = cores(tree)
        self.parts = {name: expand(patterns.split()) for name, patterns in PARTS.items()}
        self.users = {}  # (source, headers): objects
        self.folders = set()  # folders of objects
        self.variants = {}  # folder of objects: (core, flags, objects)
        self.keys = {}  # (board, settings): objects
        self.lines = []

    def board_folders(self, board):
        return [f"platform/{f}" for f in (board, *self.tree.boards[board].words("SHARES"))]

    def board_ld(self, board):
        return next(p for p in (f"{f}/board.ld" for f in self.board_folders(board)) if exists(p))

    def sources_of(self, board, image, settings):
        described, core = self.tree.images[image], self.cores[board]
        own = expand(described.words("SRCS"), dirname(described.path))
        for path in own:
            if not isfile(path):
                raise Refused(f"{described.path}: SRCS: no file {path}")
        drivers = [f"src/drivers/{d}.c" for d in self.tree.boards[board].words("DRIVERS")]
        platform = [p for f in self.board_folders(board) for p in sorted(glob.glob(f"{f}/*.c"))]
        shared = [*core.sources, *drivers, *platform]
        shared += self.parts["base"] + [p for s, p in LINKS.items() if settings.hold(f"CONFIG_{s}", image)]
        for part in described.words("PARTS"):
            shared += self.parts[part]
        return [p for p in unique(shared + own) if self.is_taken(p, settings)]

    def is_taken(self, path, settings):
        guard = self.sources.guard(path)
        return guard is None or settings.hold(guard, path)

    def object_of(self, board, image, source, settings):
        """@return the object, in the folder of the settings that the source can see"""
        core = self.cores[board]
        headers, names = self.sources.closure(source, core.roots)
        names = names.union(*(self.sources.limited[n] for n in names & settings.own.keys() & self.sources.limited.keys()))
        defines = {f"CONFIG_{n}": v for n, v in settings.own.items() if n in names}
        if source.startswith("platform/"):
            defines["BOARD"] = f'\\"{board}\\"'
        flags = [f"-D{n}={v}" for n, v in defines.items()]
        name = folder_name(defines)
        if self.is_instrumented(image, source):
            if settings.hold("CONFIG_TRACE_FUNCTION_PATCHED", image):
                flags += [*PATCHED, *self.tree.arch_words(board, "FUNCTION_ROOM")]
            else:
                flags += self.instrument(image)
            if settings.hold("CONFIG_TRACE_FUNCTION_NAMES", image):
                flags += [*LISTED, *self.tree.arch_words(board, "FUNCTION_NAMES")]
            name += f"@{image}"
        folder = f"{self.build}/obj/{core.name}/{name}"
        made = f"{folder}/{splitext(source)[0]}.o"
        self.variants.setdefault(folder, (core, flags, {}))[2][made] = None
        self.users.setdefault((source, headers), {})[made] = None
        return made

    def is_instrumented(self, image, source):
        described = self.tree.images[image]
        return (within(source, described.words("FUNCTIONS")) and not source.endswith(".S")
                and not within(source, UNINSTRUMENTED + described.words("FUNCTIONS_EXCLUDE")))

    def instrument(self, image):
        names = ",".join(self.tree.images[image].words("FUNCTIONS_EXCLUDE_NAMED"))
        return INSTRUMENT.split() + ([f"-finstrument-functions-exclude-function-list={names}"] if names else [])

    def link(self, board, image):
        """Add the rule of an ELF file and the files and objects that it needs."""
        core, settings = self.cores[board], Settings(self.tree, board, image)
        objects = [self.object_of(board, image, s, settings) for s in self.sources_of(board, image, settings)]
        key = settings_name(self.tree.images[image].settings())
        self.keys.setdefault((board, key), {}).update(dict.fromkeys(objects))
        elf = f"{self.build}/{board}/{image}"
        unwound = settings.hold("CONFIG_TRACE_STACKS || CONFIG_TRACE_SAMPLES", image)
        flags = [*core.target, *self.tree.arch_words(board, "LDFLAGS"), *self.wrapped(core, settings), "-Lmk/ld",
                 *([] if unwound else ["-T", "mk/ld/no_unwind.ld"]), "-T", self.board_ld(board)]
        write(f"{elf}.link", "\n".join([" ".join(flags), *objects]) + "\n")
        scripts = [self.board_ld(board), *sorted(glob.glob("mk/ld/*.ld"))]
        self.lines.append(f"{elf}.elf: {' '.join([f'{elf}.link', *scripts, *objects])}\n\t$(call link,{core.cross})")

    @staticmethod
    def wrapped(core, settings):
        """@return the link options for calls of the C library that go through src/libc/"""
        words = core.libc.words("WRAPPED")
        words += core.libc.words("WRAPPED_EVENTS") if settings.hold("CONFIG_TRACE_EVENTS", "") else []
        words += core.libc.words("WRAPPED_SMP") if settings.hold("CONFIG_CPUS != 1", "") else []
        return [f"-Wl,--wrap={w}" for w in words]

    def compile(self):
        """Add the rules of all objects that the ELF files need."""
        for (source, headers), objects in sorted(self.users.items()):
            self.lines.append(f"{' '.join(objects)}: {source} {' '.join(headers)}\n\t$(compile)")
        for folder, (core, flags, objects) in sorted(self.variants.items()):
            folders = {dirname(o) for o in objects}
            for at in folders:
                os.makedirs(at, exist_ok=True)
            self.folders |= folders
            write(f"{folder}/flags", " ".join([*core.flags, *flags]) + "\n")
            tools = [f"{self.build}/tools/{core.cross}gcc", f"{self.build}/tools/options"]
            self.lines.append(f"{' '.join(objects)}: {' '.join([f'{folder}/flags', *tools, *DEFAULTS])}")

    def run(self, board, image):
        """Add the rules of an image's run and of the checks after it. @return its suites"""
        described, pair = self.tree.images[image], f"{board}/{image}"
        at = f"{self.build}/{pair}"
        trace = described.text("TRACE")
        if trace == "link":
            trace = "port" if "uart2" in self.tree.boards[board].words("HAS") else "console"
        dialogue = described.text("DIALOGUE") and join(dirname(described.path), described.text("DIALOGUE"))
        options = {"emulator": self.tree.emulator(board), "qemu": self.tree.boards[board].text("QEMU"),
                   "mode": described.text("RUN_MODE"), "timeout": described.text("TIMEOUT"), "trace": trace,
                   "expect": described.text("EXPECT"), "dialogue": dialogue}
        self.lines.append(f"run.{pair} := " + " ".join(f"--{n} '{v}'" for n, v in options.items() if v))
        self.lines.append(f"{at}.result: {at}.elf $(again)\n\t@$(run-test) guest {board} $< $(run.{pair}) || true")
        suites = [pair] if described.path.startswith("tests/") or dialogue else []
        for checked, check in (("TRACE", "stream/decoded.check"), ("DUMP", "reset/crash.check")):
            if described.text(checked):
                suites.append(f"{pair}.decoded")
                files = [f"{at}.elf", *([f"{at}.trace"] if checked == "TRACE" else []), f"{at}.tap"]
                self.lines.append(f"{at}.decoded.result: {at}.result $(B)/host/spoor\n\t$(call check-run,{pair}.decoded,"
                                  f"tests/target/{check}) $(B)/host/spoor {' '.join(files)} || true")
        return suites

    def check_elf(self, board, image, pairs):
        described = self.tree.images[image]
        others = described.words("COMPARE_WITH")
        if not described.text("CHECK_ELF") or any((board, o) not in pairs for o in others):
            return []
        at = f"{self.build}/{board}/{image}"
        elfs = " ".join(f"{self.build}/{board}/{i}.elf" for i in (image, *others))
        program = join(dirname(described.path), described.text("CHECK_ELF"))
        self.lines.append(f"{at}.elf.result: {elfs} $(B)/host/spoor FORCE\n\t$(call check-run,{board}/{image}.elf,"
                          f"{program},CROSS={self.cores[board].cross}) {elfs} || true")
        return [f"{board}/{image}.elf"]


def settings_name(defines):
    """@return a name of settings, such as TRACE_EVENTS+TRACE_IDS-72"""
    words = (n.replace("CONFIG_", "") + ("" if v == "1" else "-" + v.strip('\\"')) for n, v in defines.items())
    return "+".join(sorted(words)) or "default"


def folder_name(defines):
    name = settings_name(defines)
    return name if len(name) < 100 else f"{name[:90]}+{zlib.crc32(name.encode()):08x}"
