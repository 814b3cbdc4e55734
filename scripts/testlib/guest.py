# SPDX-License-Identifier: BSD-2-Clause
"""A guest in QEMU with its serial line on two pipes."""
import codecs
import ctypes
import os
import re
import select
import signal
import subprocess
import tempfile
import time

RUN_QEMU = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "run-qemu")
TICKS_HZ = os.sysconf("SC_CLK_TCK")
PR_SET_PDEATHSIG = 1
# Bytes typed before checking for output: a UART at 115200 baud takes 0.7 ms for these.
CHUNK_BYTES = 8
CHUNK_WAIT_S = 0.02
# Wall-clock seconds per second of the limit, since a guest may wait rather than compute.
WALL_FACTOR = 4
# Maximum factor by which limits are stretched on a loaded host.
PATIENCE_MAX = 20


class TimedOut(Exception):
    """The limit of the whole run was exceeded."""


def patience():
    """@return the factor by which to stretch wall-clock limits while the host is loaded; 1 if it isn't
"""
    return min(PATIENCE_MAX, max(1.0, os.getloadavg()[0] / os.cpu_count()))


def text_of(raw):
    """
    @return serial bytes as text: without frames of the trace link, carriage returns and control
    sequences, including truncated ones
    """
    raw = re.sub(rb"\x00([^\x00]{1,251}(\x00|$)|$)", b"", raw)
    text = codecs.getincrementaldecoder("utf-8")("replace").decode(raw).replace("\r", "")
    text = re.sub(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[@-Z\\^_]", "", text)
    return re.sub(r"\x1b(\[[0-?]*[ -/]*)?$", "", text)


class Guest:
    def __init__(self, board, elf, mode, emulator, qemu, limit_s, trace=None):
        """
        Boot the guest. `limit_s` limits the emulator's CPU time; see WALL_FACTOR for the wall
        clock. The output of the second serial port is written to the file `trace`.
        """
        self.board = board
        self.begin([RUN_QEMU, board, elf, "--mode", mode] + (["--emulator", emulator, "--qemu", qemu] if qemu else [])
                   + (["--trace", "file:" + trace] if trace else []), limit_s)

    def begin(self, command, limit_s, **more):
        self.raw = bytearray()
        self.limit_s = limit_s
        self.begun = time.monotonic()
        self.status = None
        self.errors = tempfile.TemporaryFile()
        libc = ctypes.CDLL(None)
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, bufsize=0, start_new_session=True,
            preexec_fn=lambda: libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL), **more)

    def cpu_s(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as f:
            fields = f.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS_HZ

    def pump(self, seconds):
        """
        Receive output for up to `seconds`, or until some arrived.
        @return True if some arrived, False after the time, None if the run has ended
        """
        if self.status is not None:
            return None
        until = time.monotonic() + seconds
        while True:
            self.check_limit()
            left = max(0.0, until - time.monotonic())
            if select.select([self.process.stdout], [], [], min(left, 0.1))[0]:
                data = os.read(self.process.stdout.fileno(), 65536)
                if data:
                    self.raw += data
                    return True
                self.status = self.process.wait()
                return None
            if left <= 0:
                return False

    def check_limit(self):
        wall_s = time.monotonic() - self.begun
        if wall_s > self.limit_s * WALL_FACTOR * patience() or self.cpu_s() > self.limit_s:
            raise TimedOut(f"timed out after {self.limit_s:g} s")

    def type(self, data):
        """Type no faster than a UART would, giving the guest time to respond."""
        for i in range(0, len(data), CHUNK_BYTES):
            try:
                os.write(self.process.stdin.fileno(), data[i:i + CHUNK_BYTES])
            except BrokenPipeError:
                return
            self.pump(CHUNK_WAIT_S)

    def run_to_end(self):
        while self.pump(1.0) is not None:
            pass

    @property
    def text(self):
        return text_of(bytes(self.raw))

    def stop(self):
        """End the guest if it still runs. @return the emulator's messages"""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for f in (self.process.stdin, self.process.stdout):
            f.close()
        self.errors.seek(0)
        said = self.errors.read().decode("utf-8", "replace")
        self.errors.close()
        return said


class Command(Guest):
    """A command that boots a guest on its own input and output."""

    def __init__(self, command, limit_s, **more):
        self.begin(command, limit_s, **more)
