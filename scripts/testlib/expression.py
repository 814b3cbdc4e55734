# SPDX-License-Identifier: BSD-2-Clause
"""Expressions over the captures of a dialogue: numbers, arithmetic, comparisons; no access to anything else."""
import ast
import operator
import re

OPERATORS = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.USub: operator.neg, ast.Not: operator.not_,
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge, ast.In: lambda a, b: a in b, ast.NotIn: lambda a, b: a not in b,
}
UNITS_NS = {"ns": 1, "us": 1000, "µs": 1000, "μs": 1000, "ms": 1000000, "s": 1000000000}


def ns(text):
    """A time as the shell prints it, "12.5us" or "12.5 us", in nanoseconds."""
    m = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(\S+)\s*", str(text))
    if m is None or m[2] not in UNITS_NS:
        raise ValueError(f"ns(): no time: {text!r}")
    return float(m[1]) * UNITS_NS[m[2]]


FUNCTIONS = {"abs": abs, "min": min, "max": max, "len": len, "ns": ns, "int": int, "float": float}


def value_of(text):
    """The value of a capture: a number where it reads as one."""
    if re.fullmatch(r"[+-]?\d+", text):
        return int(text)
    if re.fullmatch(r"[+-]?\d+\.\d+", text):
        return float(text)
    return text


def evaluate(source, names):
    """@return the value of `source` with the captures `names`; ValueError says why it has none"""

    def walk(node):
        if isinstance(node, ast.Expression):
            return walk(node.body)
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, (ast.Tuple, ast.List)):
            return [walk(e) for e in node.elts]
        if isinstance(node, ast.Name):
            if node.id not in names:
                raise ValueError(f"nothing was captured as {node.id}")
            return names[node.id]
        if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
            return OPERATORS[type(node.op)](walk(node.left), walk(node.right))
        if isinstance(node, ast.UnaryOp) and type(node.op) in OPERATORS:
            return OPERATORS[type(node.op)](walk(node.operand))
        if isinstance(node, ast.BoolOp):
            wants_all = isinstance(node.op, ast.And)
            return (all if wants_all else any)(walk(v) for v in node.values)
        if isinstance(node, ast.Compare):
            left = walk(node.left)
            for op, right in zip(node.ops, map(walk, node.comparators)):
                if not OPERATORS[type(op)](left, right):
                    return False
                left = right
            return True
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
            if node.func.id in FUNCTIONS:
                return FUNCTIONS[node.func.id](*map(walk, node.args))
        raise ValueError(f"not understood: {ast.unparse(node)}")

    try:
        return walk(ast.parse(source, mode="eval"))
    except (SyntaxError, TypeError, KeyError, ZeroDivisionError) as e:
        raise ValueError(f"{source}: {e}") from e
