# SPDX-License-Identifier: BSD-2-Clause
"""What a Cortex-M writes to its SWO pin, as Arm's manuals describe it: packets of the ITM and DWT, and the frames of a TPIU."""

SYNC = bytes(5) + b"\x80"


def itm(data, port, noise):
    """Encode bytes as an ITM does: packets of words, with random packets of other sources between them."""
    out, at = bytearray(SYNC), 0
    while at < len(data):
        n = 4 if len(data) - at >= 4 and noise.random() < 0.9 else 2 if len(data) - at >= 2 and noise.random() < 0.5 else 1
        out.append(port << 3 | {1: 1, 2: 2, 4: 3}[n])
        out += data[at:at + n]
        at += n
        if noise.random() < 0.05:
            out += noise.choice((b"\x20", b"\xc0\x85\x01", b"\x94\x80\x01", b"\x17\x01\x02\x03\x04", b"\x0e\x1c\x10", b"\x05\x08", b"\x03abcd", SYNC))
    return bytes(out)


def tpiu(data, others, noise):
    """Encode bytes as a TPIU does: frames of source 1, with bytes of source 2 between them."""
    out, sequence, rest = bytearray(b"\xff\xff\xff\x7f"), [], list(others)
    for byte in data:
        if rest and noise.random() < 0.02:
            sequence.append((2, rest.pop()))
        sequence.append((1, byte))
    source = None
    while sequence:
        frame, low = [], 0
        for place in range(0, 15, 2):
            is_last = place == 14
            if not sequence:
                frame += [0x01] + ([] if is_last else [0])  # source 0: padding
                source = 0
                continue
            if sequence[0][0] != source:
                late = not is_last and source is not None and noise.random() < 0.5 and any(s == source for s, _ in sequence[:1])
                source = sequence[0][0]
                frame.append(source << 1 | 1)
                low |= late << place // 2
                if not is_last:
                    frame.append(sequence.pop(0)[1])
                continue
            byte = sequence.pop(0)[1]
            frame.append(byte & 0xFE)
            low |= (byte & 1) << place // 2
            if is_last:
                continue
            if sequence and sequence[0][0] == source:
                frame.append(sequence.pop(0)[1])
            elif sequence:  # an ID can't be at an odd place: pad with source 0
                frame[-1:] = []
                low &= ~(1 << place // 2)
                # the ID is first; the byte after it still belongs to the former source
                low |= 1 << place // 2
                source = sequence[0][0]
                frame += [source << 1 | 1, byte]
            else:
                frame[-1:] = [source << 1 | 1]
                low &= ~(1 << place // 2)
                frame.append(byte)
        out += bytes(frame + [low])
        if noise.random() < 0.1:
            out += b"\xff\xff\xff\x7f"
    return bytes(out)
