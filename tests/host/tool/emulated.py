# SPDX-License-Identifier: BSD-2-Clause
"""Run images in QEMU with `spoor record --bare`, and with QEMU's own log of each instruction."""
import collections
import json
import os
import re
import subprocess

QEMU = {
    "mps2-an385": "qemu-system-arm -M mps2-an385",
    "rv32-virt": "qemu-system-riscv32 -M virt -cpu rv32 -bios none -m 16M -rtc clock=vm",
    "virt": "qemu-system-arm -M virt,gic-version=2 -cpu cortex-a15 -smp 4 -m 128M -nic none",
}
ALONE = "-icount shift=0,sleep=off -display none -monitor none -serial null -serial null -semihosting-config enable=on,target=native"
MEMORY_ONLY = 0x10000  # in a block's flags: QEMU repeats the access to a device of an instruction that it has logged already
TRACE = re.compile(r"Trace (\d+): 0x\w+ \[\w+/(\w+)/\w+/(\w+)\]")  # CPU, address, flags
OBJDUMP = {40: "arm-none-eabi-objdump", 183: "llvm-objdump", 243: "riscv64-unknown-elf-objdump"}  # by the machine of the ELF header


def run(*command, ok=True):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300, check=False)
    if ok and done.returncode:
        raise RuntimeError(f"{command}: status {done.returncode}: {done.stderr.decode(errors='replace')[:600]}")
    return done


def board_of(elf):
    return os.path.basename(os.path.dirname(elf))


class Bare:
    """The tool, and the files of this check."""

    def __init__(self, folder, tool):
        self.folder, self.tool = folder, tool

    def path(self, name):
        return os.path.join(self.folder, name)

    def record(self, elf, name, *words, board=None, ok=True):
        done = run(self.tool, "record", "--qemu", board or board_of(elf), "--bare", elf, "--quiet", "-o", self.path(name), *words, ok=ok)
        return self.path(name) if ok else done

    def rows(self, command, elf, path, *words):
        return [json.loads(line) for line in run(self.tool, command, "--json", "--elf", elf, *words, path).stdout.splitlines()]

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as f:
            f.write(text)
        return self.path(name)


def lines_of(path, kind):
    with open(path, encoding="utf-8") as f:
        return [line.split()[1:] for line in f if line.startswith(kind + " ")]


def log_of(bare, elf, what, qemu=None):
    """@return QEMU's log of a run that executes an instruction at a time"""
    path = bare.path("qemu.log")
    run(*(qemu or QEMU[board_of(elf)]).split(), *ALONE.split(), "-singlestep", "-d", what, "-D", path, "-kernel", elf, ok=False)
    return path


def counts_of(path):
    """@return the number of executions of each address"""
    counts, last = collections.Counter(), {}
    with open(path, encoding="utf-8", errors="replace") as f:
        for line in f:
            m = re.match(r"Trace (\d+): 0x\w+ \[\w+/(\w+)/\w+/(\w+)\]", line)
            if m and not int(m[3], 16) & MEMORY_ONLY:
                last = int(m[2], 16)
                counts[last] += 1
            elif line.startswith("Stopped execution of TB chain before"):
                counts[last] -= 1
    return +counts


def disassemble(elf):
    """@return the instruction at each address"""
    with open(elf, "rb") as f:
        machine = int.from_bytes(f.read(20)[18:], "little")
    text = run(OBJDUMP[machine], "-d", "--no-show-raw-insn", elf).stdout.decode()
    return {int(m[1], 16): m[2].strip().replace("\t", " ") for m in re.finditer(r"^ *(\w+):\s+(\S.*)$", text, re.M)}
