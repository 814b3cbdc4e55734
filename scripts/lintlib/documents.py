# SPDX-License-Identifier: BSD-2-Clause
"""
Documents say the same as the tree: examples that a test compiles, files that are quoted whole, the kernel's
events, settings, images, files and links; transcripts name their run; comments of sources name files that are there.
commands.py has the commands that they name, tables.py the tables that are made.
"""
import os
import re
import subprocess

from rulelib.descriptions import Tree
from testlib.page import FOLLOWED, MADE, OTHER, blocks

README_LINES_MAX = 120
PROSE_COLUMNS_MAX = 100
EXAMPLES = {"README.md": "tests/target/trace/readme.c", "docs/events.md": "tests/target/events/guide.c"}
MARKED = re.compile(r"/\* example begins \*/\n(.*?)/\* example ends \*/\n", re.DOTALL)
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FOLDERS = "conf|docs|host|include|mk|platform|scripts|src|tests"
SOURCES = (".c", ".cc", ".check", ".h", ".js", ".jsonc", ".ld", ".mjs", ".mk", ".py", ".S", "Makefile")
# Lines for a reader's terminal. tests/dist/pages.check types those of products' pages.
COMMANDS = re.compile(r"^ *(?:\$ )?(?:(?:build/host/)?spoor [a-z]|make\b|scripts/|cp |cd |git |west |cmake |arm-none-eabi-)", re.MULTILINE)
RUN_ELSEWHERE = (*FOLLOWED, "docs/baremetal.md", "docs/freertos.md", "docs/threadx.md", "docs/zephyr.md", "docs/links.md")
COMMENT = re.compile(r"/\*.*?\*/|(?://|#)[^\n]*", re.DOTALL)
# A file or folder of the tree, or a header as an #include has it. A word in capitals stands for any name; hw/ is QEMU's.
NAMED = re.compile(rf"(?<![\w/.<>{{}}$*-])((?:{FOLDERS})/(?!hw/)[\w./-]*\w|(?:arch|drivers|hal|kernel|spoor|util)/[\w/]+\.h)\b(?![*{{(])")
ANY = re.compile(r"\b[A-Z]{3,}\b")
KERNEL_EVENTS = ("include/spoor/port/kernel_events.h", "src/profiler/control/services.c", "src/profiler/sample/sample.c")


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def documents():
    return ["README.md", *(f"docs/{d}" for d in sorted(os.listdir("docs")) if d.endswith(".md"))]


def check_example(path, compiled):
    marked = MARKED.search(read(compiled))
    shown = re.search(r"^```c\n(.*?)^```$", read(path), re.DOTALL | re.MULTILINE)
    if not marked:
        yield f"{compiled}: no example between its markers"
    elif not shown:
        yield f"{path}: no example in ```c"
    elif shown[1] != marked[1]:
        yield f"{path}: its first ```c isn't the text between the markers of {compiled}"


def check_quoted(path):
    """A block that begins with a licence quotes a file; a line of … stands for lines left out."""
    text = read(path)
    for block in FENCED.finditer(text):
        if "SPDX-License-Identifier" not in block[2]:
            continue
        parts = block[2].split("…\n")
        tracked = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.mk", "*.c", "*.yml"],
                                 capture_output=True, text=True, check=True)
        for file in tracked.stdout.split():
            if os.path.exists(file):
                there = read(file)
                if (there == parts[0] if len(parts) == 1 else there.startswith(parts[0]) and there.endswith(parts[-1])):
                    break
        else:
            line = text.count("\n", 0, block.start()) + 1
            yield f"{path}:{line}: quotes a file that isn't so: no file has these lines"


def check_kernel_events():
    """docs/events.md has a row for each event of the kernel, with its service and fields."""
    defined = {}
    for path in KERNEL_EVENTS:
        for name, service, fields in re.findall(r"(?:X\(|TRACE_(?:SELDOM|OF_MASKED)\(X, |TRACE_EVENT_DEF\w*\()(\w+), (?:\w+, )?TRACE_(\w+)([^()]*)\)", read(path)):
            defined[name] = (service.lower(), [a or b for a, b in re.findall(r',[\s\\]*"(\w+)|\+(\w+)', fields)])
    rows = {name: (service, re.findall(r"\w+", words)) for name, service, words in
            re.findall(r"^\| `(\w+)` \| (\w+) \| ([^|]*) \|", read("docs/events.md").split("\n## The kernel's events", 1)[-1], re.MULTILINE)}

    def row(of, name):
        return f"| `{name}` | {of[name][0]} | {', '.join(of[name][1])} |" if name in of else "no row"

    for name in sorted(set(defined) | set(rows)):
        if defined.get(name) != rows.get(name):
            yield f"docs/events.md: {name}: {row(rows, name)}; by its definition: {row(defined, name)}"


def check_comments():
    tracked = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True, check=True)
    files = [f for f in tracked.stdout.split("\n") if f.endswith(SOURCES) or f.startswith("scripts/") and "." not in f]
    headers = {f"/{f}" for f in files if f.endswith(".h")}
    for path in filter(os.path.exists, files):
        text = read(path)
        for comment in COMMENT.finditer(text):
            for named in NAMED.finditer(comment[0]):
                if not os.path.exists(named[1]) and not ANY.search(named[1]) and not any(h.endswith(f"/{named[1]}") for h in headers):
                    line = text.count("\n", 0, comment.start() + named.start()) + 1
                    yield f"{path}:{line}: {named[1]}: no such file"


def images():
    for folder, _, files in os.walk("."):
        if folder.startswith(("./tests/", "./src/apps/")):
            yield from (f[:-3] for f in files if f.endswith(".mk"))


def check_names(path):
    """Names that a reader may type or look up: files, settings, images, boards."""
    text = read(path)
    boards = set(os.listdir("platform"))
    # Folders that the page has its reader make, each with an image of its name.
    made = tuple(re.findall(r"^cp -r \S+ (\S+)$", text, re.MULTILINE))
    known = set(images()) | {os.path.basename(folder) for folder in made}
    settings = set(re.findall(r"#define (CONFIG_\w+)", read("conf/default.h") + read("include/spoor/config.h")))
    # Those of Zephyr that its module has, selects or asks for.
    settings |= {"CONFIG_" + s for s in re.findall(r"^\s*(?:config|select|depends on !?)\s*(\w+)", read("dist/zephyr/Kconfig"), re.MULTILINE)}
    settings |= set(re.findall(r"(?:defined\(|- )(CONFIG_\w+)", read("dist/ports/zephyr/spoor_zephyr.c") + read("dist/zephyr/samples/first/testcase.yaml")))
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        if not os.path.exists(os.path.join(os.path.dirname(path), target)):
            yield f"{path}: link to {target}: no such file"
    for target in set(re.findall(rf"(?<![\w/.-])((?:{FOLDERS})/[\w./-]*\w)", text)):
        if not target.startswith(("host/spoor", *made)) and not os.path.exists(target) and "<" not in target:
            yield f"{path}: {target}: no such file"
    for setting in set(re.findall(r"\bCONFIG_\w*[A-Z0-9]\b", text)) - settings:
        yield f"{path}: {setting}: no such setting in conf/default.h"
    for line in re.findall(r"CONFIG +:= +([^`\n]*)", text):
        for setting in re.findall(r"(\w+)=", line):
            if f"CONFIG_{setting}" not in settings:
                yield f"{path}: CONFIG := {setting}: no such setting in conf/default.h"
    for name in re.findall(r"IMAGES?=(\"[^\"]*\"|[\w-]+)(?![\w/-])", text):
        for image in set(name.strip('"').split()) - known - {"i", "x", "y"}:
            yield f"{path}: image {image}: no such image"
    for board, image in re.findall(r"build/([\w-]+)/([\w-]+)\.(?:elf|trace|tap)", text):
        if board not in boards or image not in known:
            yield f"{path}: build/{board}/{image}: no such image or board"


def check_blocks(path):
    """A block with lines typed at a prompt names the run that it shows, and a comment before a block is understood."""
    for block in blocks(path, read(path)):
        if block.mark and not MADE.fullmatch(block.mark) and not OTHER.fullmatch(block.mark):
            yield f"{block.place}: the comment before it isn't understood: {block.mark}"
        elif not block.mark and path not in FOLLOWED and re.search(r"^(?:spoor> |\$ )", block.text, re.MULTILINE):
            yield f"{block.place}: a transcript, and no comment says of which run (scripts/docs)"


def check_columns(path):
    """Prose can be read in a window of PROSE_COLUMNS_MAX; tables, pictures, comments and code may be wider."""
    text = FENCED.sub(lambda m: "\n" * m[0].count("\n"), read(path))
    text = re.sub(r"<!-- table.*?<!-- end|<!--.*?-->", lambda m: "\n" * m[0].count("\n"), text, flags=re.DOTALL)
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > PROSE_COLUMNS_MAX and not line.startswith(("|", "!", "    ")) and " " in line[:PROSE_COLUMNS_MAX].strip():
            yield f"{path}:{number}: {len(line)} columns; prose has at most {PROSE_COLUMNS_MAX}"


def check_commands_run(path):
    """A block of commands runs in a test, or says why not."""
    for block in blocks(path, read(path)) if path not in RUN_ELSEWHERE else ():
        if not block.mark and block.language in (None, "", "sh", "bash", "console") and COMMANDS.search(block.text):
            yield f"{block.place}: commands that no test runs: <!-- commands --> or <!-- not run: why --> before the block"


def check_tables(path):
    """All rows of a table have as many cells; | within a cell is written \\|."""
    for table in re.finditer(r"(?:^\|.*\n)+", FENCED.sub(lambda m: "\n" * m[0].count("\n"), read(path)), re.MULTILINE):
        widths = [len(re.findall(r"(?<!\\)\|", re.sub(r"`[^`]*`", lambda m: m[0].replace("\\|", ""), row)))
                  for row in table[0].splitlines()]
        for row, width in zip(table[0].splitlines(), widths):
            if width != widths[0] or not row.endswith("|"):
                yield f"{path}: a row with {width - 1} cells in a table of {widths[0] - 1}: {row[:60]}"


def check_absent():
    """A command that only some images have: the shell of the others names the setting, and an image."""
    folder = "src/commands/trace"
    guarded = re.compile(r"^#if CONFIG_TRACE && (.*CONFIG_TRACE_.*) && CONFIG_TRACE_SHELL$", re.MULTILINE)
    sources = {f"{folder}/{f}": read(f"{folder}/{f}") for f in sorted(os.listdir(folder))}
    defaults = {f"{n}={v}" for n, v in re.findall(r"#define CONFIG_(\w+) (\w+)$", read("include/spoor/config.h"), re.MULTILINE)}
    absent, images = {}, Tree().images
    for source in sources.values():
        for command, setting, image in re.findall(r'SPOOR_SHELL_COMMAND_ABSENT\("(\w+)", "([^"]+)", "([^"]+)"\)', source):
            absent[command] = guarded.search(source)[1]
            if image not in images or not set(setting.split()) <= {*defaults, *images[image].words("CONFIG")}:
                yield f"{folder}: {command}: no image {image} with CONFIG := {setting}"
    for path, source in sources.items():
        guard = guarded.search(source)
        for command in re.findall(r'^SPOOR_SHELL_COMMAND\("(\w+)"', source, re.MULTILINE) if guard else []:
            without = f"!({guard[1]})" if " && " in guard[1] else f"!{guard[1]}"
            if absent.get(command) != without:
                yield f"{path}: {command} is only with {guard[1]}; no SPOOR_SHELL_COMMAND_ABSENT() says so with {without}"


def check(_):
    yield from check_absent()
    readme = read("README.md")
    for path, compiled in EXAMPLES.items():
        yield from check_example(path, compiled)
    lines = sum(not line.startswith("<!--") for line in readme.splitlines())
    if lines > README_LINES_MAX:
        yield f"README.md: {lines} lines; at most {README_LINES_MAX}"
    yield from check_kernel_events()
    yield from check_comments()
    for path in documents():
        yield from check_quoted(path)
        yield from check_blocks(path)
        yield from check_columns(path)
        yield from check_commands_run(path)
        yield from check_tables(path)
        yield from check_names(path)
