# SPDX-License-Identifier: BSD-2-Clause
"""What a source includes, which settings it can see, and the condition under which an image takes it."""
import glob
import re
from os.path import dirname, isfile, join, normpath

from .descriptions import DEFAULTS, SETTING, Refused, read

COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:([<"])([^>"]+)[>"]|(.*))', re.MULTILINE)
DERIVED = re.compile(r"^#define (?!CONFIG_)(\w+)(.*\bCONFIG_.*)", re.MULTILINE)
WORD = re.compile(r"\b[A-Z]\w+")
DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(\w+)(.*)", re.MULTILINE)


class Sources:
    """What sources include, the settings that they name, and the condition under which an image takes one."""

    def __init__(self, made=()):
        self.made = made  # headers that the build makes
        self.texts, self.names, self.included, self.closures, self.guards = {}, {}, {}, {}, {}
        # Other names that the headers of the settings make of settings: SPOOR_RTT_BYTES.
        self.derived = {name: SETTING.findall(value) for path in DEFAULTS for name, value in DERIVED.findall(read(path))}

    def text(self, path):
        if path not in self.texts:
            self.texts[path] = COMMENT.sub("", "" if path in self.made else read(path)).replace("\\\n", " ")
            self.names[path] = set(SETTING.findall(self.texts[path]))
            for name in self.derived.keys() & {*WORD.findall(self.texts[path])}:
                self.names[path].update(self.derived[name])
        return self.texts[path]

    def includes(self, path, roots):
        """@return the headers of this tree that a file includes by itself, found as the compiler finds them"""
        if (path, roots) not in self.included:
            found = []
            for kind, name, odd in INCLUDE.findall(self.text(path)):
                if odd:
                    raise Refused(f"{path}: #include {odd}: a header is named as it is, not by a macro")
                folders = ([dirname(path)] if kind == '"' else []) + list(roots)
                found += [p for p in (normpath(join(f, name)) for f in folders) if isfile(p) or p in self.made][:1]
            self.included[path, roots] = found
        return self.included[path, roots]

    def closure(self, path, roots):
        """
        @return (headers, names of settings) of a source and all that it includes, whatever its #if say. The headers of
        the settings are left out: they name all, and change nothing else.
        """
        if (path, roots) not in self.closures:
            done, todo = set(), [path]
            while todo:
                at = todo.pop()
                if at not in done and at not in DEFAULTS:
                    done.add(at)
                    todo += self.includes(at, roots)
            names = set().union(*(self.names[d] for d in done))
            self.closures[path, roots] = tuple(sorted(done - {path})), names
        return self.closures[path, roots]

    def guard(self, path):
        """@return the condition of the #if that stands around all of a source but its #includes, or None"""
        if path not in self.guards:
            self.guards[path] = self.find_guard(self.text(path))
        return self.guards[path]

    @staticmethod
    def find_guard(text):
        directives = list(DIRECTIVE.finditer(text))
        while directives and directives[0][1] == "include":
            directives.pop(0)
        if not directives or directives[0][1] != "if" or "CONFIG_" not in directives[0][2]:
            return None
        depth, before = 0, DIRECTIVE.sub("", text[:directives[0].start()])
        for d in directives:
            depth += {"if": 1, "ifdef": 1, "ifndef": 1, "endif": -1}.get(d[1], 0)
            if depth == 1 and d[1] in ("else", "elif"):
                return None
            if depth == 0:
                return None if (before + text[d.end():]).strip() else directives[0][2].strip()
        return None


def expand(words, folder=""):
    """@return the files of patterns; one with a ! takes files out. A name without a / is in the folder."""
    found = []
    for word in words:
        pattern = word.lstrip("!")
        pattern = pattern if "/" in pattern else join(folder, pattern)
        files = sorted(glob.glob(pattern)) if "*" in pattern else [pattern]
        found = [f for f in found if f not in files] if word.startswith("!") else found + files
    return found


def within(path, names):
    return any(path == n or path.startswith(n.rstrip("/") + "/") for n in names)
