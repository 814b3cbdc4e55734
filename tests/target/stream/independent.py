#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""
A decoder of streams of version 5, written from docs/wire-format.md alone: it shares no code with the tool. Prints a
line for each record, by CPU:

    CPU CYCLES EVENT FIELD=VALUE …

Values are numbers, names of a|b|c, text, or hexadecimal digits of data.
"""
import collections
import struct
import sys

sys.path.append("/usr/lib/python3/dist-packages")
from elftools.elf.elffile import ELFFile  # noqa: E402

WORD = 0xFFFFFFFF
VARIABLE = -1
Event = collections.namedtuple("Event", "name fields words")


# -------- the ELF file: section 5

class Program:
    """The events, blocks and points of an ELF file, by ID."""

    def __init__(self, path):
        elf = ELFFile(open(path, "rb"))  # pylint: disable=consider-using-with
        self.sections = list(elf.iter_sections())
        self.symbols = {s.name: s for s in elf.get_section_by_name(".symtab").iter_symbols()}
        self.ids = {1: Event("stack", "", VARIABLE), 3: Event("thread_name", "", VARIABLE),
                    14: Event("enter", "function:ptr", 1), 15: Event("leave", "function:ptr", 1)}
        first = 16
        for kind, words in (("event", 6), ("block", 6), ("point", 6)):
            first += self.add(kind, words - (kind != "event"), first)

    def text(self, home, address):
        for section in [home] + self.sections:
            if section["sh_addr"] <= address < section["sh_addr"] + section["sh_size"] and (section is home or section["sh_flags"] & 2):
                return section.data()[address - section["sh_addr"]:].split(b"\0")[0].decode()
        return ""

    def add(self, kind, words, first):
        """Add the elements of an array. @return their number"""
        begin, end = (self.symbols[f"trace_{kind}s{tail}"]["st_value"] for tail in ("", "_spread_end"))
        descs, descs_end = (self.symbols[f"trace_{kind}_descs{tail}"] for tail in ("", "_spread_end"))
        home = self.sections[descs["st_shndx"]]
        data = home.data()[descs["st_value"] - home["sh_addr"]:descs_end["st_value"] - home["sh_addr"]]
        rows = list(struct.iter_unpack(f"<{words}I", data))
        for row in rows:
            index = (row[0] - begin) // ((end - begin) // len(rows))
            name = self.text(home, row[1])
            if kind == "event":
                fields = self.text(home, row[2])
                count = VARIABLE if row[5] & 0xFF == 3 else len(fields.split(",")) if fields else 0
                self.ids[first + index] = Event(name, fields, count)
            else:
                self.ids[first + index] = Event(name, "wall:time" if kind == "block" else "", int(kind == "block"))
        return len(rows)


def values_of(event, words):
    """@return the fields of a record as text"""
    found = []
    for word, declared in zip(words, event.fields.split(",")):
        low = 0
        for field in declared.split("+"):
            field, _, bits = field.partition("/")
            name, _, form = field.partition(":")
            bits = int(bits) if bits else 32 - low
            value = word >> low & ((1 << bits) - 1)
            low += bits
            if form == "i32" and value >> (bits - 1):
                value -= 1 << bits
            if "|" in form and value < len(form.split("|")) and form.split("|")[value]:
                value = form.split("|")[value]
            found.append(f"{name}={value}")
    return " ".join(found)


# -------- frames: section 1

def murmur3(data):
    """@return the checksum of type and body"""
    def rotated(n, bits):
        return (n << bits | n >> (32 - bits)) & WORD

    def mix(k):
        return rotated(k * 0xCC9E2D51 & WORD, 15) * 0x1B873593 & WORD

    h, whole = 0, len(data) // 4 * 4
    for at in range(0, whole, 4):
        h = (rotated(h ^ mix(int.from_bytes(data[at:at + 4], "little")), 13) * 5 + 0xE6546B64) & WORD
    if whole < len(data):
        h ^= mix(int.from_bytes(data[whole:], "little"))
    h ^= len(data)
    h = (h ^ h >> 16) * 0x85EBCA6B & WORD
    h = (h ^ h >> 13) * 0xC2B2AE35 & WORD
    return h ^ h >> 16


def packets_of(stream):
    """@return the valid packets, without their checksums"""
    for piece in stream.split(b"\0"):
        packet, at = bytearray(), 0
        while at < len(piece) and at + piece[at] <= len(piece):
            packet += piece[at + 1:at + piece[at]]
            full = piece[at] == 255
            at += piece[at]
            if not full and at < len(piece):
                packet.append(0)
        if at == len(piece) and len(packet) > 4 and murmur3(packet[:-4]) == int.from_bytes(packet[-4:], "little"):
            yield bytes(packet[:-4])


class Numbers:
    """The varints of a body: section 2."""

    def __init__(self, body):
        self.body, self.at = body, 1  # after the type

    def next(self):
        value = shift = 0
        while True:
            byte = self.body[self.at]
            self.at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value


# -------- DENSE packets: section 3

def hashed(n, bits):
    return (n & WORD) * 0x9E3779B1 % 2**32 >> (32 - bits)


def signed(n):
    return -(n + 1) // 2 if n % 2 else n // 2


def next_class(k, v):
    a = v >> k
    if a >= 2:
        k += 1 if a < 4 else 2
    elif k > 0 and v < 2 ** (k - 1):
        k -= 1
    return min(k, 15)


class Bits:
    def __init__(self, data):
        self.all, self.left, self.data = int.from_bytes(data, "little"), 8 * len(data), data

    def bits(self, n):
        if n > self.left:
            raise ValueError("the packet ends inside a record")
        value = self.all & ((1 << n) - 1)
        self.all >>= n
        self.left -= n
        return value

    def sized(self):
        return self.bits(self.bits(5) + 1)

    def classed(self, k):
        ones = 0
        while ones < 8 and self.bits(1):
            ones += 1
        return (ones << k) + self.bits(k) if ones < 8 else self.sized()

    def rest(self, n):
        """@return up to `n` bytes from the next whole byte on"""
        if self.bits(self.left % 8):
            raise ValueError("bits before data")
        begin = len(self.data) - self.left // 8
        n = min(n, self.left // 8)
        self.bits(8 * n)
        return self.data[begin:begin + n]


class Model:
    """The state of one CPU, after a reset."""

    def __init__(self):
        self.ids = [(0, 0)] * 128
        self.times, self.words = [0x5000] * 128, [0] * 128
        self.periods = [(0, 0)] * 16  # last, interval
        self.longs, self.classes = [0] * 16, [5] * 16
        self.lastlong = self.mark = self.markbefore = 0

    def explicit(self, bits, ident, i):
        if not bits.bits(1):
            at = (2 * ident + i) % 16
            word = bits.classed(self.classes[at])
            self.classes[at] = next_class(self.classes[at], word)
            return word
        word = (self.lastlong + signed(bits.sized())) & WORD if bits.bits(1) else self.longs[bits.bits(4)]
        if word < 16384:
            raise ValueError("a long word is short")
        self.longs[hashed(word, 4)] = self.lastlong = word
        return word

    def take_id(self, bits, hit):
        """@return the ID, and whether it is the first candidate"""
        at = hashed(self.mark, 7)
        c = self.ids[at]
        if hit or bits.bits(1):
            return c[0] + 13, True
        ident = c[1] + 13 if bits.bits(1) else bits.bits(10)
        if 1 <= ident - 13 <= 255:
            self.ids[at] = (ident - 13, c[0])
        return ident, False

    def take_words(self, bits, ident, count, hit):
        """@return the words, and whether they are as predicted"""
        if count == 0:
            return [], True
        at = hashed(ident * 0x85EBCA6B ^ self.mark << 8 ^ self.markbefore << 18, 7)
        w = self.words[at]
        predicted = []
        if count == 1:
            predicted = [w if w < 0x8000 else self.longs[w % 16]]
        elif count == 2:
            predicted = [b if b < 0xF0 else self.longs[b % 16] for b in (w & 0xFF, w >> 8)]
        if count <= 2 and (hit or bits.bits(1)):
            return predicted, True
        words = []
        for i in range(count):
            words.append(predicted[i] if count == 2 and bits.bits(1) else self.explicit(bits, ident, i))
        if count == 1:
            self.words[at] = words[0] if words[0] < 16384 else 0x8000 + hashed(words[0], 4)
        elif count == 2:
            low, high = (min(w, 239) if w < 16384 else 240 + hashed(w, 4) for w in words)
            self.words[at] = low | high << 8
        return words, False

    def take_time(self, bits, ident, mark, now, hit, certain):
        """@return the ticks since `now`. @param certain  they aren't as predicted"""
        at = hashed(ident * 0x85EBCA6B ^ self.mark << 8, 7)
        predicted, k = self.times[at] & 0xFFF, self.times[at] >> 12
        if hit or not certain and bits.bits(1):
            return predicted
        if k < 8:
            ticks = bits.classed(k)
        else:
            p = hashed(mark, 4)
            last, interval = self.periods[p]
            if bits.bits(1):
                ticks = (last + interval + signed(bits.classed(3)) - now) & WORD
            else:
                ticks = bits.classed(k)
            time = (now + ticks) & WORD
            self.periods[p] = (time, (time - last) & WORD)
        self.times[at] = next_class(k, ticks) << 12 | (ticks if ticks < 4096 else 0)
        return ticks


def take_record(model, bits, program, now):
    """@return time, ID, words; for a record of variable length its length and the bytes in this packet"""
    hit = bits.bits(1) == 1
    ident, first = model.take_id(bits, hit)
    count = program.ids[ident].words
    words, same = model.take_words(bits, ident, count, hit) if count != VARIABLE else ([], False)
    mark = ident
    if words and (words[0] < 64 or words[0] >= 16384):
        mark = ident ^ hashed(words[0], 10)
    now += model.take_time(bits, ident, mark, now, hit, count != VARIABLE and first and same)
    if count == VARIABLE:
        length = bits.bits(13)
        words = [length, bits.rest(length)]
    model.markbefore, model.mark = model.mark, mark
    return now, ident, words


def decode(program, stream):
    """@return (CPU, ticks, ID, words) of all records, and the shift; words of data are its length and bytes"""
    models, expected, records, shift = {}, {}, [], 0
    for packet in packets_of(stream):
        n = Numbers(packet)
        if packet[0] == 1:
            if n.next() != 5:
                raise ValueError("not a stream of version 5")
            shift = [n.next() for _ in range(6)][-1]  # after recording, boots, first, CPUs and rate
        elif packet[0] == 11:
            _, cpu, _, before, now, continues = [n.next() for _ in range(6)]
            if not continues:
                models[cpu] = Model()
            elif expected.get(cpu) != before:
                continue
            expected[cpu] = before
            bits = Bits(packet[n.at:])
            while bits.left >= 8 or bits.all:
                now, ident, words = take_record(models[cpu], bits, program, now)
                records.append((cpu, now, ident, words))
                expected[cpu] += 1
        elif packet[0] == 10:
            _, cpu, _, _ = [n.next() for _ in range(4)]
            last = next(r for r in reversed(records) if r[0] == cpu)
            last[3][1] += packet[n.at:]
    return records, shift


def lines_of(elf, trace):
    """@return the lines of a recording, by CPU"""
    program = Program(elf)
    with open(trace, "rb") as f:
        records, shift = decode(program, f.read())
    for cpu, time, ident, words in sorted(records, key=lambda r: r[0]):
        event = program.ids[ident]
        text = values_of(event, words)
        if event.words == VARIABLE:
            name, _, form = event.fields.partition(":")
            text = name and f"{name}={words[1].decode(errors='replace') if form == 'str' else words[1].hex()}"
        yield f"{cpu} {time << shift} {event.name} {text}".rstrip()


def value_of(value):
    """@return a field's value in the JSON of `spoor dump`, as values_of() and lines_of() write it"""
    if isinstance(value, dict):
        value = value.get("thread", value.get("address"))
    return 0 if value is None else value


def dumped(events):
    """@return the same lines from the events of `spoor dump --json`, in their order"""
    for e in events:
        name = e["event"]
        fields = " ".join(f"{key}={value_of(value)}" for key, value in e.get("fields", {}).items() if name not in ("stack", "thread_name"))
        yield f"{e['cpu']} {e['cycles']} {name} {fields}".rstrip()


if __name__ == "__main__":
    for line in lines_of(*sys.argv[1:3]):
        print(line)
