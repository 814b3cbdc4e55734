# SPDX-License-Identifier: BSD-2-Clause
"""
Compare another build of the tool with the native one: the exit status, standard output, standard error and files of
each command must be equal, byte for byte.
"""
import base64
import collections
import concurrent.futures
import glob
import os
import re
import resource
import shlex
import shutil
import subprocess
import zipfile
import zlib

from testlib.tap import FULL

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
FORMS = ([], ["--json"], ["--csv"])
# Options without which these tables are refused.
KINDS = {"intervals": ["--begin", "sched_switch", "--end", "sched_switch"], "critical-path": ["--thread", "filter"]}


class Tools:
    """
    Both builds, each with a folder in which its commands run.

    `command` are the words that start the other one, which lacks the commands and formats in `absent`. `own` is what it
    prints where the native one prints "spoor".
    """

    def __init__(self, folder, native, name, command, absent, own="spoor"):
        self.folder, self.name, self.own = folder, name, own.encode()
        self.commands = {"native": [native], name: command}
        self.absent, self.absent_formats = absent
        self.made = 0

    def place(self):
        self.made += 1
        return [(name, command, os.path.join(self.folder, name, str(self.made))) for name, command in self.commands.items()]

    def run(self, command, at, words, data=None):
        """@return everything that a run leaves"""
        os.makedirs(at, exist_ok=True)
        own, program = self.own, shutil.which(command[0])
        if len(command) == 1:
            own, command = b"spoor", ["spoor"]  # messages contain the name
        done = subprocess.run([*command, *words], executable=program, cwd=at, input=data or b"", stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=120, check=False)
        files = {os.path.relpath(path, at): contents(path, own) for path in
                 sorted(glob.glob(os.path.join(at, "**"), recursive=True, include_hidden=True)) if os.path.isfile(path)}
        return {"status": done.returncode, "output": done.stdout.replace(own, b"spoor"),
                "errors": done.stderr.replace(own, b"spoor").decode(errors="replace"), **files}

    def compare(self, places, words, data=None, before=None):
        """@return what differs, or None"""
        results = []
        for _, command, at in places:
            os.makedirs(at, exist_ok=True)
            if before is not None:
                before(at)
            results.append(self.run(command, at, words, data))
        native, other = results
        for key in [*native, *other]:
            if native.get(key) != other.get(key):
                return f"{shlex.join(words)}\n{key}\nnative: {str(native.get(key))[:600]}\n{self.name}: {str(other.get(key))[:600]}"
        return None


def contents(path, own):
    """@return a file's bytes; what was compressed is unpacked, since other builds store it"""
    if path.endswith(".spoorpack"):
        with zipfile.ZipFile(path) as z:
            return [(i.filename, i.date_time, z.read(i)) for i in z.infolist()]
    with open(path, "rb") as f:
        data = f.read().replace(own, b"spoor")
    return unpacked_sections(data) if path.endswith(".html") else data


def unpacked_sections(page):
    def unpack(m):
        data = base64.b64decode(m[4])
        raw = data if m[2] == m[3] else zlib.decompress(data, -15)
        return m[1] + b" " + m[2] + b" " + raw
    page = page.replace(b'</script>\n<script type="application/octet-stream" data-more>', b"")
    return re.sub(rb'(data-section="[^"]*") data-raw="(\d+)" data-packed="(\d+)">([^<]*)', unpack, page)


class Comparisons:
    """Command lines to compare, which run at the same time on all CPUs."""

    def __init__(self, tools):
        self.tools, self.pool = tools, concurrent.futures.ThreadPoolExecutor(os.cpu_count())
        self.groups = collections.defaultdict(list)

    def add(self, group, *words, data=None, before=None):
        self.groups[group].append(self.pool.submit(self.tools.compare, self.tools.place(), words, data, before))

    def report(self, tap):
        for group, runs in self.groups.items():
            wrong = [r.result() for r in runs if r.result() is not None]
            tap.check(f"{group}: {len(runs)} commands are equal", not wrong, "\n".join(wrong[:5]))
        tap.check(f"{sum(map(len, self.groups.values()))} commands were compared", len(self.groups) > 0)


def names_of(tool, *words, pattern):
    done = subprocess.run([tool, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return re.findall(pattern, done.stdout, re.MULTILINE)


def add_tables(c, kinds, recordings):
    """Each table of each recording, in one of its forms: all forms of a table are compared."""
    for i, (elf, trace) in enumerate(recordings):
        for k, kind in enumerate(kinds):
            c.add("tables", "stats", kind, *KINDS.get(kind, []), *FORMS[(i + k) % 3], "-e", elf, trace)


def add_commands(c, recordings):
    for elf, trace in recordings:
        of = ["-e", elf, trace]
        for words in (["info"], ["check"], ["dump"], ["dump", "--json"], ["timeline", "--width", "200"],
                      ["profile"], ["profile", "--view", "calls", "--json"], ["profile", "--view", "tree", "--csv"],
                      ["baseline", "-o", "base.json"], ["report", "-o", "page.html"],
                      ["cut", "--range", "100ms..200ms", "-o", "part.spoor"], ["pack", "--source", ROOT, "-o", "run.spoorpack"]):
            c.add(words[0], *words, *of)
        c.add("names", "names", elf)
    (elf, trace), (other_elf, other) = recordings[0], recordings[1]
    c.add("diff", "diff", "--base-elf", elf, "-e", other_elf, trace, other)
    c.add("merge", "merge", "-e", elf, "-e", other_elf, trace, other)
    with open(trace, "rb") as f:
        data = f.read()
    c.add("standard input", "dump", "-e", elf, "-", data=data)
    c.add("standard input", "split", "kept.spoor", data=b"text\n" + data)
    c.add("standard input", "symbols", "--lines", elf, data=b"at 0x00000400 and 00000480\n")
    c.add("help", "help", "dump")
    c.add("help", "help", "filters")
    c.add("help", "stats", "--help")
    c.add("help", "man", "waits")
    c.add("help", "tables")


def add_exports(c, formats, recordings):
    for elf, trace in recordings:
        for name in formats:
            c.add("exports", "export", "--to", name, "-o", f"out.{name}", "--run", "a", "-e", elf, trace)
    c.add("exports", "export", "--to", "perfetto", "-e", *recordings[0])


def add_profiles(c, folder):
    for path in sorted(glob.glob(os.path.join(folder, "*"))):
        c.add("profiles of other tools", "profile", "--view", "tree", path)
        c.add("profiles of other tools", "export", "--to", "folded", path)


def add_stories(c, story, folder):
    """The commands of tests/host/tables."""
    tables = os.path.join(ROOT, "tests/host/tables")
    for path in sorted(glob.glob(os.path.join(tables, "*", "story"))):
        made = os.path.join(folder, os.path.basename(os.path.dirname(path)))
        subprocess.run([story, path, made], check=True)
        commands = sorted(glob.glob(os.path.join(os.path.dirname(path), "*.command")))
        for name in commands if FULL else commands[::3]:
            with open(name, encoding="utf-8") as f:
                text = f.read().replace("$ELF", made + ".elf").replace("$FILE", made + ".spoor").replace("$OUT", "out")
            words = shlex.split(text)
            left_out = {*c.tools.absent_formats, "nonsense"}  # the latter's message lists the formats
            if "<" not in words and words[0] not in c.tools.absent and not left_out & {*words}:
                c.add("stories", *words)


def add_mistakes(c, folder, elf, trace):
    with open(trace, "rb") as f:
        data = f.read()
    bad = {"empty": b"", "text": b"no recording\n" * 100, "truncated": data[:len(data) // 3 + 7], "elf": b"\x7fELF" + bytes(60),
           "damaged": data[:5000] + data[5400:20000] + b"\x01\x02\x03" + data[20000:]}
    for name, made in bad.items():
        path = os.path.join(folder, name)
        with open(path, "wb") as f:
            f.write(made)
        c.add("bad files", "dump", "-e", elf, path)
        c.add("bad files", "check", "-e", elf, path)
        c.add("bad files", "check", "-e", path, trace)
    os.makedirs(os.path.join(folder, "sub"), exist_ok=True)
    for words in (["dump", "-e", elf, "missing.spoor"], ["dump", "-e", "missing.elf", trace], ["dump", "-e", elf, folder],
                  ["dump"], ["dmp"], ["stats", "lod", "-e", elf, trace], ["dump", "--jsn", "-e", elf, trace],
                  ["dump", "--where", "thread=", "-e", elf, trace], ["dump", "--range", "900..901", "-e", elf, trace],
                  ["export", "--to", "perfeto", "-e", elf, trace],
                  ["cut", "-e", elf, "-o", "missing/part.spoor", trace], ["cut", "-e", elf, "-o", folder, trace],
                  ["dump", "--log", "error", "-e", elf, os.path.join(folder, "damaged")],
                  ["dump", "--log-file", "log", "-e", elf, os.path.join(folder, "damaged")],
                  ["dump", "--silent", "-e", elf, os.path.join(folder, "damaged")],
                  ["export", "--to", "ctf", "-e", elf, "-o", "a/b", trace]):
        c.add("mistakes", *words)

    def keep(at):
        shutil.copy(trace, os.path.join(at, "kept"))
        os.chmod(os.path.join(at, "kept"), 0o640)
    c.add("mistakes", "cut", "-e", elf, "-o", "kept", "kept", before=keep)
    c.add("mistakes", "cut", "-e", elf, "-o", "./kept", os.path.join(folder, "damaged"), before=keep)


def check_absent(tap, tools, elf, trace, instead):
    """Commands and formats that only the native tool has."""
    _, (_, command, at) = tools.place()
    got = tools.run(command, at, ["--help"])["output"].decode()
    tap.check("help doesn't list the commands that it lacks",
              not re.search(rf"^  ({'|'.join(tools.absent)}) ", got, re.MULTILINE) and "\n  dump " in got, got)
    cases = [([name, "x"], f"spoor {name}", needs) for name, needs in tools.absent.items()]
    cases += [(["export", "--to", name, "-o", "x", "-e", elf, trace], f"spoor export --to {name}", needs)
              for name, needs in tools.absent_formats.items()]
    for words, what, needs in cases:
        got = tools.run(command, at, words)
        wanted = f"spoor: `{what}` isn't in this build of spoor: it needs {needs}. {instead}\n"
        tap.check(f"{what}: the message has the reason", (got["status"], got["errors"]) == (2, wanted), str(got))


def seconds(command, words):
    """@return CPU time"""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([*command, *words], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
