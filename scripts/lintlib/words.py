# SPDX-License-Identifier: BSD-2-Clause
"""Comments and documents use the field's words: docs/glossary.md has a table of words that they don't use."""
import re
import subprocess

GLOSSARY = "docs/glossary.md"
COMMENT = {
    "c": re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL),
    "hash": re.compile(r"(?:^|(?<=\s))#(?!!)[^\n]*", re.MULTILINE),
    "python": re.compile(r'(?:^|(?<=\s))#(?!!)[^\n]*|"""(?:.*?)"""', re.MULTILINE | re.DOTALL),
    "all": re.compile(r"\A.*\Z", re.DOTALL),
}
# Quoted code and output isn't the document's own language.
QUOTED = re.compile(r"^```.*?^```$|^    [^\n]*$|`[^`\n]*`", re.MULTILINE | re.DOTALL)


def kind(path):
    name = path.rsplit("/", 1)[-1]

    if path.endswith((".c", ".h", ".S", ".ld", ".lds", ".js", ".mjs", ".css")):
        return "c"
    if path.endswith(".md"):
        return "all"
    if path.endswith((".py", ".check")) or path.startswith("scripts/") and "." not in name:
        return "python"
    if path.endswith((".mk", ".dialogue")) or name in ("Makefile", ".gitignore"):
        return "hash"
    return None


def banned():
    """Yield (regular expression, the words in place of it) of the glossary's second table."""
    with open(GLOSSARY, encoding="utf-8") as f:
        table = f.read().split("\n## Refused", 1)[1]
    for words, instead in re.findall(r"^\| ([^|\n]+) \| ([^|\n]+) \|$", table, re.MULTILINE):
        for word in re.findall(r"`([^`]+)`", words):
            yield re.compile(rf"(?<![\w`/.-])(?:{word})(?![\w`/-])", re.IGNORECASE), instead


def blank(match):
    return re.sub(r"[^\n]", " ", match[0])


def check(arguments):
    rules = list(banned())

    if not rules:
        yield f"{GLOSSARY}: no table of refused words"
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True, check=True)
    for path in arguments or sorted(set(listed.stdout.split())):
        k = kind(path)
        if k is None or path == GLOSSARY:
            continue
        try:
            with open(path, encoding="utf-8") as f:
                text = f.read()
        except FileNotFoundError:  # deleted, and git not told yet
            continue
        if k == "all":
            text = QUOTED.sub(blank, text)
        for comment in COMMENT[k].finditer(text):
            for rule, instead in rules:
                for m in rule.finditer(comment[0]):
                    line = text.count("\n", 0, comment.start() + m.start()) + 1
                    yield f'{path}:{line}: "{m[0]}": write {instead} ({GLOSSARY})'
