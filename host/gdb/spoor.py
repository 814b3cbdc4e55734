# SPDX-License-Identifier: BSD-2-Clause
"""
Commands of gdb that show what Spoor measured in a halted target, from its memory. Nothing is called in the target.

    (gdb) source …/spoor.py
    (gdb) spoor points                  counters, as trace_points shows them
    (gdb) spoor blocks --sort -max_us   timings, as trace_blocks; options are those of the tool
    (gdb) spoor dump crash.core         memory and registers, for all commands of the tool

gdb only transports: the memory goes to a file, an ELF core, which the tool `spoor` reads.
"""
import os
import shlex
import shutil
import struct
import subprocess
import tempfile

import gdb

EM_ARM, EM_RISCV = 40, 243
ET_CORE, PT_LOAD, PT_NOTE, PF_W, NT_PRSTATUS, NT_SPOOR_PSP = 4, 1, 4, 2, 1, 1
PIECE = 1 << 16  # bytes of memory that are read at once
REGISTERS = {
    EM_ARM: [f"r{n}" for n in range(13)] + ["sp", "lr", "pc", "cpsr"],
    EM_RISCV: ["pc", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "fp", "s1", *(f"a{n}" for n in range(8)), *(f"s{n}" for n in range(2, 12)),
               *(f"t{n}" for n in range(3, 7))],
}
OTHER_NAMES = {"cpsr": "xpsr", "fp": "s0"}  # of M-profile; of some RISC-V targets
STACK = 1 << 13  # bytes from the SP of each CPU on, if the program's variables don't have them
WORDS = {EM_ARM: 18, EM_RISCV: 32}  # of the registers in NT_PRSTATUS


class Program:
    """The program's ELF file: what of the memory belongs to it."""

    def __init__(self):
        self.path = gdb.current_progspace().filename
        if not self.path:
            raise gdb.GdbError("spoor: which program? Type `file firmware.elf` first.")
        with open(self.path, "rb") as f:
            self.bytes = f.read()
        if self.bytes[:6] != b"\x7fELF\x01\x01":
            raise gdb.GdbError(f"spoor: {self.path}: not a 32-bit little-endian ELF file.")
        self.machine, = struct.unpack_from("<H", self.bytes, 18)
        self.flags, = struct.unpack_from("<I", self.bytes, 36)

    def segments(self):
        """@return (type, offset, address, size in the file, size in memory, flags) of each"""
        begin, = struct.unpack_from("<I", self.bytes, 28)
        size, count = struct.unpack_from("<HH", self.bytes, 42)
        for n in range(count):
            kind, offset, address, _, stored, length, flags, _ = struct.unpack_from("<8I", self.bytes, begin + n * size)
            yield kind, offset, address, stored, length, flags

    def ranges(self):
        """@return (begin, end) of the variables"""
        return [(at, at + length) for kind, _, at, _, length, flags in self.segments() if kind == PT_LOAD and flags & PF_W and length]

    def build_id(self):
        """@return the note with the build ID in the target's memory; b"" if the program has none"""
        for kind, offset, address, stored, _, _ in self.segments():
            if kind == PT_NOTE and stored and address:
                note = memory(address, address + stored)
                if note != self.bytes[offset:offset + stored]:
                    raise gdb.GdbError(f"spoor: the target runs another program than {self.path}: it has no such build ID at {address:#x}.")
                return note
        return b""


def joined(ranges):
    """@return the ranges in order, without overlaps"""
    done = []
    for begin, end in sorted(ranges):
        if done and begin <= done[-1][1]:
            done[-1] = (done[-1][0], max(end, done[-1][1]))
        else:
            done.append((begin, end))
    return done


def memory(begin, end):
    inferior = gdb.selected_inferior()
    try:
        return b"".join(bytes(inferior.read_memory(at, min(PIECE, end - at))) for at in range(begin, end, PIECE))
    except gdb.error as e:
        raise gdb.GdbError(f"spoor: the memory from {begin:#x} to {end:#x} can't be read: {e}\n"
                           "If the target runs, type `interrupt` first.") from e


def number(word):
    try:
        return int(gdb.parse_and_eval(word)) & 0xffffffff
    except (gdb.error, ValueError) as e:
        raise gdb.GdbError(f"spoor: {word} isn't an address or a size: {e}") from e


def register(frame, name, unknown=0):
    for known in (name, OTHER_NAMES.get(name)):
        try:
            if known:
                return int(frame.read_register(known)) & 0xffffffff
        except (ValueError, gdb.error):
            pass
    return unknown


def each_frame():
    """@return (thread, its newest frame) of each thread that the debug server has: CPUs, or threads of a kernel that it knows"""
    was = gdb.selected_thread()
    for thread in sorted(gdb.selected_inferior().threads(), key=lambda t: t.num):
        thread.switch()
        yield thread, gdb.newest_frame()
    if was is not None:
        was.switch()


def stack(at):
    """@return the range from a stack pointer to the end of the memory, but of STACK bytes at most"""
    size, good = STACK, 0
    while size >= 4 and good < STACK:
        try:
            gdb.selected_inferior().read_memory(at + good, size)
            good += size
        except gdb.error:
            pass
        size //= 2
    return at, at + good


def stacks(machine):
    """@return the range of the stack of each CPU, and of a Cortex-M's thread that an exception interrupted"""
    if machine not in REGISTERS:
        return []
    found = [register(frame, name) for _, frame in each_frame() for name in ("sp", *(["psp"] if machine == EM_ARM else []))]
    return [stack(at) for at in found if at]


def notes(machine):
    """@return a note with the registers of each thread, and one with PSP"""
    if machine not in REGISTERS:
        return b""
    done = b""
    for thread, frame in each_frame():
        values = [register(frame, name) for name in REGISTERS[machine]]
        values += [0] * (WORDS[machine] - len(values))
        status = struct.pack("<24xI44x", thread.num) + struct.pack(f"<{len(values)}I", *values) + bytes(4)
        done += struct.pack("<III8s", 5, len(status), NT_PRSTATUS, b"CORE") + status
        psp = register(frame, "psp", None) if machine == EM_ARM else None
        if psp is not None:
            done += struct.pack("<III8sII", 6, 8, NT_SPOOR_PSP, b"SPOOR", thread.num, psp)
    return done


def core(program, more=()):
    """@return the bytes of an ELF core @param more  further ranges of memory"""
    if not gdb.selected_inferior().threads():
        raise gdb.GdbError("spoor: no target. Type `target remote …` or `target extended-remote …` first.")
    identity = program.build_id()
    parts = [(begin, memory(begin, end)) for begin, end in joined([*program.ranges(), *stacks(program.machine), *more])]
    note = identity + notes(program.machine)
    at = 52 + 32 * (len(parts) + 1)
    head = struct.pack("<16sHHIIIIIHHHHHH", b"\x7fELF\x01\x01\x01", ET_CORE, program.machine, 1, 0, 52, 0, program.flags, 52, 32, len(parts) + 1, 0, 0, 0)
    head += struct.pack("<8I", PT_NOTE, at, 0, 0, len(note), 0, 0, 4)
    at += len(note)
    for address, data in parts:
        head += struct.pack("<8I", PT_LOAD, at, address, 0, len(data), len(data), PF_W | 4, 1)
        at += len(data)
    return head + note + b"".join(data for _, data in parts)


class Tool(gdb.Parameter):
    """The program `spoor`: its name, if it is in the PATH, or its path."""
    set_doc = "Set the path of the tool spoor."
    show_doc = "Show the path of the tool spoor."

    def __init__(self):
        super().__init__("spoor-tool", gdb.COMMAND_DATA, gdb.PARAM_FILENAME)
        self.value = "spoor"

    def get_set_string(self):
        return ""

    def get_show_string(self, value):
        return f"The tool is {value}."


class Group(gdb.Command):
    """Show what Spoor measured, from the memory of the halted target."""

    def __init__(self):
        super().__init__("spoor", gdb.COMMAND_DATA, prefix=True)

    def invoke(self, _argument, _from_tty):
        gdb.execute("help spoor")


class Table(gdb.Command):
    def __init__(self, name):
        self.name, self.__doc__ = name, f"Show the {name} of the target: spoor {name} [OPTION]…\nOptions are those of the tool: spoor help core."
        super().__init__(f"spoor {name}", gdb.COMMAND_DATA)

    def invoke(self, argument, _from_tty):
        self.dont_repeat()
        program = Program()
        tool = shutil.which(gdb.parameter("spoor-tool"))
        if tool is None:
            raise gdb.GdbError(f"spoor: no program {gdb.parameter('spoor-tool')}: install it, or type `set spoor-tool PATH`.")
        with tempfile.TemporaryDirectory(prefix="spoor-") as folder:
            path = os.path.join(folder, "target")
            with open(path, "wb") as f:
                f.write(core(program))
            done = subprocess.run([tool, "core", self.name, path, "-e", program.path, *gdb.string_to_argv(argument)], stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace", check=False)
        gdb.write(done.stdout)
        gdb.write(done.stderr, gdb.STDERR)
        if done.returncode:
            raise gdb.GdbError(f"spoor {self.name} ended with status {done.returncode}.")


class Dump(gdb.Command):
    """Write the target's memory and registers to a file: spoor dump FILE [ADDRESS SIZE]…
The memory is that of the program's variables; more of it, such as a heap, is given by its address and size.
The file is an ELF core. The tool reads it with the program: spoor dump -e ELF FILE."""

    def __init__(self):
        super().__init__("spoor dump", gdb.COMMAND_DATA, gdb.COMPLETE_FILENAME)

    def invoke(self, argument, _from_tty):
        self.dont_repeat()
        words = gdb.string_to_argv(argument)
        if len(words) % 2 != 1:
            raise gdb.GdbError("spoor dump FILE [ADDRESS SIZE]…")
        numbers = [number(w) for w in words[1:]]
        program = Program()
        data = core(program, [(begin, begin + size) for begin, size in zip(numbers[::2], numbers[1::2])])
        path = os.path.expanduser(words[0])
        try:
            with open(path, "wb") as f:
                f.write(data)
        except OSError as e:
            raise gdb.GdbError(f"spoor: {path}: {e.strerror}") from e
        gdb.write(f"{path}: {len(data)} bytes. Next:\n  spoor dump -e {shlex.quote(program.path)} {shlex.quote(path)}\n")


Tool()
Group()
Table("points")
Table("blocks")
Dump()
