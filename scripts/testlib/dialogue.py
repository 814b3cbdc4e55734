# SPDX-License-Identifier: BSD-2-Clause
"""
A dialogue with a guest over its serial line, written down in a file. One step a line:

    # comment
    expect REGEX     wait until REGEX is found in the output since the last match; one check
    never REGEX      REGEX isn't in the output that the last expect passed over or matched; one check
    check EXPR       EXPR over captured names holds; one check
    status N         wait until the run ends, with exit status N; one check
    send TEXT        type TEXT and Enter; without TEXT just Enter
    type TEXT        type TEXT
    key KEY…         ^C (any control character), up down left right home end delete backspace tab enter esc
    bytes HEX…       send these bytes as they are
    wait SECONDS     let time pass
    timeout SECONDS  how long each expect and status waits from here on (on a loaded machine longer); 10 at first
    note TEXT        shown, when the dialogue is

Blanks at either end of a line don't count. REGEX is Python's, with ^ and $ at every line; carriage returns and control sequences are taken out before. Lines end in "\\n".
(?P<name>…) captures: as a number where it reads as one, else as text. {name} stands for a captured value in
expect, never, send and type. EXPR knows numbers, text, arithmetic, comparisons, and, or, not, in,
abs min max len int float, and ns("12.5us") for times as the shell prints them.
"""
import itertools
import re
import time

from testlib import expression
from testlib.guest import TimedOut, patience
from testlib.results import FAIL, PASS, Case

KEYS = {
    "up": b"\x1b[A", "down": b"\x1b[B", "right": b"\x1b[C", "left": b"\x1b[D", "home": b"\x1b[H",
    "end": b"\x1b[F", "delete": b"\x1b[3~", "backspace": b"\x7f", "tab": b"\t", "enter": b"\r", "esc": b"\x1b",
}
# A match at the end of the received text may grow with the next bytes.
SETTLE_S = 0.05
SHOWN_LINES = 15


class DialogueError(Exception):
    """The dialogue itself is wrong: file, line, error."""


class Mismatch(Exception):
    """The guest did not give the expected answer."""


def key_bytes(name):
    if name in KEYS:
        return KEYS[name]
    if len(name) == 2 and name[0] == "^" and "@" <= name[1].upper() <= "_":
        return bytes([ord(name[1].upper()) - ord("@")])
    raise ValueError(f"no key {name!r}")


class Dialogue:
    def __init__(self, path):
        self.path = path
        self.steps = []  # (line number, verb, argument)
        with open(path, encoding="utf-8") as f:
            for number, line in enumerate(f, 1):
                verb, _, argument = line.strip().partition(" ")
                if verb and not verb.startswith("#"):
                    self.steps.append((number, verb, self.parse(number, verb, argument.strip())))

    def parse(self, number, verb, argument):
        if not hasattr(self, "do_" + verb):
            raise DialogueError(f"{self.path}:{number}: no step {verb!r}")
        try:
            if verb in ("wait", "timeout"):
                return float(argument)
            if verb == "status":
                return int(argument)
            if verb == "bytes":
                return bytes.fromhex(argument)
            if verb == "key":
                return b"".join(map(key_bytes, argument.split()))
            if verb in ("expect", "never"):
                re.compile(argument)
        except (ValueError, re.error) as e:
            raise DialogueError(f"{self.path}:{number}: {verb}: {e}") from e
        return argument

    def run(self, guest, show=None):
        """
        Hold it. Ends at the first step that fails.

        @param show  called with new text as it is accepted
        @return (cases, transcript as KTAP)
        """
        self.guest, self.show = guest, show or (lambda text: None)
        self.names, self.timeout_s = {}, 10.0
        self.at, self.shown, self.passed_over = 0, 0, ""
        cases, self.log = [], []
        for number, verb, argument in self.steps:
            name = f"{number}: {verb} {argument}"
            case = None
            try:
                getattr(self, "do_" + verb)(argument)
                if verb in ("expect", "never", "check", "status"):
                    case = Case(name, PASS)
            except (Mismatch, TimedOut, ValueError) as e:
                case = Case(name, FAIL, str(e))
            self.show_new()
            if case is not None:
                cases.append(case)
                self.log.append(case)
            if case is not None and case.status == FAIL:
                break
        return cases, self.transcript(len(cases))

    def show_new(self):
        text = self.guest.text
        if len(text) > self.shown:
            self.show(text[self.shown:])
            self.log.append(text[self.shown:])
            self.shown = len(text)

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

    def expand(self, text, quote=str):
        return re.sub(r"\{([A-Za-z_]\w*)\}",
                      lambda m: quote(str(self.names[m[1]])) if m[1] in self.names else m[0], text)

    def came(self):
        """The output since the last match, for a message."""
        lines = self.guest.text[self.at:].rstrip("\n").split("\n")[-SHOWN_LINES:]
        return "came:\n" + "\n".join("  " + t for t in lines)

    def pump(self, seconds):
        more = self.guest.pump(seconds)
        self.show_new()
        return more

    def grows(self, text):
        """@return whether more than `text` comes within SETTLE_S; frames of the trace link aren't text"""
        until = time.monotonic() + SETTLE_S
        while (left := until - time.monotonic()) > 0:
            if self.pump(left) is None or self.guest.text != text:
                break
        return self.guest.text != text

    # ---- steps that check

    def do_expect(self, argument):
        pattern = re.compile(self.expand(argument, re.escape), re.MULTILINE)
        begun = time.monotonic()
        while True:
            text = self.guest.text
            m = pattern.search(text, self.at)
            if m and m.end() == len(text) and self.grows(text):
                continue
            if m:
                break
            waited_s = time.monotonic() - begun
            if waited_s > self.timeout_s * patience():
                raise Mismatch(f"waited {waited_s:.1f} s; {self.came()}")
            if self.pump(min(1.0, self.timeout_s)) is None:
                if pattern.search(self.guest.text, self.at):
                    continue
                raise Mismatch(f"the run ended with status {self.guest.status}; {self.came()}")
        self.passed_over = text[self.at:m.end()]
        self.at = m.end()
        self.names.update({k: expression.value_of(v) for k, v in m.groupdict().items() if v is not None})

    def do_never(self, argument):
        m = re.search(self.expand(argument, re.escape), self.passed_over, re.MULTILINE)
        if m:
            raise Mismatch(f"it came: {m[0]!r}")

    def do_check(self, argument):
        if not expression.evaluate(argument, self.names):
            used = {k: v for k, v in self.names.items() if re.search(rf"\b{k}\b", argument)}
            raise Mismatch("it doesn't hold with " + ", ".join(f"{k} = {v!r}" for k, v in used.items()))

    def do_status(self, argument):
        begun = time.monotonic()
        while self.pump(min(1.0, self.timeout_s)) is not None:
            waited_s = time.monotonic() - begun
            if waited_s > self.timeout_s * patience():
                raise Mismatch(f"still running after {waited_s:.1f} s; {self.came()}")
        if self.guest.status != argument:
            raise Mismatch(f"the run ended with status {self.guest.status}; {self.came()}")

    # ---- steps that act

    def do_send(self, argument):
        self.guest.type(self.expand(argument).encode() + b"\r")

    def do_type(self, argument):
        self.guest.type(self.expand(argument).encode())

    def do_key(self, argument):
        self.guest.type(argument)

    do_bytes = do_key

    def do_wait(self, argument):
        until = time.monotonic() + argument
        while (left := until - time.monotonic()) > 0:
            if self.pump(left) is None:
                return

    def do_timeout(self, argument):
        self.timeout_s = argument

    def do_note(self, argument):
        self.show(f"\n--- {argument}\n")
