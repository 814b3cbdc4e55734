# SPDX-License-Identifier: BSD-2-Clause
"""
Test images of one board with all mutants of the profiler in them. QEMU's RAM is a file that has the number of the mutant, and in
which the image marks the mutants that it reaches.
"""
import mmap
import os
import re
import subprocess
import sys
import tempfile

from .host import LIBRARY, Program, call, run_in
from .syntax import tree_of

BOARD = "mps2-an385"
RULES = "build/graph/all.mk"
# The board's second RAM, which no image uses, and its size.
AT, BYTES = 0x21000000, 16 << 20
# Images that use most of the profiler, and their checks.
IMAGES = ("trace", "histogram", "events", "reset", "stream", "stream-switched", "stream-cleared", "stream-lean", "stream-named", "stream-raw",
          "stream-console", "stream-large", "reset-stream", "reset-dump", "swept", "events-memory", "long-idle", "names",
          "shell", "stream-slow-tick")
# What clang takes of gcc's options.
COMMON = re.compile(r"-[ID].*|-m.*|-include|conf/.*|-std=.*")


def rules():
    if not os.path.exists(RULES):
        call(os.environ.get("MAKE", "make"), f"build/{BOARD}/stream.elf")
    with open(RULES, encoding="utf-8") as f:
        return f.read()


def objects_of(image):
    """@return the lines of an image's link options that are no objects, and the objects with their source"""
    with open(f"build/{BOARD}/{image}.link", encoding="utf-8") as f:
        words = f.read().split()
    objects = {w: re.sub(r"build/obj/[^/]+/[^/]+/(.*)\.o$", r"\1.c", w) for w in words if w.startswith("build/obj/")}
    return [w for w in words if w not in objects], objects


def flags_of(made):
    with open(re.sub(r"(build/obj/[^/]+/[^/]+)/.*", r"\1/flags", made), encoding="utf-8") as f:
        return f.read().split()


def trees(folders):
    """Yields the syntax tree of each of the images' sources in the folders, by its settings"""
    shown = subprocess.run(["arm-none-eabi-gcc", "-xc", "-E", "-v", os.devnull], capture_output=True, text=True, check=True).stderr
    libc = os.path.normpath(re.findall(r"^ (/.*/include)$", shown, re.MULTILINE)[-1])
    for made, source in sorted({o for image in IMAGES for o in objects_of(image)[1].items()}):
        if source.startswith(folders):
            flags = [f for f in flags_of(made) if COMMON.fullmatch(f)]
            yield tree_of(source, ["--target=arm-none-eabi", *flags, "-std=gnu11", "-include", "conf/default.h", "-isystem", libc])


class Image(Program):
    """An image, its options in run-test's words, and the check of its recording."""

    def __init__(self, name, elf, options, check):
        super().__init__(f"{BOARD}/{name}", [])
        self.elf, self.options, self.check = elf, options, check

    def run(self, number, seconds, seen=None):
        with tempfile.TemporaryDirectory(dir="/dev/shm") as own:
            ram, elf = os.path.join(own, "ram"), os.path.join(own, os.path.basename(self.elf))
            os.symlink(os.path.abspath(self.elf), elf)
            with open(ram, "wb") as f:
                f.write(number.to_bytes(4, "little"))
                f.truncate(BYTES)
            options = [o.replace(f"-M {BOARD}", f"-M {BOARD},memory-backend=ram -object memory-backend-file,id=ram,size={BYTES},mem-path={ram},share=on")
                       for o in self.options]
            if "--timeout" in options:
                options[options.index("--timeout") + 1] = str(int(seconds) + 1)
            else:
                options += ["--timeout", str(int(seconds) + 1)]
            status = run_in([sys.executable, "scripts/run-test", "guest", BOARD, elf, *options], {"SPOOR_MEASURED": "0"}, seconds)
            if status == 0 and self.check:
                status = run_in([sys.executable, *(w.replace("{}", own) for w in self.check)], {}, seconds)
            if seen:
                with open(ram, "rb") as f, mmap.mmap(f.fileno(), 0, prot=mmap.PROT_READ) as memory, open(seen, "r+b") as out:
                    count = os.path.getsize(seen)
                    out.write(memory[4:4 + count])
            return status


def programs(sources, tree, folder):
    """Link the images from woven sources and make's objects. Yields them."""
    call(os.environ.get("MAKE", "make"), "-j2", "build/host/spoor", *(f"build/{BOARD}/{i}.elf" for i in IMAGES))
    text = rules()
    for image in IMAGES:
        options, objects = objects_of(image)
        linked = []
        for made, source in objects.items():
            at = made
            if source in sources:
                at = os.path.join(folder, "target", made)
                if not os.path.exists(at):
                    os.makedirs(os.path.dirname(at), exist_ok=True)
                    quoted = [x for s in sorted({os.path.dirname(p) for p in sources}) for x in ("-iquote", os.path.join(tree, s))]
                    call("arm-none-eabi-gcc", "-O2", "-g", "-fno-common", "-ffunction-sections", "-fdata-sections", "-fno-strict-aliasing", "-std=gnu11", "-w",
                         *quoted, *flags_of(made), "-include", "conf/default.h", f"-DSPOOR_MUTANT_AT={AT:#x}", "-include", f"{LIBRARY}/select.h",
                         "-c", "-o", at, os.path.join(tree, source))
            linked.append(at)
        elf = os.path.join(folder, "target", f"{image}.elf")
        call("arm-none-eabi-gcc", "-nostartfiles", "-Wl,--gc-sections", "-Wl,--no-warn-rwx-segments", "-Wl,-z,noexecstack", "-Wl,--build-id", *linked, *options,
             "-o", elf, "-lc", "-lgcc")
        given = re.search(rf"^run\.{BOARD}/{image} := (.*)$", text, re.MULTILINE)
        check = re.search(rf"\$\(call check-run,{BOARD}/{image}\.decoded,(\S+)\) \$\(B\)/host/spoor (.*) \|\| true", text)
        words = [check[1], "build/host/spoor", *(w.replace(f"build/{BOARD}", "{}") for w in check[2].split())] if check else []
        split = [w.strip("'") for w in re.findall(r"'[^']*'|\S+", given[1] if given else "")]
        yield Image(image, elf, split, words)
