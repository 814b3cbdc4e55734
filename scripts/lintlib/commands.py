# SPDX-License-Identifier: BSD-2-Clause
"""
Commands and functions named in pages, comments and messages exist: the tool's commands with their
options, tables and formats, the target shell's commands with theirs, services, make targets,
scripts with their options, and functions. The existing ones are read from the sources. In pages
only code is checked.
"""
import os
import re
import subprocess

# What ends a command: the end of its line or of its quotes, a pipe, or punctuation.
REST = r"((?:\\\n|[^|;`\n])*)"
SPOOR = re.compile(r"(?<![\w./-])(?<!make )(?:(?:build/host/|\$\(B\)/host/)?spoor|%s(?= [a-z]+(?: [a-z]+)? --)) ([a-z][\w-]*|--[a-z]+)" + REST)
SHELL = re.compile(r"(?<![\w/.-])(trace_[a-z]+)( +[^|;`\n'\"]*)")
PROMPT = re.compile(r"^spoor> ([a-z]\w*)", re.M)
MAKE = re.compile(r"(?:^|`|\$ |&& )make ((?:[^|;`#\n&]|&(?!&))*)", re.M)
MAKE_HINT = re.compile(r"(?:`|: |; )make ([a-z][\w-]*)(?=[`\"']| [A-Z]+=)")
SCRIPT = re.compile(r"(?<![\w/.-])scripts/([a-z][\w-]*)(?![\w/.…-])" + REST)
# A function with empty parentheses is checked anywhere, one with arguments only in code, by our
# prefixes.
FUNCTION = re.compile(r"(?<![\w.>/])([A-Za-z_]\w*)\(\)")
CALL = re.compile(r"(?<![\w.>/])((?:array|clock|hal|port|shell|spoor|test|thread|trace|ARRAY|SHELL|SPOOR|TEST|THREAD|TRACE)_\w+)\(")
OPTION = re.compile(r"(?<![^\s\[(,/`])(--[a-z][\w-]*|-[a-zA-Z])(?![\w-])")
LITERAL = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
TEMPLATE = re.compile(LITERAL.pattern + r"|`(?:\\.|[^`\\])*`", re.S)
BETWEEN = re.compile(r"\"(?:\\\n|\s)*\"")
CODE = re.compile(r"^```\w*[^\n]*\n(.*?)^```$|((?<=\n\n)(?:    [^\n]*\n)+)|`([^`]+)`", re.M | re.S)
# Functions of the C library, Arduino, Zephyr and ClickHouse that no source here calls.
OUTSIDE = {"longjmp", "IRQ_DIRECT_CONNECT", "tuple", "__get_PRIMASK", "__set_PRIMASK", "__disable_irq", "irq_lock", "taskENTER_CRITICAL_FROM_ISR",
           "taskDISABLE_INTERRUPTS", "tx_interrupt_control", "setup", "loop", "micros"}


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def tracked(*patterns):
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", *patterns], capture_output=True, text=True, check=True)
    return [path for path in listed.stdout.split() if os.path.exists(path)]


class Text:
    """A piece of a file: code in a page, a message, a comment, or a script."""

    def __init__(self, path, whole, begin, text):
        self.path, self.line, self.text = path, len(re.findall("[\n\v]", whole[:begin])) + 1, text

    def place(self, match):
        return f"{self.path}:{self.line + self.text.count(chr(10), 0, match.start())}"


def pages():
    for path in tracked("README.md", "docs/*.md", "dist/*.md"):
        yield path, read(path)


def code():
    for path, whole in pages():
        for found in CODE.finditer(whole):
            yield Text(path, whole, found.start(found.lastindex), found[found.lastindex])


def messages():
    """Messages, and comments in headers, which users of the library read."""
    for path in tracked("host/*.c", "host/*.h", "host/*.js", "src/*.c", "src/*.h", "dist/*.c", "dist/*.h", "include/*.h", "conf/*.h"):
        # Adjacent literals are one. \v keeps count of the lines between them.
        whole = BETWEEN.sub(lambda m: "\v" * m[0].count("\n"), read(path))
        for found in (TEMPLATE if path.endswith(".js") else LITERAL).finditer(whole):
            if not found[0].startswith("/"):
                yield Text(path, whole, found.start(), found[0][1:-1].replace("\v", "").replace("\\n", " \n").replace('\\"', '"'))
            elif path.startswith(("include/", "conf/", "dist/")):
                yield Text(path, whole, found.start(), found[0])


def scripts():
    for path in tracked("Makefile", "mk/*.mk", "scripts/*", ".ci/*"):
        whole = read(path)
        yield Text(path, whole, 0, whole)


def options_of(source, macros=()):
    """@return the options in the tables of a source, including those of the macros that it uses"""
    found = re.findall(r'\{[\s\\]*"([a-z][\w-]*)",\s*(?:0|\'(.)\'),\s*OPTION_', source)
    own = {f"--{name}" for name, _ in found} | {f"-{letter}" for _, letter in found if letter}
    return own.union(*(options for macro, options in macros if macro in source))


def tool():
    """@return {command of the tool: its options}"""
    shared = read("host/cli/cli.c")
    macros = [(name, options_of(body)) for path in tracked("host/*.h")
              for name, body in re.findall(r"#define (\w+)(?:\(\w*\))?((?:[ \t].*\\\n)+.*)", read(path))]
    recording, common = (options_of(shared.split(f"{name}_options[] = {{")[1].split("OPTION_END")[0], macros) for name in ("cli_recording", "cli_common"))
    found = {}
    for path in tracked("host/*.c"):
        source = read(path)
        for name, rest in re.findall(r"^SPOOR_COMMAND\(\s*(\w+),(.*?)\);", source, re.M | re.S):
            found[name] = options_of(source, macros) | common | {"--help", "-h"} | (recording if re.search(r"CLI_(RECORDING|ANY|MEMORY)", rest) else set())
    return found


def shell():
    """@return {command of the target's shell: its usage}"""
    found = {}
    for path in tracked("src/*.c", "dist/*.c"):
        source = read(path)
        for name, usage in re.findall(r'^SPOOR_SHELL_COMMAND\("(\w+)",\s*"[^"]*",\s*("[^"]*"|\w+)', source, re.M):
            if usage == "SPOOR_SHELL_OPTIONS_USAGE":
                listed = source if "option_list[]" in source else read("src/commands/trace/command.c")
                usage = " ".join(re.findall(r'(?:"|\\0)(--?[a-zA-Z][\w-]*\\0[^\t"]*?)\\t', listed))
            found[name] = usage.replace("\\0", " ").strip('"')
    return found


class There:
    """The names that exist."""

    def __init__(self):
        self.tool = tool()
        self.shell = shell()
        self.gdb = set(re.findall(r'^Table\("(\w+)"\)$', read("host/gdb/spoor.py"), re.M))
        self.tables = {n for p in tracked("host/analysis/*.c") for n in re.findall(r'^SPOOR_ANALYSIS\(\s*\w+, "([\w-]+)"', read(p), re.M)}
        self.formats = {n for p in tracked("host/export/*.c") for n in re.findall(r'\.format = \{\s*"([\w.-]+)"', read(p))}
        self.services = set(re.findall(r'X\(\w+, "(\w+)"\)', read("include/spoor/event.h")))
        self.top = set(re.findall(r'"(--[a-z]+)"', read("host/main.c")))
        makefiles = "".join(read(p) for p in tracked("Makefile", "mk/*.mk"))
        self.targets = set(re.findall(r"^([a-z][\w-]*):", makefiles, re.M))
        self.checks = {os.path.basename(p)[:-3] for p in tracked("scripts/lintlib/*.py")}
        self.functions = set(OUTSIDE)
        for path in tracked("include/*.h", "src/*", "dist/*", "host/*.c", "host/*.h", "host/*.js", "platform/*", "tests/dist/*"):
            if path.endswith((".c", ".h", ".js", ".S")):
                self.functions.update(re.findall(r"\b[A-Za-z_]\w*(?=\()|(?<=#define )\w+", LITERAL.sub("", read(path))))


def check_tool(there, text):
    for found in SPOOR.finditer(text.text):
        name, rest = found[1], re.split(r" --(?= |$)", re.sub(r"(?<=[\s=])('[^']*'|\"[^\"]*\")", "…", found[2]))[0]
        words = rest.split()
        if name in there.shell or name in there.top or name in there.gdb:  # under Zephyr, shell commands start with spoor
            continue
        if name not in there.tool:
            yield f"{text.place(found)}: spoor {name}: no such command"
            continue
        for option in OPTION.findall(rest):
            if option not in there.tool[name]:
                yield f"{text.place(found)}: spoor {name} {option}: no such option"
        if name == "stats" and words and re.fullmatch(r"[a-z]+", words[0]) and words[0] not in there.tables:
            yield f"{text.place(found)}: spoor stats {words[0]}: no such table"
        if name == "export":
            for word in re.findall(r"--to ([a-z][\w.-]*)", rest):
                if word not in there.formats:
                    yield f"{text.place(found)}: spoor export --to {word}: no such format"


def check_shell(there, text):
    for found in SHELL.finditer(text.text):
        usage = there.shell.get(found[1])
        words = found[2].split()
        if usage is None:
            if words and words[0].startswith("-"):
                yield f"{text.place(found)}: {found[1]}: no such command of the shell"
            continue
        for option in OPTION.findall(found[2]):
            if not re.search(rf"(?<![\w-]){option}(?![\w-])", usage):
                yield f"{text.place(found)}: {found[1]} {option}: no such option"
        if words and re.match(r"\[[a-z]", usage) and re.fullmatch(r"[a-z]+", words[0]) and words[0] not in re.findall(r"[a-z]+", usage):
            yield f"{text.place(found)}: {found[1]} {words[0]}: its usage is {usage}"
        if words[:1] == ["on"]:
            for word in words[1:]:
                if re.fullmatch(r"[a-z_]+", word) and word not in there.services:
                    yield f"{text.place(found)}: {found[1]} on {word}: no such service"
    for found in PROMPT.finditer(text.text):
        if found[1] not in there.shell:
            yield f"{text.place(found)}: {found[1]}: no such command of the shell"


def check_make(there, text, pattern=MAKE):
    for found in pattern.finditer(text.text):
        for word in re.sub(r"=\S*\"[^\"]*\"|='[^']*'", "=", found[1]).split():
            if re.fullmatch(r"[a-z][\w-]*", word) and word not in there.targets and not word.startswith("print-"):
                yield f"{text.place(found)}: make {word}: no such target"


def check_make_hint(there, text):
    return check_make(there, text, MAKE_HINT)


def check_scripts(there, text):
    for found in SCRIPT.finditer(text.text):
        path = f"scripts/{found[1]}"
        if not os.path.exists(path):
            yield f"{text.place(found)}: {path}: no such file"
        elif os.path.isfile(path):
            source = read(path)
            if found[1] == "lint":
                word = re.fullmatch(r" ([a-z]+)(?: \S*[./-]\S*)*", found[2])
                if word and word[1] not in there.checks:
                    yield f"{text.place(found)}: scripts/lint {word[1]}: no such check"
                source = "".join(read(p) for p in tracked("scripts/lintlib/*.py"))
            for option in OPTION.findall(found[2].split(" -- ")[0]):
                if option not in source:
                    yield f"{text.place(found)}: {path} {option}: no such option"


def check_functions(there, text, pattern=FUNCTION):
    for found in pattern.finditer(text.text):
        if found[1] not in there.functions:
            yield f"{text.place(found)}: {found[1]}(): no such function"


def check_calls(there, text):
    return check_functions(there, text, CALL)


def check_lists(there):
    """docs/spoor.md has a row for each command and each format. Commands about the tool itself are
    named in sentences."""
    head, _, export = read("docs/spoor.md").partition("\n## Export\n")
    for what, text, names in (("command", head.split("\n## ", 1)[0], there.tool), ("format", export, there.formats)):
        rows = {name for row in re.findall(r"^\| (`[^|]*`) \|", text, re.M) for name in re.findall(r"`([\w.-]+)`", row)}
        for name in sorted(rows.symmetric_difference(names)):
            if name in rows or f"spoor {name}" not in text and name not in ("help", "tables"):
                yield f"docs/spoor.md: {what} {name}: {'has a row, but does not exist' if name in rows else 'has no row'}"


def check_twice():
    """No two sources for one image define a command of the same name, since the second would never
    run."""
    names = [(name, path) for path in tracked("src/*.c") for name in re.findall(r'^SPOOR_SHELL_COMMAND\("(\w+)"', read(path), re.M)]
    for name, path in names:
        others = [p for n, p in names if n == name and p < path]
        yield from (f"{path}: the command {name} is also in {other}" for other in others)


def check_keys():
    """docs/trace.md has the keys of --sort."""
    keys = set(re.findall(r'X\("\w+", "(\w+)"', read("src/commands/trace/columns.c")))
    row = re.search(r"^\| `--sort KEY` \|.*$", read("docs/trace.md"), re.M)[0]
    for key in sorted(keys - set(re.findall(r"\w+", "".join(re.findall("`[^`]*`", row))))):
        yield f"docs/trace.md: --sort KEY: {key} isn't among the keys"


def check(_):
    there = There()
    yield from check_lists(there)
    yield from check_twice()
    yield from check_keys()
    everywhere = (check_tool, check_shell, check_scripts)
    for texts, checks in ((code(), (*everywhere, check_make, check_calls)),
                          ((Text(path, whole, 0, whole) for path, whole in pages()), (check_functions,)),
                          (messages(), (*everywhere, check_make_hint, check_functions)),
                          (scripts(), (*everywhere, check_make_hint))):
        for text in texts:
            for one in checks:
                yield from one(there, text)
