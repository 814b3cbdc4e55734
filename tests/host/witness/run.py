# SPDX-License-Identifier: BSD-2-Clause
"""Run an image under both plugins, and read what the image, its recording and the plugins report."""
import json
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../../scripts"))
from rulelib.descriptions import Tree  # noqa: E402
from testlib.guest import text_of  # noqa: E402

ALONE = "-icount shift=0,sleep=off -display none -monitor none -semihosting-config enable=on,target=native"
# The generic timer of these cores counts at the rate of a property. At 1 GHz it counts instructions.
TIMERS = {"mcimx6ul-evk": "cortex-a7", "raspi2b": "cortex-a7", "vexpress-a15": "cortex-a15", "virt": "cortex-a15"}
AFTER_SWITCH = 14  # the registers are restored in so many instructions


class Failed(Exception):
    """The image didn't run."""


class Board:
    def __init__(self, name):
        tree = Tree()
        described = tree.boards[name]
        self.name, self.cross = name, tree.arch_text(name, "CROSS")
        self.command = [tree.emulator(name), *described.text("QEMU").split()]
        settings = described.settings()
        self.captured = "CYCLES_CAPTURE" in settings
        self.clock = int(settings.get("CYCLES_CAPTURE", settings.get("CYCLES_ADDRESS", "0")).rstrip("u"), 0)
        if name in TIMERS:
            self.command += ["-global", f"{TIMERS[name]}-arm-cpu.cntfrq=1000000000"]


def counts_of(folder):
    """@return the executions of each instruction"""
    with open(os.path.join(folder, "bare"), encoding="utf-8") as f:
        return {int(m[1], 16): int(m[2]) for m in re.finditer(r"^i (\w+) (\d+)$", f.read(), re.M)}


def log_of(folder):
    with open(os.path.join(folder, "log"), encoding="utf-8") as f:
        for line in f:
            words = line.split()
            if len(words) == 5:
                yield words[0], int(words[1]), int(words[2]), int(words[3], 16), int(words[4], 16)


class Values:
    """What the image says: the lines that it has printed, and the events that it has recorded."""

    def __init__(self, folder, tool, elf):
        self.recorded = not elf.endswith("-small.elf")
        with open(os.path.join(folder, "console"), "rb") as f:
            raw = f.read()
        self.values = [line.split()[2:] for line in text_of(raw).splitlines() if line.startswith("# witness ")]
        if ["end"] not in self.values:
            raise Failed(f"{elf}: no values: {text_of(raw)[-500:]}")
        self.events = []
        if self.recorded:
            self.events = self.read(folder, tool, elf)

    @staticmethod
    def read(folder, tool, elf):
        done = subprocess.run([tool, "dump", "--json", "--elf", elf, os.path.join(folder, "image.elf.spoor")], stdout=subprocess.PIPE, check=True)
        return [e for line in done.stdout.splitlines() if (e := json.loads(line))["type"] == "event"]

    def rows(self, kind):
        return [v[1:] for v in self.values if v[0] == kind]


def steps_of(image):
    """@return the instructions that may restore a thread's registers"""
    steps = set()
    for pc in image.switches():
        for _ in range(AFTER_SWITCH):
            pc = image.following.get(pc)
            if pc is None:
                break
            steps.add(pc)
    return steps


def run(folder, plugins, elf, board, watched, more=()):
    """
    Run an image. Its output, its recording and the results of the plugins are left in the folder.

    @param watched  the instructions to watch, by kind: see watch.c
    """
    bare, watch = plugins
    at = {name: os.path.join(folder, name) for name in ("console", "bare", "log", "list", "image.elf")}
    shutil.copyfile(elf, at["image.elf"])  # the recording is written beside it
    with open(at["list"], "w", encoding="utf-8") as f:
        f.write("".join(f"{kind} {pc:x}\n" for kind, pcs in watched.items() for pc in sorted(set(pcs))))
    command = [*board.command, *ALONE.split(), "-serial", f"file:{at['console']}", "-kernel", at["image.elf"],
               "-plugin", f"{bare},elf={elf},out={at['bare']}", "-plugin", f"{watch},list={at['list']},out={at['log']}", *more]
    cpu = sorted(os.sched_getaffinity(0))[0]  # as scripts/run-qemu does
    done = subprocess.run(["taskset", "-c", str(cpu), *command], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=120, check=False,
                          env={**os.environ, "QEMU_AUDIO_DRV": "none"})
    if done.returncode:
        raise Failed(f"{elf}: status {done.returncode}: {done.stderr.decode(errors='replace')[-500:]}")
