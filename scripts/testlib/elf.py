# SPDX-License-Identifier: BSD-2-Clause
"""Sections, symbols and words of a 32-bit little-endian ELF file, and the points and blocks described in it."""
import re
import struct
import subprocess
from collections import namedtuple

Section = namedtuple("Section", "name type flags address offset size link entry")
Named = namedtuple("Named", "kind id name file line function")

SHF_ALLOC = 2
SHT_SYMTAB, SHT_NOBITS = 2, 8
# struct trace_point_desc and trace_block_desc: cell, name, file, line, function.
DESC = struct.Struct("<IIIII")


class ElfError(Exception):
    """An error in the file."""


class Elf:
    def __init__(self, path):
        self.path = path
        with open(path, "rb") as f:
            self.data = f.read()
        if self.data[:6] != b"\x7fELF\x01\x01":
            raise ElfError(f"{path}: not a 32-bit little-endian ELF file")
        self._read_sections()
        self._read_symbols()

    def _read_sections(self):
        (at,) = struct.unpack_from("<I", self.data, 32)
        size, count, names = struct.unpack_from("<HHH", self.data, 46)
        rows = [struct.unpack_from("<IIIIIIIIII", self.data, at + size * n) for n in range(count)]
        strings = rows[names][4]
        self.sections = [Section(self._text(strings + r[0]), r[1], r[2], r[3], r[4], r[5], r[6], r[9]) for r in rows]

    def _text(self, offset):
        return self.data[offset:self.data.index(b"\0", offset)].decode()

    def _read_symbols(self):
        self.symbols = {}
        for s in (s for s in self.sections if s.type == SHT_SYMTAB):
            for at in range(s.offset, s.offset + s.size, s.entry):
                name, value, size, _, _, index = struct.unpack_from("<IIIBBH", self.data, at)
                text = self._text(self.sections[s.link].offset + name)
                self.symbols.setdefault(text, (value, size, index))

    def loaded(self):
        """@return the bytes that are loaded into the target, section by section, joined"""
        return b"\0".join(self.data[s.offset:s.offset + s.size] for s in self.sections
                          if s.flags & SHF_ALLOC and s.type != SHT_NOBITS)

    def function_bytes(self, name):
        """@return the code of a function"""
        value, size, index = self.symbols[name]
        at = self.sections[index].offset + (value & ~1) - self.sections[index].address
        return self.data[at:at + size]

    def _symbol(self, name):
        try:
            return self.symbols[name]
        except KeyError:
            raise ElfError(f"{self.path}: no {name}: was it built with CONFIG_TRACE 0?") from None

    def _string(self, section, address):
        """A string that a descriptor in `section` points to: in there, or wherever the target has it."""
        for s in [section] if not section.flags & SHF_ALLOC else self.sections:
            if s.flags & SHF_ALLOC == section.flags & SHF_ALLOC and s.address <= address < s.address + s.size:
                return self._text(s.offset + address - s.address)
        raise ElfError(f"{self.path}: a descriptor points to 0x{address:x}, where nothing is")

    def descriptors(self, kind):
        """@return (cell's address, cell's index, name, file, line, function or None) of each point or block"""
        cells, _, _ = self._symbol(f"trace_{kind}s")
        cells_end, _, _ = self._symbol(f"trace_{kind}s_spread_end")
        begin, _, index = self._symbol(f"trace_{kind}_descs")
        end, _, _ = self._symbol(f"trace_{kind}_descs_spread_end")
        section = self.sections[index]
        count = (end - begin) // DESC.size
        for n in range(count):
            cell, name, file, line, func = DESC.unpack_from(self.data, section.offset + begin - section.address + n * DESC.size)
            yield (cell, (cell - cells) // ((cells_end - cells) // count), self._string(section, name),
                   self._string(section, file), line, self._string(section, func) if func else None)

    def names(self):
        """@return a Named for each point and block, in order of kinds and IDs"""
        found = []
        functions = None
        for kind in ("point", "block"):
            for cell, ident, name, file, line, function in self.descriptors(kind):
                if function is None:
                    functions = functions or variable_functions(self.path)
                    function = functions.get(cell, "?")
                found.append(Named(kind, ident, name, file, line, function or "-"))
        return sorted(found, key=lambda n: (n.kind != "point", n.id))


ENTRY = re.compile(r" *<(\d+)><[0-9a-f]+>: Abbrev Number: \d+ \(DW_TAG_(\w+)\)")
NAME = re.compile(r" *<[0-9a-f]+> +DW_AT_name +: (?:\(.*?\): )?(\S+)")
PLACE = re.compile(r" *<[0-9a-f]+> +DW_AT_location +: .*\(DW_OP_addr: ([0-9a-f]+)\)")


def variable_functions(path):
    """@return {address of a static variable: the function that it is defined in}, from the debug information"""
    tool = ["readelf", "--debug-dump=info", path]
    functions = {}
    stack = []  # (depth, tag, [name])
    with subprocess.Popen(tool, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, errors="replace") as p:
        for line in p.stdout:
            if m := ENTRY.match(line):
                depth = int(m[1])
                while stack and stack[-1][0] >= depth:
                    stack.pop()
                stack.append((depth, m[2], []))
            elif stack and (m := NAME.match(line)):
                stack[-1][2].append(m[1])
            elif stack and stack[-1][1] == "variable" and (m := PLACE.match(line)):
                around = [name[0] for _, tag, name in stack if tag == "subprogram" and name]
                if around:
                    functions[int(m[1], 16)] = around[-1]
    return functions
