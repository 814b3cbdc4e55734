# SPDX-License-Identifier: BSD-2-Clause
"""
A dialogue with a guest over its serial line: a Python program with these functions. pexpect waits
for the output.

    expect(REGEX)     wait until REGEX is found in the output since the last match; one check
    never(REGEX)      REGEX must not be in the output that the last expect() skipped or matched; one check
    check(CONDITION)  one check
    status(N)         wait until the run ends; the exit status must be N; one check
    send(TEXT)        type TEXT and Enter
    type(TEXT)        type TEXT, or bytes as they are
    key(NAME…)        ^C (any control character), up down left right home end delete backspace tab enter esc
    wait(SECONDS)     let time pass
    limit(SECONDS)    timeout of each expect() and status() from here on (longer on a loaded host); initially 10
    got.NAME          what (?P<NAME>…) captured: a number if it looks like one, else text
    ns("12.5 us")     a time as printed by the shell
    table(TEXT)       the rows below a table's head, each a dict of its cells by the words of the head

REGEX is Python's, with ^ and $ at every line. Carriage returns and control sequences are removed
first. Lines end in "\
".
"""
import itertools
import linecache
import re
import runpy
import sys
import time
from types import SimpleNamespace

try:
    import pexpect
except ImportError:  # Debian's packages are installed for /usr/bin/python3
    sys.path.append("/usr/lib/python3/dist-packages")
    import pexpect
from pexpect.expect import searcher_re
from pexpect.spawnbase import SpawnBase

from testlib.guest import TimedOut, patience
from testlib.results import FAIL, PASS, Case

KEYS = {
    "up": b"\x1b[A", "down": b"\x1b[B", "right": b"\x1b[C", "left": b"\x1b[D", "home": b"\x1b[H",
    "end": b"\x1b[F", "delete": b"\x1b[3~", "backspace": b"\x7f", "tab": b"\t", "enter": b"\r", "esc": b"\x1b",
}
# A match at the end of the received text may become longer with the next bytes.
SETTLE_S = 0.05
SHOWN_LINES = 15
UNITS_NS = {"ns": 1, "us": 1000, "µs": 1000, "μs": 1000, "ms": 1000000, "s": 1000000000}


class Mismatch(Exception):
    """The guest did not give the expected output."""


def ns(text):
    """@return a time as printed by the shell, "12.5us" or "12.5 us", in nanoseconds"""
    m = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(\S+)\s*", text)
    return float(m[1]) * UNITS_NS[m[2]]


def table(text):
    """@return the rows of a table as printed by the shell, up to the first line with other cells"""
    head, *lines = text.strip("\n").split("\n")
    rows = (re.findall(r"[\d.]+ [num]?s\b|\S+", line) for line in lines)
    return [dict(zip(head.split(), row)) for row in itertools.takewhile(lambda row: len(row) == len(head.split()), rows)]


def value_of(text):
    """@return the value of a capture: a number if it looks like one"""
    if re.fullmatch(r"[+-]?\d+", text):
        return int(text)
    return float(text) if re.fullmatch(r"[+-]?\d+\.\d+", text) else text


class Console(SpawnBase):
    """The text of a guest, for pexpect."""

    def __init__(self, guest, show):
        super().__init__(encoding="utf-8")
        self.guest, self.show, self.given, self.shown = guest, show, 0, 0
        self.buffer = "\n"  # so that the first line also has a line end before it

    def read_nonblocking(self, size=1, timeout=None):
        until = time.monotonic() + timeout
        while len(self.guest.text) == self.given:
            left = until - time.monotonic()
            if left <= 0:
                raise pexpect.TIMEOUT("")
            if self.guest.pump(min(left, 1)) is None and len(self.guest.text) == self.given:
                raise pexpect.EOF("")
        text = self.guest.text[self.given:]
        self.given += len(text)
        self.show_new()
        return text

    def grows(self):
        """@return whether more text arrives within SETTLE_S; frames of the trace link aren't text
"""
        before, until = len(self.guest.text), time.monotonic() + SETTLE_S
        while len(self.guest.text) == before and (left := until - time.monotonic()) > 0:
            if self.guest.pump(left) is None:
                break
        return len(self.guest.text) != before

    def show_new(self):
        text = self.guest.text[self.shown:]
        self.shown += len(text)
        if text:
            self.show(text)


class Settled(searcher_re):
    """A pattern that matches only text that has stopped growing."""

    def __init__(self, regex, console):
        # Text matched earlier is no longer in the buffer, whose first character may be in the
        # middle of a line.
        super().__init__([re.compile(re.sub(r"(?<![\\\[])\^", r"(?<=\\n)", regex), re.MULTILINE)])
        self.console = console

    def search(self, buffer, freshlen, searchwindowsize=None):
        index = super().search(buffer, freshlen, searchwindowsize)
        return -1 if index >= 0 and self.end == len(buffer) and self.console.grows() else index


class Dialogue:
    WORDS = ("expect", "never", "check", "status", "send", "type", "key", "wait", "limit", "got")

    def __init__(self, path):
        self.path = path
        self.got, self.timeout_s, self.passed_over = SimpleNamespace(), 10.0, ""
        self.log = []  # text and cases

    def run(self, guest, show=None):
        """
        Run the dialogue. It ends at the first check that fails.
        @param show  called with new text as it is accepted
        @return (cases, transcript as KTAP)
        """
        def note(text):
            self.log.append(text)
            if show:
                show(text)

        self.guest, self.console = guest, Console(guest, note)
        try:
            runpy.run_path(self.path, {"ns": ns, "table": table, **{word: getattr(self, word) for word in self.WORDS}})
        except Mismatch as e:
            self.note(FAIL, str(e))
        except Exception as e:  # pylint: disable=broad-except
            self.note(FAIL, f"{type(e).__name__}: {e}")
        self.console.show_new()
        cases = [entry for entry in self.log if isinstance(entry, Case)]
        return cases, self.transcript(len(cases))

    def transcript(self, count):
        lines = ["KTAP version 1", f"1..{count}"]
        number = 0
        for is_text, entries in itertools.groupby(self.log, lambda e: isinstance(e, str)):
            if is_text:
                lines += ["# | " + t for t in "".join(entries).rstrip("\n").split("\n")]
                continue
            for entry in entries:
                number += 1
                lines.append(f"{'' if entry.status == PASS else 'not '}ok {number} {entry.name}")
        return "\n".join(lines) + "\n"

    def place(self):
        """@return the current line of the dialogue with its number, or the line of the error that
        ended it"""
        frame = sys._getframe()
        while frame and frame.f_code.co_filename != self.path:
            frame = frame.f_back
        number = frame.f_lineno if frame else 0
        if not frame and sys.exc_info()[2]:
            trace = sys.exc_info()[2]
            while trace:
                number = trace.tb_lineno if trace.tb_frame.f_code.co_filename == self.path else number
                trace = trace.tb_next
        return f"{number}: {linecache.getline(self.path, number).strip()}"

    def note(self, status, detail=""):
        self.console.show_new()
        self.log.append(Case(self.place(), status, detail))

    def came(self, text):
        """@return the last lines of the output since the last match, for a message"""
        lines = text.rstrip("\n").split("\n")[-SHOWN_LINES:]
        return "output:\n" + "\n".join("  " + t for t in lines)

    # ---- functions that check

    def expect(self, regex):
        begun = time.monotonic()
        try:
            self.console.expect_loop(Settled(regex, self.console), self.timeout_s * patience())
        except pexpect.TIMEOUT:
            raise Mismatch(f"waited {time.monotonic() - begun:.1f} s; {self.came(self.console.buffer)}") from None
        except pexpect.EOF:
            raise Mismatch(f"the run ended with status {self.guest.status}; {self.came(self.console.before)}") from None
        self.passed_over = self.console.before + self.console.after
        self.got.__dict__.update({k: value_of(v) for k, v in self.console.match.groupdict().items() if v is not None})
        self.note(PASS)

    def never(self, regex):
        m = re.search(regex, self.passed_over, re.MULTILINE)
        if m:
            raise Mismatch(f"found {m[0]!r}")
        self.note(PASS)

    def check(self, condition):
        if not condition:
            used = re.findall(r"got\.(\w+)", self.place())
            raise Mismatch("the condition is false with " + ", ".join(f"{name} = {getattr(self.got, name)!r}" for name in used))
        self.note(PASS)

    def status(self, number):
        begun = time.monotonic()
        while self.guest.pump(1.0) is not None:
            if time.monotonic() - begun > self.timeout_s * patience():
                raise Mismatch(f"still running after {time.monotonic() - begun:.1f} s; {self.came(self.guest.text)}")
        if self.guest.status != number:
            raise Mismatch(f"the run ended with status {self.guest.status}; {self.came(self.guest.text)}")
        self.note(PASS)

    # ---- functions that act

    def send(self, text=""):
        self.guest.type(text.encode() + b"\r")

    def type(self, text):
        self.guest.type(text if isinstance(text, bytes) else text.encode())

    def key(self, *names):
        self.guest.type(b"".join(KEYS[n] if n in KEYS else bytes([ord(n[1].upper()) - ord("@")]) for n in names))

    def wait(self, seconds):
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0 and self.guest.pump(left) is not None:
            pass

    def limit(self, seconds):
        self.timeout_s = seconds
