# SPDX-License-Identifier: BSD-2-Clause
"""Recordings of other tracers: files that a test writes, and what the tool reads from them."""
import json
import os
import re
import subprocess


class Files:
    def __init__(self, folder, tool):
        self.folder, self.tool = folder, os.path.abspath(tool)

    def write(self, name, data):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as f:
            f.write(data)
        return path

    def run(self, *words):
        done = subprocess.run([self.tool, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, check=False)
        return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")

    def rows(self, *words):
        status, out, said = self.run(*words)
        if status:
            raise RuntimeError(f"{' '.join(words)}: {said}")
        return [json.loads(line) for line in out.splitlines()]


def dumped(files, *words):
    """@return the lines of `spoor dump`, its messages, its status"""
    status, out, said = files.run("dump", *words)
    return [" ".join(line.split()) for line in out.splitlines() if not line.startswith("#")], said, status


def refused(tap, files, name, words, wanted):
    status, out, said = files.run(*words)
    tap.check(name, status == 2 and wanted in said and not out, f"{status} {out} {said}")


def in_us(lines):
    """@return lines of `dump` with times in microseconds"""
    return [re.sub(r"^(\d+\.\d{6})\d*\b", r"\1", line) for line in lines]
