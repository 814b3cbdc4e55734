# SPDX-License-Identifier: BSD-2-Clause
"""
A library for PlatformIO: the folder for products with library.json. PlatformIO puts the linker flags of a library before those of the project, and the linker
searches its scripts in the folders of -L.
"""
import json
import os

from packages.archive import TARGET
from testlib.release import below, pack

NEEDS = ()
INCLUDED = ("include", "embed", "links", "ports", "ports/baremetal", "src/arch/any", "src/arch/generic")


def make(fields, folder):
    """@return the archive"""
    who, mail = fields["maintainer"].rstrip(">").split(" <")
    manifest = {
        "name": fields["name"], "version": fields["semver"], "description": fields["summary"], "keywords": fields["keywords"], "license": fields["licence"],
        "authors": [{"name": who, "email": mail, "maintainer": True}], "frameworks": "*", "platforms": "*", "headers": "spoor.h",
        "build": {"srcDir": ".", "srcFilter": ["-<*>", "+<src/>", "+<embed/>", "+<ports/baremetal/>", "+<links/spoor_link_uart.c>"], "includeDir": "embed", "libArchive": False,
                  "flags": [*(f"-I{name}" for name in INCLUDED), '-DSPOOR_LINK_NAME=\\"uart\\"', "-L.", "-Wl,-Tspoor.ld", "-Wl,--build-id"]},
    }
    path = os.path.join(folder, "library.json")
    with open(path, "w", encoding="utf-8") as f:
        json.dump(manifest, f, indent=2)
        f.write("\n")
    made = os.path.join(folder, f"{fields['name']}-{fields['semver']}-platformio.tar.gz")
    pack(made, fields["name"], [*below(TARGET), ("library.json", path)], fields["time"])
    os.remove(path)
    return [made]
