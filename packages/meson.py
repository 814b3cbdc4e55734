# SPDX-License-Identifier: BSD-2-Clause
"""For Meson: the archive, and a wrap file. Meson unpacks the archive from subprojects/packagefiles, without a network."""
import os

from packages.archive import target_archive

NEEDS = ()


def make(fields, folder):
    """@return the files made"""
    archive, digest = target_archive(fields, folder)
    name = os.path.basename(archive)
    wrap = os.path.join(folder, "spoor.wrap")
    with open(wrap, "w", encoding="utf-8") as f:
        f.write(f"[wrap-file]\ndirectory = {name.removesuffix('.tar.gz')}\nsource_filename = {name}\nsource_hash = {digest}\n\n"
                "[provide]\ndependency_names = spoor\n")
    return [archive, wrap]
