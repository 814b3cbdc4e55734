# SPDX-License-Identifier: BSD-2-Clause
"""The points and blocks described by an ELF file, and the part of it that is loaded into the target.
Uses Debian's python3-pyelftools."""
import functools
import struct
import sys
from collections import namedtuple

try:
    from elftools.elf.elffile import ELFFile
except ImportError:  # Debian's packages are installed for /usr/bin/python3
    sys.path.append("/usr/lib/python3/dist-packages")
    from elftools.elf.elffile import ELFFile
from elftools.elf.constants import SH_FLAGS

Named = namedtuple("Named", "kind id name file line function")
# struct trace_point_desc and trace_block_desc: cell, name, file, line, function.
DESC = struct.Struct("<IIIII")
DW_OP_ADDR = 3


class Elf:
    def __init__(self, path):
        self.path = path
        self.file = ELFFile(open(path, "rb"))  # pylint: disable=consider-using-with
        self.sections = list(self.file.iter_sections())
        self.symbols = {}
        for s in self.file.get_section_by_name(".symtab").iter_symbols():
            self.symbols.setdefault(s.name, s)
        self.variables = {}  # source: {address: function}

    @functools.cached_property
    def units(self):
        """@return the sources with their debug information"""
        return [(u.get_top_DIE().get_full_path(), u) for u in self.file.get_dwarf_info().iter_CUs()]

    @staticmethod
    def is_loaded(section):
        return bool(section["sh_flags"] & SH_FLAGS.SHF_ALLOC)

    def loaded(self):
        """@return the bytes that are loaded into the target, by section, joined"""
        return b"\0".join(s.data() for s in self.sections if self.is_loaded(s) and s["sh_type"] != "SHT_NOBITS")

    def address(self, symbol):
        return self.symbols[symbol]["st_value"]

    def section_of(self, symbol):
        return self.sections[self.symbols[symbol]["st_shndx"]]

    def bytes_at(self, section, address, count=None):
        begin = address - section["sh_addr"]
        return section.data()[begin:begin + count if count is not None else None]

    def function_bytes(self, name):
        """@return the code of a function"""
        return self.bytes_at(self.section_of(name), self.address(name) & ~1, self.symbols[name]["st_size"])

    def string(self, home, address):
        """@return a string that a descriptor in the section `home` points to: in that section, or in
        any loaded one"""
        section = next(s for s in self.sections if (s == home or self.is_loaded(home) and self.is_loaded(s))
                       and s["sh_addr"] <= address < s["sh_addr"] + s["sh_size"])
        return self.bytes_at(section, address).split(b"\0", 1)[0].decode()

    def structures(self, array, layout):
        """@return the section of a spread array, and its elements as tuples of words"""
        home, begin = self.section_of(array), self.address(array)
        data = self.bytes_at(home, begin, self.address(array + "_spread_end") - begin)
        return home, list(layout.iter_unpack(data))

    def names(self):
        """@return a Named for each point and block, ordered by kind and ID"""
        found = []
        for kind in ("point", "block"):
            cells = self.address(f"trace_{kind}s")
            home, descs = self.structures(f"trace_{kind}_descs", DESC)
            size = (self.address(f"trace_{kind}s_spread_end") - cells) // max(len(descs), 1)
            for cell, name, file, line, function in descs:
                file = self.string(home, file)
                function = self.string(home, function) if function else self.function_around(cell, file)
                found.append(Named(kind, (cell - cells) // size, self.string(home, name), file, line, function or "-"))
        return sorted(found, key=lambda n: (n.kind != "point", n.id))

    def function_around(self, address, file):
        """@return the function in which a static variable of a source is defined, from the debug
        information; None outside of functions"""
        if file not in self.variables:
            self.variables[file] = dict(v for path, unit in self.units if path.endswith(file) for v in variables_of(unit))
        return self.variables[file].get(address)


def variables_of(unit):
    """@return (address, function or None) of each variable of a source"""
    for entry in unit.iter_DIEs():
        location = entry.attributes.get("DW_AT_location")
        if entry.tag == "DW_TAG_variable" and location and location.form == "DW_FORM_exprloc" and location.value[0] == DW_OP_ADDR:
            address = int.from_bytes(bytes(location.value[1:5]), "little")
            while entry and entry.tag != "DW_TAG_subprogram":
                entry = entry.get_parent()
            yield address, name_of(entry)


def name_of(entry):
    """@return the name of a debugging entry, or of the entry that it is an instance of"""
    while entry and "DW_AT_name" not in entry.attributes:
        link = next((a for a in ("DW_AT_abstract_origin", "DW_AT_specification") if a in entry.attributes), None)
        entry = entry.get_DIE_from_attribute(link) if link else None
    return entry.attributes["DW_AT_name"].value.decode() if entry else None
