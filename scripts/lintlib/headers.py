# SPDX-License-Identifier: BSD-2-Clause
"""
Every public header compiles alone and when included twice, with tracing and without; so do the
macros as users write them (tests/lint/user.c), in each standard. All of them, and
tests/lint/user.cc, also compile as C++ with g++ and clang++. The mistakes of tests/lint/mistakes.c
are refused with the messages given there, and so are points in templates by g++.

Arguments: a file with the names of the headers as in #include <>, and the compiler with its flags.
"""
import itertools
import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor


def compile_one(job):
    header, trace, compiler = job
    done = subprocess.run([*compiler, f"-DCONFIG_TRACE={trace}", "-fsyntax-only", "-x", "c", "-"],
                          input=f"#include <{header}>\n#include <{header}>\n", capture_output=True, text=True,
                          check=False)
    return f"{header} doesn't compile alone with CONFIG_TRACE {trace}:\n{done.stderr}" if done.returncode else None


USER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tests/lint/user.c")
STANDARDS = ("gnu99", "c11", "gnu11", "c17", "gnu2x")
WARNINGS = ("-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Wsign-conversion", "-Wcast-qual", "-Wundef", "-Werror")


def compile_user(job):
    standard, trace, events, compiler = job
    done = subprocess.run([*compiler, f"-std={standard}", *WARNINGS, f"-DCONFIG_TRACE={trace}", f"-DCONFIG_TRACE_EVENTS={events}", "-fsyntax-only", USER],
                          capture_output=True, text=True, check=False)
    return f"tests/lint/user.c, -std={standard}, CONFIG_TRACE {trace}, CONFIG_TRACE_EVENTS {events}:\n{done.stderr}" if done.returncode else None


USER_CXX = os.path.join(os.path.dirname(USER), "user.cc")
C_ALONE = ("-std=", "-Wstrict-prototypes", "-Wmissing-prototypes", "-Wshadow")
GCC_ALONE = ("--specs", "-misa-spec")


def libc_headers(compiler):
    """@return the folder of the C library's headers"""
    rule = subprocess.run([*compiler, "-M", "-x", "c", "-"], input="#include <stdio.h>\n", capture_output=True, text=True, check=True).stdout
    return os.path.dirname(next(w for w in rule.split() if w.endswith("/stdio.h")))


def compilers_cxx(compiler):
    flags = [f for f in compiler[1:] if not f.startswith(C_ALONE)]
    yield [compiler[0].removesuffix("gcc") + "g++", *flags]
    triple = os.path.basename(compiler[0]).removesuffix("-gcc")
    flags = [f for f in flags if not f.startswith(GCC_ALONE)]
    yield ["clang++", f"--target={triple}", "-isystem", libc_headers(compiler), *flags]


def compile_cxx(job):
    (trace, events), compiler, headers = job
    with open(USER_CXX, encoding="utf-8") as f:
        text = "".join(f"#include <{h}>\n" for h in headers) + f.read()
    done = subprocess.run([*compiler, "-std=c++17", "-Wall", "-Wextra", "-Werror", f"-DCONFIG_TRACE={trace}", f"-DCONFIG_TRACE_EVENTS={events}",
                           "-fsyntax-only", "-x", "c++", "-"], input=text, capture_output=True, text=True, check=False)
    return f"all headers and tests/lint/user.cc, {compiler[0]}, CONFIG_TRACE {trace}, CONFIG_TRACE_EVENTS {events}:\n{done.stderr}" if done.returncode else None


def compile_template(job):
    """g++ must refuse points in templates, which it can't place."""
    place, compiler = job
    done = subprocess.run([*compiler, "-std=c++11", "-DCONFIG_TRACE_EVENTS=1", f"-DIN_TEMPLATE={place}", "-fsyntax-only", USER_CXX], capture_output=True, text=True, check=False)
    refused = "g++ can't place a point, block or event of a template" in done.stderr
    if "clang" in compiler[0]:
        return f"tests/lint/user.cc, clang++, in a template:\n{done.stderr}" if done.returncode else None
    return None if refused else f"tests/lint/user.cc, {compiler[0]}, IN_TEMPLATE {place}: not refused:\n{done.stderr}"


MISTAKES = os.path.join(os.path.dirname(USER), "mistakes.c")


def compile_mistake(job):
    (mistake, message), compiler = job
    done = subprocess.run([*compiler, "-DCONFIG_TRACE_EVENTS=1", f"-DMISTAKE={mistake}", "-fsyntax-only", MISTAKES], capture_output=True, text=True, check=False)
    if (done.returncode != 0) == (mistake != "0") and message in done.stderr:
        return None
    return f"tests/lint/mistakes.c, {compiler[0]}, mistake {mistake}: not refused with \"{message}\":\n{done.stderr}"


def mistakes():
    with open(MISTAKES, encoding="utf-8") as f:
        return [("0", ""), *re.findall(r"MISTAKE == (\d+) +/\* (.*?) \*/", f.read())]


def check(arguments):
    with open(arguments[0], encoding="utf-8") as f:
        headers = f.read().split()
    jobs = [(h, trace, arguments[1:]) for h in headers for trace in (1, 0)]
    with ThreadPoolExecutor(2) as pool:
        yield from filter(None, pool.map(compile_one, jobs))
        units = itertools.product(STANDARDS, (0, 1), (0, 1), [arguments[1:]])
        yield from filter(None, pool.map(compile_user, units))
        units = itertools.product(((0, 0), (1, 0), (1, 1)), compilers_cxx(arguments[1:]), [[h for h in headers if not h.endswith("_off.h")]])
        yield from filter(None, pool.map(compile_cxx, units))
        yield from filter(None, pool.map(compile_template, itertools.product(range(1, 6), compilers_cxx(arguments[1:]))))
        compilers = [arguments[1:], *([*c, "-std=c++17", "-x", "c++"] for c in compilers_cxx(arguments[1:]))]
        yield from filter(None, pool.map(compile_mistake, itertools.product(mistakes(), compilers)))
