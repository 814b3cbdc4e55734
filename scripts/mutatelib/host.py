# SPDX-License-Identifier: BSD-2-Clause
"""Unit tests with all mutants in them: which mutants each test reaches, and which of them it notices."""
import os
import resource
import signal
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from testlib.guest import patience

LIBRARY = os.path.dirname(os.path.abspath(__file__))
# A mutant may need this many times the test's own time, and these seconds more, before it counts as hanging.
SLOWER, SPARE_S, WALL, LONGEST_S = 4, 1, 4, 400
SANITIZER = ("-fsanitize=", "-fno-sanitize")


@dataclass
class Program:
    """A test: how it is started, its time in seconds, and the numbers of the mutants that it reaches."""
    name: str
    command: list
    seconds: float = 0
    reached: frozenset = frozenset()

    def run(self, number, seconds, seen=None):
        """@return the exit status with this mutant. `seen` is a file for the reached ones"""
        return run(self.command, {"SPOOR_MUTANT": str(number), **({"SPOOR_REACHED": os.path.abspath(seen)} if seen else {})}, seconds)


class Broken(Exception):
    """A program can't be built, or fails without a mutant."""


def call(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    if done.returncode:
        raise Broken(f"{' '.join(command)}\n{done.stdout[-4000:]}")
    return done.stdout


class Build:
    """Objects and programs. Tests of one flavour share objects. Variables without a value have a pattern, so that a missing one is noticed. Sanitizers are left out, but for that of leaks: the tests would take five times as long."""

    def __init__(self, folder, count, jobs):
        self.folder, self.jobs = folder, jobs
        self.chooser = os.path.join(folder, "select.o")
        call("gcc", "-O2", f"-DSPOOR_MUTANTS={count}", "-c", "-o", self.chooser, f"{LIBRARY}/select.c")

    def compile(self, source, made, flags):
        if not os.path.exists(made):
            os.makedirs(os.path.dirname(made), exist_ok=True)
            call("gcc", *flags, "-w", "-Wno-error", "-ftrivial-auto-var-init=pattern", "-c", "-o", made, source)

    def program(self, name, flavour, flags, sources, quoted, libs):
        """@return the path of a program. `sources` has the text to compile for each source"""
        folder = os.path.join(self.folder, flavour)
        woven = [*(x for q in quoted for x in ("-iquote", q)), "-include", f"{LIBRARY}/select.h"]
        todo = {os.path.join(folder, f"{source[:-2]}.o"): text for source, text in sources.items()}
        with ThreadPoolExecutor(self.jobs) as pool:
            list(pool.map(lambda made: self.compile(todo[made], made, [*flags, *woven]), todo))
        program = os.path.join(folder, name)
        call("gcc", *flags, "-o", program, *todo, self.chooser, *libs)
        return program


def run(command, environment, seconds):
    """@return the exit status, or None if the command used more CPU time, or several times as much real time. {} in it is a new
    folder"""
    with tempfile.TemporaryDirectory() as own:
        return run_in([w.replace("{}", own) for w in command], environment, seconds)


def run_in(command, environment, seconds):
    def limit():
        most = resource.getrlimit(resource.RLIMIT_CPU)[1]
        hard = int(seconds) + 2 if most == resource.RLIM_INFINITY else min(int(seconds) + 2, most)
        resource.setrlimit(resource.RLIMIT_CPU, (hard - 1, hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": os.path.dirname(LIBRARY), **environment}, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, preexec_fn=limit, start_new_session=True)
    try:
        return process.wait(WALL * patience() * seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        process.wait()
        return None


def measure(program, count, folder):
    """Run a program without a mutant: it must pass. Its time and the reached mutants are noted."""
    seen = os.path.join(folder, f"{program.name.replace('/', '-')}.reached")
    with open(seen, "wb") as f:
        f.truncate(count)
    before = os.times()
    status = program.run(0, LONGEST_S, seen)
    after = os.times()
    if status != 0:
        raise Broken(f"{program.name}: fails without a mutant: exit status {status}: {' '.join(program.command)}")
    program.seconds = max(after.children_user + after.children_system - before.children_user - before.children_system, 0.01)
    with open(seen, "rb") as f:
        program.reached = frozenset(n for n, byte in enumerate(f.read()) if byte)


def killer(number, programs, missed):
    """@return the first program that notices the mutant, or a list of those that don't: `missed` before, and all others"""
    for program in programs:
        if number in program.reached and program.name not in missed:
            status = program.run(number, SLOWER * program.seconds + SPARE_S)
            if status != 0:
                return program.name if status is not None and status != -signal.SIGXCPU else f"{program.name} (hangs)"
            missed = [*missed, program.name]
    return missed
