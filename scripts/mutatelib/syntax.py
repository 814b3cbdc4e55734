# SPDX-License-Identifier: BSD-2-Clause
"""
What can be changed in a C source: sites of mutants, found in clang's syntax tree. Only text of the file itself counts, not
what a macro expands to, and only expressions that are evaluated at run time.
"""
import json
import re
import subprocess
from dataclasses import dataclass, field

# Operators and what each becomes.
BINARY = {"<": ("<=",), "<=": ("<",), ">": (">=",), ">=": (">",), "==": ("!=",), "!=": ("==",), "+": ("-",), "-": ("+",), "*": ("+",),
          "/": ("*",), "%": ("*",), "&": ("|",), "|": ("&",), "^": ("&",), "<<": (">>",), ">>": ("<<",), "&&": ("||",), "||": ("&&",)}
COMPOUND = {"+=": ("-=",), "-=": ("+=",), "*=": ("+=",), "/=": ("*=",), "%=": ("*=",), "&=": ("|=",), "|=": ("&=",), "^=": ("&=",),
            "<<=": (">>=",), ">>=": ("<<=",)}
EQUALITY = ("==", "!=")
# Values that the compiler needs, and text that isn't C's.
CONSTANT = ("ConstantExpr", "UnaryExprOrTypeTraitExpr", "OffsetOfExpr", "StaticAssertDecl", "EnumConstantDecl", "FieldDecl", "GCCAsmStmt", "TypeTraitExpr",
            "GenericSelectionExpr")
BODIES = ("CompoundStmt", "IfStmt", "ForStmt", "WhileStmt", "DoStmt", "CaseStmt", "DefaultStmt", "LabelStmt")
LITERAL = re.compile(r"(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)")
# How a change is inserted: as an operand, as a statement's expression, or as a statement.
VALUE, VOID, STATEMENT = range(3)


class Unparsable(Exception):
    """Clang rejects the source."""


@dataclass(frozen=True, order=True)
class Change:
    """One mutant of a source: the text in [start, end) becomes `text`. `shown` is the part that differs, for reports."""
    start: int
    end: int
    rank: int
    text: str
    shown: str = field(compare=False)
    function: str = field(compare=False)


def resolve(node, state):
    """Give each location its file: clang prints it only where it changes. `state` ends with the last one; before it are all files."""
    for key, value in node.items():
        if isinstance(value, dict):
            if "offset" in value:
                state[-1] = value.setdefault("file", state[-1])
                if state[-1] not in state[:-1]:
                    state.insert(0, state[-1])
            else:
                resolve(value, state)
        elif key == "inner":
            for child in value:
                resolve(child, state)


def place(at):
    """@return file, begin and end of the token, and whether it is a macro's"""
    macro = "expansionLoc" in at
    at = at.get("expansionLoc", at)
    return (at["file"], at["offset"], at["offset"] + at["tokLen"], macro) if "offset" in at else None


def closing(text, at):
    """@return the offset after the parenthesis that closes the one at `at`"""
    depth = 0
    for token in re.finditer(r"""[()]|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|/\*.*?\*/""", text[at:], re.DOTALL):
        depth += {"(": 1, ")": -1}.get(token[0], 0)
        if depth == 0:
            return at + token.end()
    return len(text)


def tree_of(unit, flags, compiler="clang"):
    """@return the syntax tree of a translation unit"""
    command = [compiler, *flags, "-w", "-Wno-error", "-fsyntax-only", "-Xclang", "-ast-dump=json", unit]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode:
        raise Unparsable(f"{unit}: {done.stderr.decode()}")
    tree = json.loads(done.stdout)
    state = [None]
    resolve(tree, state)
    tree["files"] = state[:-1]
    return tree


class Source:
    """The sites of one file."""

    def __init__(self, path):
        self.path = path
        with open(path, encoding="utf-8") as f:
            self.text = f.read()
        # Offsets of clang are in bytes.
        self.ascii = self.text.encode("utf-8").decode("latin-1")
        self.changes = set()

    def collect(self, tree):
        """Add the sites in a translation unit, which is this source or includes it."""
        for node in tree["inner"]:
            if node["kind"] == "FunctionDecl" and any(c.get("kind") == "CompoundStmt" for c in node.get("inner", ())):
                at = place(node["range"]["begin"])
                if at and at[0] == self.path:
                    self.visit(node, node["name"], None)

    def extent(self, node):
        """@return where the node's text is, or None if it isn't in this file outside macros"""
        begin, end = (place(node["range"].get(k, {})) for k in ("begin", "end"))
        if not begin or not end or begin[0] != self.path or end[0] != self.path or (begin[3] and end[3] and begin[1] == end[1]):
            return None
        stop = end[2]
        if end[3]:
            after = re.match(r"\s*\(", self.ascii[stop:])
            stop = closing(self.ascii, stop + after.end() - 1) if after else stop
        return (begin[1], stop) if begin[1] < stop else None

    def add(self, extent, rank, text, shown, function):
        self.changes.add(Change(*extent, rank, text, shown, function))

    def replace(self, node, old, new, function):
        """The operator between two operands becomes another."""
        whole, left, right = (self.extent(n) for n in (node, *node["inner"]))
        if whole and left and right and self.ascii[left[1]:right[0]].strip() == old:
            before, after = self.ascii[whole[0]:left[1]], self.ascii[right[0]:whole[1]]
            self.add(whole, VALUE, f"{before} {new} {after}", f"{old} → {new}", function)

    def visit(self, node, function, parent):
        kind = node.get("kind")
        if kind is None or kind in CONSTANT or (kind == "VarDecl" and node.get("storageClass") == "static"):
            return
        inner = node.get("inner", [])
        handler = getattr(self, f"on_{kind}", None)
        if handler:
            handler(node, function, parent)
        if kind in BODIES:
            for child in inner[(0 if kind in ("CompoundStmt", "LabelStmt", "DefaultStmt") else 1):] if kind != "DoStmt" else inner[:1]:
                self.statement(child, function)
        for child in inner:
            self.visit(child, function, node)

    # -------- statements
    def statement(self, node, function):
        """Remove a statement."""
        kind, operator = node.get("kind"), node.get("opcode")
        at = self.extent(node) if kind else None
        if not at:
            return
        if kind in ("CallExpr", "CompoundAssignOperator", "AtomicExpr") or (kind == "BinaryOperator" and operator == "=") or operator in ("++", "--"):
            self.add(at, VOID, "(void)0", "removed", function)
        elif kind in ("BreakStmt", "ContinueStmt") or (kind == "ReturnStmt" and not node.get("inner")):
            semicolon = self.ascii.find(";", at[0]) + 1
            self.add((at[0], semicolon), STATEMENT, "", "removed", function)

    def negate(self, node, function):
        """Negate a condition, unless a change of its operator does the same."""
        while node.get("kind") in ("ParenExpr", "ImplicitCastExpr"):
            node = node["inner"][0]
        at = self.extent(node)
        if at and node.get("opcode") not in ("==", "!=", "!"):
            self.add(at, VALUE, f"!({self.ascii[at[0]:at[1]]})", "negated", function)

    def on_IfStmt(self, node, function, _):
        self.negate(node["inner"][0], function)

    on_WhileStmt = on_ConditionalOperator = on_IfStmt

    def on_DoStmt(self, node, function, _):
        self.negate(node["inner"][1], function)

    def on_ForStmt(self, node, function, _):
        if node["inner"][2].get("kind"):
            self.negate(node["inner"][2], function)

    def on_ReturnStmt(self, node, function, _):
        value = node.get("inner", [None])[0]
        at = value and self.extent(value)
        if not at:
            # A macro, as true or NULL.
            found = value and re.match(r"return (true|false|NULL);", self.ascii[place(node["range"]["begin"])[1]:])
            if found and found[1] != "NULL" and self.extent(node):
                start = self.extent(node)[0] + len("return ")
                self.add((start, start + len(found[1])), VALUE, "false" if found[1] == "true" else "true", f"{found[1]} inverted", function)
            return
        text, of = self.ascii[at[0]:at[1]], value["type"].get("desugaredQualType", value["type"]["qualType"])
        if of in ("bool", "_Bool"):
            self.add(at, VALUE, f"!({text})", "negated", function)
        elif of.endswith("*"):
            self.add(at, VALUE, "(void *)0", "returns NULL", function)
        elif not of.startswith(("struct", "union")) and not LITERAL.fullmatch(text):
            self.add(at, VALUE, "0", "returns 0", function)

    # -------- expressions
    def on_BinaryOperator(self, node, function, _):
        left, right = (n["type"]["qualType"].endswith(("*", "]")) for n in node["inner"])
        old = node["opcode"]
        for new in BINARY.get(old, ()):
            if not (left and right and old == "-") and not (right and not left and old == "+"):
                self.replace(node, old, new, function)

    def on_CompoundAssignOperator(self, node, function, _):
        for new in COMPOUND.get(node["opcode"], ()):
            self.replace(node, node["opcode"], new, function)

    def on_UnaryOperator(self, node, function, _):
        at, old = self.extent(node), node["opcode"]
        if not at:
            return
        text = self.ascii[at[0]:at[1]]
        if old in ("++", "--"):
            new = "--" if old == "++" else "++"
            changed = text[:-2] + new if node["isPostfix"] else new + text[2:]
            self.add(at, VALUE, changed, f"{old} → {new}", function)
        elif old in ("!", "~", "-") and text.startswith(old) and not LITERAL.fullmatch(text[1:]):
            self.add(at, VALUE, f"({text[1:]})" if old != "!" else f"!!({text[1:]})", f"{old} removed", function)

    def on_IntegerLiteral(self, node, function, parent):
        at = self.extent(node)
        found = at and LITERAL.fullmatch(self.ascii[at[0]:at[1]])
        if found and not (parent["kind"] == "ImplicitCastExpr" and parent.get("castKind") == "NullToPointer"):
            octal = found[1].startswith("0") and len(found[1]) > 1 and found[1][1] not in "xX"
            value = int(found[1], 8 if octal else 0)
            for changed in (value + 1, value - 1) if value else (1,):
                self.add(at, VALUE, f"{changed}{found[2]}", f"{found[0]} → {changed}{found[2]}", function)
