# SPDX-License-Identifier: BSD-2-Clause
"""
The files that describe boards (platform/*/board.mk), architectures (src/arch/*/arch.mk), C
libraries (src/libc/*/libc.mk) and images (NAME.mk). docs/building.md lists their variables. An
unknown word is refused with the closest known one.
"""
import glob
import os
import re
from os.path import basename, dirname, exists, splitext

VARIABLES = {
    "board": "ARCH CPUFLAGS EMULATOR TOOLS QEMU CORES DRIVERS HAS LACKS CONFIG SHARES RUNS".split(),
    "arch": "BASE HAS CPUFLAGS CFLAGS LDFLAGS FUNCTION_NAMES FUNCTION_ROOM CROSS EMULATOR LIBC PACKAGES".split(),
    "libc": "CFLAGS WRAPPED WRAPPED_EVENTS WRAPPED_SMP".split(),
    "image": "CORE CONFIG SRCS PARTS NEEDS FUNCTIONS FUNCTIONS_EXCLUDE FUNCTIONS_EXCLUDE_NAMED TIMEOUT EXPECT "
             "DIALOGUE RUN_MODE TRACE DUMP CHECK_ELF COMPARE_WITH".split(),
}
IMAGES = "src/apps/*/*.mk tests/bench/*.mk tests/mustfail/*.mk tests/target/*/*.mk".split()
PARTS = ("shell", "commands", "test")
# All boards have these capabilities, except those in their LACKS.
COMMON = ("resets", "slowtick")
# The headers of all settings, the last first: that one is included before each source, and includes
# the others.
DEFAULTS = ("include/spoor/config.h", "conf/check.h", "conf/default.h")
DEFINED = re.compile(r"^#define CONFIG_(\w+) (.*)", re.MULTILINE)
SETTING = re.compile(r"\bCONFIG_(\w+)")


class Refused(Exception):
    """A mistake in a description or on the command line."""


def nearest(word, words):
    return os.popen(f"scripts/nearest '{word}' {' '.join(words)}").read().strip()


def known(what, words, meant, where=""):
    """Refuse the first word of `meant` that isn't in `words`."""
    for word in meant:
        if word not in words:
            guess = nearest(word, words)
            hint = f'; did you mean "{guess}"?' if guess else f"; there are: {' '.join(words)}"
            raise Refused(f'{where}{": " if where else ""}no {what} "{word}"{hint}')


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


class Description:
    """A file of NAME := words, NAME += words and include FILE. A backslash continues a line."""
    LINE = re.compile(r"(\w+)\s*(:=|\+=)\s*(.*)|include\s+(\S+)")

    def __init__(self, kind, path):
        self.kind, self.path, self.values = kind, path, {}
        self.take(path)

    def take(self, path):
        # \v marks the end of a continued line, so that line numbers stay right.
        text, number = read(path).replace("\\\n", "\v"), 1
        for line in text.split("\n"):
            self.assign(f"{path}:{number}", line.replace("\v", " ").strip())
            number += 1 + line.count("\v")

    def assign(self, place, line):
        if not line or line.startswith("#"):
            return
        parts = self.LINE.fullmatch(line)
        if not parts or "$(" in line:
            raise Refused(f"{place}: {line}: must be NAME := words, NAME += words or include FILE, without functions")
        name, how, value, included = parts.groups()
        if included:
            if not exists(included):
                raise Refused(f"{place}: no file {included}")
            self.take(included)
            return
        known("variable", VARIABLES[self.kind], [name], place.rsplit(":", 1)[0])
        self.values[name] = f"{self.values[name]} {value}" if how == "+=" and name in self.values else value

    def text(self, name):
        return self.values.get(name, "")

    def words(self, name):
        return self.text(name).split()

    def settings(self):
        return dict(word.partition("=")[::2] for word in self.words("CONFIG"))

    def check(self, name, what, words):
        known(what, words, self.words(name), f"{self.path}: {name}")


class Tree:
    """All descriptions, checked. `tools`: the installed ones of TOOLS in board.mk."""

    def __init__(self, tools=()):
        self.tools = tools
        self.defaults = {name: value for path in DEFAULTS for name, value in DEFINED.findall(read(path))}
        self.archs = self.folder("arch", "src/arch/*/arch.mk")
        self.libcs = self.folder("libc", "src/libc/*/libc.mk")
        self.boards = self.folder("board", "platform/*/board.mk")
        images = {splitext(basename(p))[0]: p for pattern in IMAGES for p in glob.glob(pattern)}
        self.images = {name: Description("image", path) for name, path in sorted(images.items())}
        self.drivers = [p[len("src/drivers/"):-2] for p in sorted(glob.glob("src/drivers/*/*.c"))]
        self.check()

    @staticmethod
    def folder(kind, pattern):
        return {basename(dirname(p)): Description(kind, p) for p in sorted(glob.glob(pattern))}

    def check(self):
        can = {w for d in (*self.boards.values(), *self.archs.values()) for w in d.words("HAS")}
        can = sorted({*COMMON, *self.drivers, *can})
        for board in self.boards.values():
            if not board.words("ARCH"):
                raise Refused(f"{board.path}: ARCH isn't set; the architectures are {' '.join(self.archs)}")
            board.check("ARCH", "architecture", self.archs)
            board.check("DRIVERS", "driver", self.drivers)
            board.check("RUNS", "image", ["all", "arch", *self.images])
            board.check("LACKS", "capability", can)
        for arch in self.archs.values():
            arch.check("BASE", "architecture", self.archs)
            arch.check("LIBC", "C library", self.libcs)
        for image in self.images.values():
            image.check("PARTS", "part", PARTS)
            image.check("NEEDS", "capability", can)
            image.check("RUN_MODE", "mode", ["exact", "live", "real"])
            image.check("TRACE", "way to keep the stream", ["link", "console"])
        for described in (*self.boards.values(), *self.images.values()):
            known("setting", self.defaults, described.settings(), f"{described.path}: CONFIG")

    def chain(self, board):
        """@return the board's architecture and those that it builds on, the most specific first"""
        arch = self.boards[board].text("ARCH")
        return [arch, *self.archs[arch].words("BASE")]

    def arch_text(self, board, name):
        """@return the value of the most specific architecture that defines one"""
        return next((t for t in (self.archs[a].text(name) for a in self.chain(board)) if t), "")

    def emulator(self, board):
        return self.boards[board].text("EMULATOR") or self.arch_text(board, "EMULATOR")

    def arch_words(self, board, name):
        return [w for a in self.chain(board) for w in self.archs[a].words(name)]

    def missing(self, board, image):
        """@return the tools that the board needs and that are missing, or else the words of the
        image's NEEDS that the board lacks"""
        described = self.boards[board]
        lacks = [t for t in described.words("TOOLS") if t not in self.tools]
        has = {*described.words("HAS"), *described.words("DRIVERS"), *self.arch_words(board, "HAS"),
               *(w for w in COMMON if w not in described.words("LACKS"))}
        return lacks or [w for w in self.images[image].words("NEEDS") if w not in has]


class Settings:
    """The settings of an image on a board: defaults, overridden by the image's, overridden by the
    board's."""

    def __init__(self, tree, board, image):
        self.defaults = tree.defaults
        own = {**tree.images[image].settings(), **tree.boards[board].settings()}
        self.own = {name: value for name, value in sorted(own.items()) if value != tree.defaults[name]}

    def hold(self, condition, where):
        """@return whether an expression of settings, numbers and C operators is true"""
        def value(m):
            if m[1] not in self.defaults:
                raise Refused(f"{where}: no setting CONFIG_{m[1]}: {condition}")
            return self.own.get(m[1], self.defaults[m[1]]).rstrip("uUlL")

        text = SETTING.sub(value, condition).replace("&&", " and ").replace("||", " or ")
        text = re.sub(r"!(?!=)", " not ", text)
        if not re.fullmatch(r"(0[xX][\da-fA-F]+|\d+|and|or|not|[<>=!]=|[<>()\s-])*", text):
            raise Refused(f"{where}: only CONFIG_ names, numbers and operators are allowed: {condition}")
        return bool(eval(text, {"__builtins__": {}}))
