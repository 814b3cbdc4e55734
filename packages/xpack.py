# SPDX-License-Identifier: BSD-2-Clause
"""The target's sources for npm and xpm, the package manager of xPacks: a package of npm with the field `xpack`."""
import json
import os

from packages.archive import TARGET
from testlib.release import below, pack

NEEDS = ()


def make(fields, folder):
    """@return the package"""
    name = f"{fields['name']}-target"
    description = {"name": name, "version": fields["semver"], "description": f"{fields['summary']}: the sources for the target", "keywords": ["xpack", *fields["keywords"]],
                   "license": fields["licence"], "xpack": {"minimumXpmRequired": "0.16.3", "dependencies": {}, "devDependencies": {}, "properties": {}, "actions": {},
                                                           "buildConfigurations": {}}}
    path = os.path.join(folder, "package.json")
    with open(path, "w", encoding="utf-8") as f:
        json.dump(description, f, indent=2)
        f.write("\n")
    made = os.path.join(folder, f"{name}-{fields['semver']}.tgz")
    pack(made, "package", [*below(TARGET), ("package.json", path)], fields["time"])
    os.remove(path)
    return [made]
