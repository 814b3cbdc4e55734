# SPDX-License-Identifier: BSD-2-Clause
"""
Linker fragments, as far as a component with arrays needs them: what ESP-IDF's generator makes of fragments without conditions and symbols (ESP-IDF Programming Guide,
Linker Script Generation).

    ldgen.py TEMPLATE OUT FRAGMENT…
"""
import re
import sys


class Mistake(Exception):
    pass


def parse(text, path):
    """@return a list of (type, name, {key: lines})"""
    fragments, key = [], None
    for number, line in enumerate(text.splitlines(), 1):
        line = line.split("#")[0].rstrip()
        head = re.fullmatch(r"\[(sections|scheme|mapping):(\w+)\]", line)
        pair = re.fullmatch(r"(\w+):(?: (.+))?", line)
        if head:
            fragments.append((head[1], head[2], {}))
        elif pair and fragments:
            key = fragments[-1][2].setdefault(pair[1], [pair[2]] if pair[2] else [])
        elif line.strip() and fragments and key is not None and line[0] == " ":
            key.append(line.strip())
        elif line.strip():
            raise Mistake(f"{path}:{number}: {line}")
    return fragments


def patterns(entry):
    """@return the section, and with `+` those that begin with its name and a dot"""
    if not re.fullmatch(r"[A-Za-z_.][\w.-]*\+?", entry):
        raise Mistake(f"section {entry}")
    return [entry[:-1], f"{entry[:-1]}.*"] if entry.endswith("+") else [entry]


def flags_of(text):
    """@return [(flag, arguments)] in their order"""
    found = re.findall(r"(ALIGN|KEEP|SORT|SURROUND)\(([\w, ]*)\)", text)
    if re.sub(r"(ALIGN|KEEP|SORT|SURROUND)\([\w, ]*\)", "", text).strip():
        raise Mistake(f"flags {text}")
    return [(name, [a.strip() for a in given.split(",") if a.strip()]) for name, given in found]


def rules(archive, sections, flags):
    """@return the lines of a linker script"""
    names = [f"SORT_BY_NAME({s})" if ("SORT", ["name"]) in flags else s for s in sections]
    rule = f"*{'' if archive == '*' else archive + ':'}({' '.join(names)})"
    before, after = [], []
    for name, given in flags:
        if name == "ALIGN":
            where = given[1:] or ["pre"]
            before += [f". = ALIGN({given[0]});"] if "pre" in where else []
            after += [f". = ALIGN({given[0]});"] if "post" in where else []
        elif name == "SURROUND":
            before.append(f"_{given[0]}_start = ABSOLUTE(.);")
            after.append(f"_{given[0]}_end = ABSOLUTE(.);")
    return [*before, f"KEEP({rule})" if ("KEEP", []) in flags else rule, *after]


def place(fragments):
    """@return {target: lines}; lines of arrays with bounds come first"""
    by = {kind: {name: keys for k, name, keys in fragments if k == kind} for kind in ("sections", "scheme", "mapping")}
    if len(fragments) != sum(map(len, by.values())):
        raise Mistake("two fragments with the same name")
    first, then = {}, {}
    for name, keys in by["mapping"].items():
        archive, entries = keys["archive"][0], " ".join(keys["entries"])
        entry = re.fullmatch(r"\* \((\w+)\)(?:;(.*))?", entries)
        if not entry:
            raise Mistake(f"mapping {name}: {entries}")
        given = dict(re.fullmatch(r"\s*(\w+ -> \w+)(.*)", part).groups() for part in re.split(r",(?![^(]*\))", entry[2] or "") if part.strip())
        scheme = by["scheme"][entry[1]]["entries"]
        if set(given) - set(scheme):
            raise Mistake(f"mapping {name}: the scheme lacks {set(given) - set(scheme)}")
        for placed in scheme:
            sections, target = placed.split(" -> ")
            flags = flags_of(given.get(placed, ""))
            into = first if any(flag == "SURROUND" for flag, _ in flags) else then
            into.setdefault(target, []).extend(rules(archive, [p for e in by["sections"][sections]["entries"] for p in patterns(e)], flags))
    return {target: first.get(target, []) + then.get(target, []) for target in {**first, **then}}


def main(template, out, *paths):
    fragments = []
    for path in paths:
        with open(path, encoding="utf-8") as f:
            fragments += parse(f.read(), path)
    placed = place(fragments)
    with open(template, encoding="utf-8") as f:
        script = f.read()
    missing = set(placed) - set(re.findall(r"mapping\[(\w+)\]", script))
    if missing:
        raise Mistake(f"no section of the template has {missing}")
    with open(out, "w", encoding="utf-8") as f:
        f.write(re.sub(r"mapping\[(\w+)\]", lambda m: "\n        ".join(placed.get(m[1], [])), script))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Mistake as wrong:
        sys.exit(f"ldgen: {wrong}")
