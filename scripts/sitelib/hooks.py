# SPDX-License-Identifier: BSD-2-Clause
"""
Hooks of mkdocs for `make site`: README.md is the first page and LICENSE the last, and comments that
name a block's run are removed.
"""
import os
import re

from mkdocs.structure.files import File

COMMENT = re.compile(r"^<!-- .*? -->\n", re.MULTILINE | re.DOTALL)
FENCE = re.compile(r"^(```.*?^```\n)", re.MULTILINE | re.DOTALL)


def on_files(files, config):
    for name in ("README.md", "LICENSE"):
        page = File(name if name.endswith(".md") else name + ".md", os.getcwd(), config["site_dir"], config["use_directory_urls"])
        page.abs_src_path = os.path.join(os.getcwd(), name)
        files.append(page)
    return files


def on_page_markdown(markdown, page, **_):
    if page.file.src_path == "LICENSE.md":
        return f"# Licence\n\n```\n{markdown}```\n"
    parts = FENCE.split(markdown)
    parts[::2] = [COMMENT.sub("", part) for part in parts[::2]]
    whole = "".join(parts)
    whole = whole.replace("](../README.md", "](README.md").replace("](../LICENSE)", "](LICENSE.md)").replace("](LICENSE)", "](LICENSE.md)")
    return whole.replace("](docs/", "](") if page.file.src_path == "README.md" else whole
