# SPDX-License-Identifier: BSD-2-Clause
"""The stacks of threads that wait: what gdb finds when each is switched out, and what `spoor core stacks` shows of a core."""
import json
import struct
import subprocess

SCRIPT = """
def frames():
    frame, found = gdb.newest_frame(), []
    while frame is not None and frame.is_valid():
        if frame.type() == gdb.NORMAL_FRAME:
            found.append(frame.pc())
        frame = frame.older()
    return found

def word(address):
    return int.from_bytes(gdb.selected_inferior().read_memory(address, 4), "little")

def interrupted():
    # gdb can't unwind assembly. It gets the registers that the hardware stacked; the others are still those of the thread.
    psp = int(gdb.parse_and_eval("$r0")) & 0xffffffff
    exc_return = int(gdb.parse_and_eval("$lr")) & 0xffffffff
    bytes = (32 if exc_return & 16 else 104) + (4 if word(psp + 28) & 512 else 0)
    names = ("pc", "lr", "sp")
    was = [int(gdb.parse_and_eval("$" + name)) & 0xffffffff for name in names]
    for name, value in zip(names, (word(psp + 24), word(psp + 20), psp + bytes)):
        gdb.execute(f"set var ${{name}} = {{value}}")
    found = frames()
    for name, value in zip(names, was):
        gdb.execute(f"set var ${{name}} = {{value}}")
    return found

def waiting(count):
    while count > 0 or {more}:
        gdb.execute("continue")
        name = gdb.parse_and_eval("{name}").string()
        print("waiting:", name, *{pcs})
        count -= 1
    print("running:", name)
"""


def script(name, more, pcs="interrupted()"):
    """
    @param name  expression of gdb for the running thread's name @param more  expression of Python: whether it mustn't stop here, after these stops
    @return gdb's function waiting(COUNT): print the stacks of the threads that are switched out at so many stops, of which each is behind the
            instruction that loads PSP into r0, or `pcs` has the addresses
    """
    return SCRIPT.format(name=name, more=more, pcs=pcs)


def told(text):
    """@return ({thread: [address] from the innermost, when it was last switched out}, the one that runs or "") of gdb's output"""
    found, running = {}, ""
    for line in text.splitlines():
        words = line.split()
        if words[:1] == ["waiting:"]:
            found[words[1]] = [int(pc) for pc in words[2:] if int(pc) != 0]
        elif words[:1] == ["running:"]:
            running = words[1]
    return found, running


NO_PSP = "the core lacks the register PSP, and no single frame has the CPU's registers"


def stacks_of(spoor, elf, *core):
    """@return ({thread: [address] from the innermost}, the same of CPUs, errors). They lack the one about PSP: PendSV has changed r0 when it is halted, and
    QEMU's server for gdb has no PSP."""
    waiting, cpus, said = all_stacks_of(spoor, elf, *core)
    return waiting, cpus, "".join(line for line in said.splitlines(True) if NO_PSP not in line)


def all_stacks_of(spoor, elf, *core):
    """@return as stacks_of, with all errors"""
    done = subprocess.run([spoor, "core", "stacks", "--json", "-e", elf, *core], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, errors="replace", check=False, timeout=120)
    found = {}, {}
    for row in map(json.loads, done.stdout.splitlines()):
        found[row["cpu"] is not None].setdefault(row["thread"], []).append(int(row["address"], 16))
    return *found, done.stderr


def segments_of(core):
    """@return the program headers of an ELF core"""
    return [struct.unpack_from("<8I", core, 52 + 32 * n) for n in range(struct.unpack_from("<H", core, 44)[0])]


def place_of(core, address):
    """@return where the bytes of an address are in an ELF core"""
    return next(offset + address - begin for kind, offset, begin, _, size, *_ in segments_of(core) if kind == 1 and begin <= address < begin + size)


def word_of(core, address):
    return struct.unpack_from("<I", core, place_of(core, address))[0]


def changed(core, words):
    """@return an ELF core with other words, {address: value}"""
    core = bytearray(core)
    for address, value in words.items():
        struct.pack_into("<I", core, place_of(core, address), value)
    return bytes(core)
