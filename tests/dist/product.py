# SPDX-License-Identifier: BSD-2-Clause
"""Products made from the folder of Spoor: building, and running in QEMU with lines typed."""
import os
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../scripts"))
from testlib.guest import Guest  # noqa: E402


# Not a part of the make that runs the test.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("MAKE") and name != "MFLAGS"}


def run(*command, **more):
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                          timeout=120, env=ENVIRONMENT, **more)


def make(product, spoor, out, *settings):
    """@return (whether it was built, the output)"""
    if os.path.exists(out):
        os.remove(out)
    done = run("make", "-f", os.path.join(HERE, product, "Makefile"), f"SPOOR={spoor}", f"OUT={out}", *settings)
    return done.returncode == 0 and os.path.exists(out), done.stdout


class Running:
    """A product in QEMU, with a prompt "# " on its first serial port, and frames on the second."""

    def __init__(self, elf, trace, board="mps2-an385", prompt="# "):
        self.prompt = prompt
        for path in (trace,):
            if os.path.exists(path):
                os.remove(path)
        self.guest = Guest(board, elf, "exact", "qemu-system-arm", f"-M {board}", 60, trace)
        self.hello = self.answer("")

    def answer(self, line):
        """Type a line. @return the text before the next prompt"""
        before = len(self.guest.text)
        if line:
            self.guest.type(line.encode() + b"\r")
        while not self.guest.text[before:].endswith(self.prompt):
            if self.guest.pump(1.0) is None:
                break
        return self.guest.text[before:].removesuffix(self.prompt)

    def wait(self, seconds):
        until = time.monotonic() + seconds
        while time.monotonic() < until and self.guest.pump(0.1) is not None:
            pass

    def end(self):
        self.guest.type(b"quit\r")
        self.guest.run_to_end()
        self.guest.stop()
        return self.guest.status


def numbers(text):
    """Lines "name N" as a dictionary."""
    return {name: int(n) for name, n in re.findall(r"^(\w+) (\d+)$", text, re.M)}


def table(text):
    """The counts of a table of the shell, by name."""
    return {name: int(n) for name, n in re.findall(r"^ *\d+ +(\w+) +\w+ +(\d+)\b", text, re.M)}


def check_stream(spoor, elf, trace):
    """@return (whether `spoor check` is content, its output)"""
    done = run(spoor, "check", "--elf", elf, trace)
    return done.returncode == 0, done.stdout


def emitted(text):
    return {name: int(n) for name, n in re.findall(r"^ +\d+ +(\w+) +\d+ +\d+ +(\d+) ", text, re.M)}
