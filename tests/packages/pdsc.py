# SPDX-License-Identifier: BSD-2-Clause
"""The rules of a pack's description that Spoor's can break (Open-CMSIS-Pack specification 1.7, PACK.xsd)."""
import datetime
import re

# Elements with their required and their optional attributes, and the elements in them: `!` exactly once, `?` at most once, `+` at least once, `*` any number.
CHOSEN = {"Dcore", "Tcompiler", "Cclass", "Cgroup", "Csub", "Cvariant", "condition"}
FORMAT = {
    "package": ({"schemaVersion"}, set(), "vendor! name! description! url! license? releases! keywords? taxonomy? conditions? components?"),
    "vendor": (set(), set(), ""), "name": (set(), set(), ""), "url": (set(), set(), ""), "license": (set(), set(), ""), "description": (set(), {"Cclass"}, ""),
    "releases": (set(), set(), "release+"), "release": ({"version"}, {"date", "url", "tag", "deprecated"}, ""),
    "keywords": (set(), set(), "keyword*"), "keyword": (set(), set(), ""),
    "taxonomy": (set(), set(), "description+"),
    "conditions": (set(), set(), "condition+"), "condition": ({"id"}, set(), "description? accept* require* deny*"),
    "accept": (set(), CHOSEN, ""), "require": (set(), CHOSEN, ""), "deny": (set(), CHOSEN, ""),
    "components": (set(), set(), "component+"), "component": ({"Cclass", "Cgroup", "Cversion"}, {"Csub", "Cvariant", "condition", "isDefaultVariant"}, "description! files!"),
    "files": (set(), set(), "file+"), "file": ({"category", "name"}, {"attr", "condition", "select", "version"}, ""),
}
VERSION = re.compile(r"\d+\.\d+\.\d+([-+][\w.]+)?")
PART = re.compile(r"[A-Za-z0-9][\w+()'/\-\s.]{1,31}", re.ASCII)
VALUES = {
    "schemaVersion": re.compile(r"\d+\.\d+(\.\d+)?"), "version": VERSION, "Cversion": VERSION, "date": re.compile(r"\d{4}-\d\d-\d\d"),
    "Cclass": PART, "Cgroup": PART, "Cvariant": PART, "Csub": re.compile(r"([A-Za-z0-9][\w+():/\- .]{0,31})?", re.ASCII), "isDefaultVariant": re.compile("true|false|0|1"),
    "Dcore": re.compile(r"Cortex-M(0|0\+|1|3|4|7|23|33|35P|52|55|85)"), "Tcompiler": re.compile(r"GCC|ARMCC|IAR|Tasking|GHS|Cosmic|G\+\+|CLANG|\*"),
    "category": re.compile("doc|header|include|library|object|source|sourceC|sourceCpp|sourceAsm|linkerScript|utility|image|other"),
}
TEXTS = {"vendor": re.compile(r"[-\w]+", re.ASCII), "name": re.compile(r"[-\w]+", re.ASCII)}


def wrong_values(element):
    for name, value in element.attrib.items():
        if name in VALUES and not VALUES[name].fullmatch(value):
            yield f"<{element.tag} {name}={value[:40]!r}>"
    if element.tag in TEXTS and not TEXTS[element.tag].fullmatch(element.text or ""):
        yield f"<{element.tag}>{element.text}"
    if element.tag == "release" and element.get("date"):
        try:
            datetime.date.fromisoformat(element.get("date"))
        except ValueError as wrong:
            yield f"<release date={element.get('date')!r}>: {wrong}"


def wrong_form(element):
    if element.tag not in FORMAT:
        yield f"<{element.tag}>: no such element"
        return
    needed, allowed, inside = FORMAT[element.tag]
    given = {a for a in element.attrib if not a.startswith("{")}
    if needed - given or given - needed - allowed:
        yield f"<{element.tag} {dict(element.attrib)}>: lacks {needed - given}, has {given - needed - allowed}"
    counts = {part[:-1]: part[-1] for part in inside.split()}
    children = [child.tag for child in element]
    yield from (f"<{tag}> in <{element.tag}>" for tag in set(children) - set(counts))
    for tag, count in counts.items():
        if (count in "!+" and tag not in children) or (count in "!?" and children.count(tag) > 1):
            yield f"<{element.tag}> has <{tag}> {children.count(tag)} times"
    if element.tag == "condition" and "description" in children[1:]:
        yield "<description> isn't first in <condition>"
    if element.tag == "taxonomy" and not all(child.get("Cclass") for child in element):
        yield "<description> without Cclass in <taxonomy>"


def wrong_references(root):
    conditions = {c.get("id") for c in root.iter("condition")}
    for element in root.iter():
        if element.get("condition", next(iter(conditions), None)) not in conditions:
            yield f"condition {element.get('condition')}: doesn't exist"
    parts = [tuple(c.get(a) for a in ("Cclass", "Cgroup", "Csub", "Cvariant")) for c in root.iter("component")]
    if len(set(parts)) != len(parts):
        yield "two components with the same name"
    for need in root.iter("require"):
        if need.get("Cclass") is not None and not any(p[:3] == (need.get("Cclass"), need.get("Cgroup"), need.get("Csub")) for p in parts):
            yield f"no component is {dict(need.attrib)}"


def wrong_files(root, names):
    for file in root.iter("file"):
        name = file.get("name", "")
        there = any(n.startswith(name) for n in names) if name.endswith("/") else name in names
        if not there or name.endswith("/") != (file.get("category") == "include"):
            yield f"file {file.get('category')} {name}"
    if root.findtext("license") not in names:
        yield "the licence isn't in the pack"


def mistakes(root, names):
    """@return what is wrong in a description of a pack with these files"""
    for element in root.iter():
        yield from wrong_form(element)
        yield from wrong_values(element)
    yield from wrong_references(root)
    yield from wrong_files(root, names)
