# SPDX-License-Identifier: BSD-2-Clause
"""Files of exceptions: lines that name one each, and after a group of them the reason, indented."""
import os

FOLDERS = ("src/", "host/")


class Missing(Exception):
    """A group without a reason."""


def read(path):
    """@return the reason for each line"""
    found, group, reason = {}, [], ""
    if not os.path.exists(path):
        return found
    with open(path, encoding="utf-8") as f:
        lines = [*f.read().splitlines(), ""]
    for number, line in enumerate(lines, 1):
        if line.startswith(FOLDERS) and not reason:
            group.append(line.strip())
        elif line.startswith("    ") and group:
            reason = f"{reason} {line.strip()}".strip()
        elif group:
            if not reason:
                raise Missing(f"{path}:{number}: no reason for {group[0]}")
            found.update((key, reason) for key in group)
            group, reason = ([line.strip()] if line.startswith(FOLDERS) else []), ""
    return found
