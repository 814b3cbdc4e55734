# SPDX-License-Identifier: BSD-2-Clause
"""
A library for Arduino's IDE and arduino-cli: a ZIP archive. The builder compiles all of src/ with that folder as the only one of the include path, so the folder
for products is laid out anew. The linker gets spoor.ld as it gets a precompiled library: from the folder src/{build.mcu}, by the field `ldflags`.
"""
import os
import time
import zipfile

from packages.archive import TARGET

NEEDS = ()
FOLDER = "packages/arduino"
# Those whose recipes pass {compiler.libraries.ldflags}, and whose linker scripts have .text and .data.
ARCHITECTURES = ("stm32", "samd")
# Values of build.mcu.
MCUS = ("cortex-m0", "cortex-m0plus", "cortex-m3", "cortex-m4", "cortex-m7", "cortex-m23", "cortex-m33")
# -Wl,-T: the compiler moves -T behind all other arguments, but spoor.ld must precede a board's script given in that way.
LDFLAGS = "-Wl,-T,spoor.ld -Wl,--build-id"
# Folders of the folder for products, and where they are in src/. Headers that others find on the include path are in src/ itself. spoor.h isn't: on some systems it
# would have the same name as Spoor.h.
PLACES = (("include/", ""), ("src/", ""), ("embed/trace_port.h", "trace_port.h"), ("embed/spoor_settings.h", "spoor_settings.h"), ("links/spoor_links.h", "spoor_links.h"),
          ("links/spoor_link_rtt.c", "links/spoor_link_rtt.c"), ("embed/", "embed/"), ("ports/baremetal/", "embed/"))


def place(path):
    """@return the path in src/ of a file of the folder for products, or None"""
    for begin, there in PLACES:
        if path.startswith(begin):
            return there + path[len(begin):]
    return None


def laid_out():
    """@return {path in the library: contents}"""
    files = {}
    for folder, _, names in os.walk(TARGET):
        for name in names:
            path = os.path.join(folder, name)
            there = place(os.path.relpath(path, TARGET))
            if there:
                with open(path, "rb") as f:
                    files[f"src/{there}"] = f.read()
    any_core = "src/arch/any/arch/"
    for path in [path for path in files if path.startswith(any_core)]:
        name = path[len(any_core):]
        files[f"src/arch/{name}"] = f'/* SPDX-License-Identifier: BSD-2-Clause */\n#include "any/arch/{name}"\n'.encode()
    return files


def properties(fields):
    lines = {"name": "Spoor", "version": fields["semver"], "author": fields["maintainer"].split(" <")[0], "maintainer": fields["maintainer"],
             "sentence": "Counts and times what your sketch does, with a shell on Serial.", "paragraph": fields["description"], "category": "Other",
             "url": "https://spoor.invalid", "architectures": ",".join(ARCHITECTURES), "includes": "Spoor.h", "precompiled": "true", "ldflags": LDFLAGS}
    return "".join(f"{name}={value}\n" for name, value in lines.items())


def make(fields, folder):
    """@return the archive"""
    files = laid_out()
    for at, _, names in os.walk(FOLDER):
        for name in names:
            path = os.path.join(at, name)
            with open(path, "rb") as f:
                inner = os.path.relpath(path, FOLDER)
                files[inner if inner.startswith("examples/") or inner == "README.md" else f"src/{inner}"] = f.read()
    files["library.properties"] = properties(fields).encode()
    with open(os.path.join(TARGET, "LICENSE"), "rb") as f:
        files["LICENSE"] = f.read()
    with open(os.path.join(TARGET, "spoor.ld"), "rb") as f:
        script = f.read()
    files.update((f"src/{mcu}/spoor.ld", script) for mcu in MCUS)
    made = os.path.join(folder, f"Spoor-{fields['semver']}.zip")
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(files):
            entry = zipfile.ZipInfo(f"Spoor/{path}", time.gmtime(fields["time"])[:6])
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, files[path])
    return [made]
