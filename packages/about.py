# SPDX-License-Identifier: BSD-2-Clause
"""What all packages say of the product: packages/spoor.json, with the version and the time of the commit."""
import json
import os
import textwrap

from testlib.release import commit_time, version


def about():
    """@return the fields of packages/spoor.json, with `version`, `semver` (three numbers) and `time` (s since 1970). Debian's variables DEBFULLNAME
    and DEBEMAIL replace the maintainer"""
    with open("packages/spoor.json", encoding="utf-8") as f:
        fields = json.load(f)
    name, mail = os.environ.get("DEBFULLNAME"), os.environ.get("DEBEMAIL")
    if name and mail:
        fields["maintainer"] = f"{name} <{mail}>"
    return {**fields, "version": version(), "semver": ".".join((version().split(".") + ["0", "0"])[:3]), "time": commit_time()}


def filled(text, fields):
    """@return the text with each @field@ replaced. A field that doesn't exist stays, and the package's own check refuses it"""
    for name, value in fields.items():
        text = text.replace(f"@{name}@", str(value))
    return text


def wrapped(text, columns, indent):
    return textwrap.fill(text, columns, initial_indent=indent, subsequent_indent=indent)
