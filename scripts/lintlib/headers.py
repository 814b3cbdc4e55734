# SPDX-License-Identifier: BSD-2-Clause
"""
Every public header compiles alone, and a second time, with tracing and without.

Arguments: a file with the headers' names as they are in #include <>, the compiler and its flags.
"""
import subprocess
from concurrent.futures import ThreadPoolExecutor


def compile_one(job):
    header, trace, compiler = job
    done = subprocess.run([*compiler, f"-DCONFIG_TRACE={trace}", "-fsyntax-only", "-x", "c", "-"],
                          input=f"#include <{header}>\n#include <{header}>\n", capture_output=True, text=True,
                          check=False)
    return f"{header} doesn't compile alone with CONFIG_TRACE {trace}:\n{done.stderr}" if done.returncode else None


def check(arguments):
    with open(arguments[0], encoding="utf-8") as f:
        headers = f.read().split()
    jobs = [(h, trace, arguments[1:]) for h in headers for trace in (1, 0)]
    with ThreadPoolExecutor(2) as pool:
        yield from filter(None, pool.map(compile_one, jobs))
