# SPDX-License-Identifier: BSD-2-Clause
"""
The Debian packages, and their source package, from a copy of the tracked files. The copy keeps its build folder, so that a second run compiles only what
changed.
"""
import filecmp
import os
import shutil
import subprocess
from email.utils import formatdate

from packages.about import filled, wrapped
from testlib.release import tracked

TEMPLATES = "packages/debian"
NEEDS = ("dpkg-buildpackage", "dh")
# Inputs of tests that are compiled programs, which Debian's sources may not have.
LEFT_OUT = ("tests/host/fuzz/cores/", "tests/host/fuzz/elfs/", "tests/host/tool/profiles/")


def text_of(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def copy_tree(folder):
    """Make the folder the same as the tracked files. A file that is the same keeps its time."""
    wanted = {path for path in tracked() if not path.startswith(LEFT_OUT) and not os.path.islink(path)}
    for at, folders, names in os.walk(folder):
        if at == folder:
            folders[:] = [name for name in folders if name not in ("build", "debian")]
        for name in names:
            if os.path.relpath(os.path.join(at, name), folder) not in wanted:
                os.remove(os.path.join(at, name))
    for path in wanted:
        there = os.path.join(folder, path)
        if not os.path.exists(there) or not filecmp.cmp(path, there, shallow=False):
            os.makedirs(os.path.dirname(there), exist_ok=True)
            shutil.copyfile(path, there)
        os.chmod(there, 0o755 if os.stat(path).st_mode & 0o100 else 0o644)


def build_depends():
    """@return the packages of the sets that the tool is built with, except those that every build has"""
    listed = subprocess.run(["scripts/bootstrap", "--list", "build", "tool"], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    return sorted(set(listed) - {"make", "gcc", "libc6-dev"})


def copyright_of(fields):
    """@return the text of debian/copyright"""
    licence = text_of("LICENSE").split("\n\n", 2)[2]
    body = "\n".join(f" {line}" if line else " ." for line in licence.rstrip().splitlines())
    return ("Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: Spoor\n\n"
            f"Files: *\nCopyright: {fields['copyright']}\nLicense: {fields['licence']}\n{body}\n")


def describe(fields, folder):
    """Write the folder debian/."""
    shutil.rmtree(folder, ignore_errors=True)
    fields = {**fields, "description": wrapped(fields["description"], 79, " "),
              "build_depends": ",\n".join(f"               {name}" for name in build_depends())}
    for at, _, names in os.walk(TEMPLATES):
        for name in names:
            path = os.path.join(at, name)
            there = os.path.join(folder, os.path.relpath(path, TEMPLATES))
            write(there, filled(text_of(path), fields))
            os.chmod(there, 0o755 if os.access(path, os.X_OK) or name == "rules" else 0o644)
    write(f"{folder}/changelog", f"{fields['name']} ({fields['version']}) unstable; urgency=medium\n\n  * Release {fields['version']}.\n\n"
                                 f" -- {fields['maintainer']}  {formatdate(fields['time'])}\n")
    write(f"{folder}/copyright", copyright_of(fields))
    symbols = [line.split()[-1].split("@")[0] for line in exported()]
    write(f"{folder}/libspoor0.symbols", "libspoor.so.0 libspoor0 #MINVER#\n* Build-Depends-Package: libspoor-dev\n LIBSPOOR_0@LIBSPOOR_0 0.1\n" +
          "".join(f" {name}@LIBSPOOR_0 0.1\n" for name in sorted(symbols)))
    write(f"{folder}/source/format", "3.0 (native)\n")
    write(f"{folder}/source/options", 'tar-ignore = "build"\n')


def exported():
    """@return the lines of nm for the calls of libspoor"""
    listed = subprocess.run(["nm", "--dynamic", "--defined-only", "build/host/libspoor.so"], stdout=subprocess.PIPE, text=True, check=True).stdout
    return [line for line in listed.splitlines() if " T " in line]


def run(folder, fields, *command):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE") and name != "MFLAGS"}
    with open(f"{folder}.log", "a", encoding="utf-8") as log:
        done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, check=False,
                              env={**environment, "SOURCE_DATE_EPOCH": str(fields["time"]), "LC_ALL": "C.UTF-8"})
    if done.returncode:
        raise SystemExit(f"packages: debian: {command[0]} failed; {folder}.log has its output")


def make(fields, folder):
    """@return the files made"""
    tree = os.path.join(folder, f"{fields['name']}-{fields['version']}")
    os.makedirs(tree, exist_ok=True)
    for name in os.listdir(folder):
        if os.path.isfile(os.path.join(folder, name)):
            os.remove(os.path.join(folder, name))
    copy_tree(tree)
    describe(fields, os.path.join(tree, "debian"))
    run(tree, fields, "dpkg-source", "--build", ".")
    run(tree, fields, "dpkg-buildpackage", "--no-sign", "--build=binary", "--no-pre-clean", "-j2")
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith((".deb", ".dsc", ".tar.xz", ".changes"))]
