# SPDX-License-Identifier: BSD-2-Clause
"""
A debug probe's side of RTT over a target's gdb stub; runs in gdb-multiarch. Finds the control block by its ID in RAM, as J-Link, OpenOCD and
probe-rs do. At each stop it reads the first up-channel and writes the read index back.

The caller must set the variables port, output and ram (first and last address).
"""
import os
import signal
import struct
import threading

import gdb

ID = b"SEGGER RTT" + bytes(6)


def read(inferior, at, n):
    return bytes(inferior.read_memory(at, n)) if n else b""


def find(inferior, first, last):
    at = inferior.search_memory(first, last - first, ID)
    return at


def drain(inferior, block, out):
    """Read all bytes of the channel. @return their number"""
    up, _, _, data, size, written, taken, _ = struct.unpack("<IIIIIIII", read(inferior, block + 16, 32))
    if up < 1:
        return 0
    got = read(inferior, data + taken, written - taken) if written >= taken else read(inferior, data + taken, size - taken) + read(inferior, data, written)
    out.write(got)
    inferior.write_memory(block + 16 + 24, struct.pack("<I", written))
    return len(got)


def go_on(seconds):
    """Let the target run for `seconds`, or up to the breakpoint."""
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        gdb.execute("continue", to_string=True)
    except KeyboardInterrupt:
        pass
    timer.cancel()


def probe(port, output, first, last):
    # Inserting and removing breakpoints would make the emulator translate all code again.
    for setting in ("pagination off", "confirm off", "breakpoint always-inserted on", "remotetimeout 300"):
        gdb.execute(f"set {setting}")
    gdb.execute(f"target remote :{port}")
    inferior = gdb.selected_inferior()
    gdb.execute("break hal_semihost_exit")
    block, taken, when = None, 0, ""
    with open(output, "wb") as out:
        while True:
            go_on(0.05)
            if block is None and (block := find(inferior, first, last)):
                when = "after" if struct.unpack("<I", read(inferior, block + 36, 4))[0] else "before"
            if block:
                taken += drain(inferior, block, out)
            if gdb.selected_frame().name() == "hal_semihost_exit":
                break
    gdb.execute("delete")
    gdb.execute("detach")
    print(f"control block found {when} the first frame, {taken} bytes" if block else "no control block")
