# SPDX-License-Identifier: BSD-2-Clause
"""The Rust crate: the C sources for the target, a build script that compiles them, and macros without the standard library."""
import json
import os

from packages.archive import TARGET
from testlib.release import below, pack

NEEDS = ()
OWN = "packages/crate"
# Parts of the folder for products that cargo doesn't use.
LEFT_OUT = ("cmake/", "zephyr/", "CMakeLists.txt", "meson", "spoor.mk", "spoor-target.pc", "README.md", "LICENSE", "VERSION", "ports/zephyr/")


def manifest(fields):
    return (f"# SPDX-License-Identifier: {fields['licence']}\n[package]\nname = {json.dumps(fields['name'])}\nversion = {json.dumps(fields['semver'])}\n"
            f"edition = \"2021\"\nrust-version = \"1.63\"\ndescription = {json.dumps(fields['summary'])}\nlicense = {json.dumps(fields['licence'])}\n"
            f"keywords = {json.dumps(fields['keywords'][:5])}\ncategories = [\"embedded\", \"no-std\", \"development-tools::profiling\"]\n"
            "readme = \"README.md\"\nlinks = \"spoor_target\"\nbuild = \"build.rs\"\n\n[lib]\nbench = false\n")


def make(fields, folder):
    """@return the archive, in the form of a registry"""
    root = f"{fields['name']}-{fields['semver']}"
    files = [(name, path) for name, path in below(OWN)] + [(f"spoor/{name}", path) for name, path in below(TARGET) if not name.startswith(LEFT_OUT)]
    made = os.path.join(folder, "Cargo.toml")
    with open(made, "w", encoding="utf-8") as f:
        f.write(manifest(fields))
    crate = os.path.join(folder, f"{root}.crate")
    pack(crate, root, [*files, ("Cargo.toml", made), ("LICENSE", "LICENSE")], fields["time"])
    os.remove(made)
    return [crate]
