# SPDX-License-Identifier: BSD-2-Clause
"""Make recordings and pages with the tool, for the checks of the report."""
import json
import os
import subprocess


class Tool:
    def __init__(self, spoor, story, folder):
        self.spoor, self.story, self.folder = os.path.abspath(spoor), story, folder

    def run(self, *words, **more):
        done = subprocess.run([self.spoor, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=100, check=False, **more)
        if done.returncode not in (0, 3):
            raise RuntimeError(f"spoor {' '.join(words)}: {done.stderr.decode(errors='replace')[:400]}")
        return done.stdout.decode()

    def page(self, name, *words):
        path = os.path.join(self.folder, name + ".html")
        self.run("report", "-o", path, *words)
        return path

    def rows(self, kind, *words):
        return [json.loads(line) for line in self.run("stats", kind, "--json", *words).splitlines()]

    def record(self, name, text):
        """Make a recording from a story. @return the arguments that open it"""
        path = os.path.join(self.folder, name)
        with open(path + ".story", "w", encoding="utf-8") as f:
            f.write(text)
        subprocess.run([self.story, path + ".story", path], check=True)
        return ["--elf", path + ".elf", path + ".spoor"]


def words_of(elf):
    return ["--elf", elf, os.path.splitext(elf)[0] + ".trace"]


def base_of(elf):
    return "-".join(os.path.splitext(elf)[0].split("/")[-2:])
