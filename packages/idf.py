# SPDX-License-Identifier: BSD-2-Clause
"""A component for ESP-IDF: the folder for products with the component's description, its settings, its linker fragment, and the kernel's trace macros."""
import json
import os

from packages.archive import TARGET
from testlib.release import below, pack

NEEDS = ()
OWN = "packages/idf"
# RISC-V with one core.
TARGETS = ("esp32c2", "esp32c3", "esp32c5", "esp32c6", "esp32c61", "esp32h2")
# Other build systems, ports and links aren't for ESP-IDF.
LEFT_OUT = ("cmake/", "zephyr/", "CMakeLists.txt", "meson", "spoor.mk", "spoor-target.pc", "spoor.ld", "README.md", "ports/zephyr/", "ports/threadx/", "ports/baremetal/",
            "links/spoor_link_itm.c", "links/spoor_link_semihosting.c", "ports/freertos/spoor_freertos_masked.c")


def manifest(fields):
    """@return the component's description. JSON's strings and lists are YAML's, too"""
    lines = {"version": fields["semver"], "description": fields["summary"], "license": fields["licence"], "maintainers": [fields["maintainer"]], "targets": list(TARGETS),
             "tags": fields["keywords"]}
    return (f"# SPDX-License-Identifier: {fields['licence']}\n" + "".join(f"{name}: {json.dumps(value)}\n" for name, value in lines.items()) +
            'dependencies:\n  idf:\n    version: ">=6.0"\n')


def make(fields, folder):
    """@return the archive of the folder `spoor`, to be unpacked into a project's `components`"""
    described = os.path.join(folder, "idf_component.yml")
    with open(described, "w", encoding="utf-8") as f:
        f.write(manifest(fields))
    made = os.path.join(folder, f"{fields['name']}-{fields['semver']}-idf.tar.gz")
    files = [(name, path) for name, path in below(TARGET) if not name.startswith(LEFT_OUT)]
    pack(made, fields["name"], [*files, *below(OWN), ("idf_component.yml", described)], fields["time"])
    os.remove(described)
    return [made]
