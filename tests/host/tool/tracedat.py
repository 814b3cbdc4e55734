# SPDX-License-Identifier: BSD-2-Clause
"""Writes a small trace.dat as trace-cmd does on Linux: two CPUs, soft interrupts, latency flags, text, a loss."""
import struct

PAGE = 4096


def u(size, *numbers):
    return b"".join(n.to_bytes(size, "little") for n in numbers)


def event(name, number, fields, printed):
    """The format of an event. @param fields  (type, name, size, signed)"""
    text, offset = f"name: {name}\nID: {number}\nformat:\n", 0
    common = [("unsigned short", "common_type", 2, 0), ("unsigned char", "common_flags", 1, 0),
              ("unsigned char", "common_preempt_count", 1, 0), ("int", "common_pid", 4, 1)]
    for kind, field, size, signed in common + fields:
        offset = (offset + min(size, 8) - 1) // min(size, 8) * min(size, 8) if "[" not in field else offset
        text += f"\tfield:{kind} {field};\toffset:{offset};\tsize:{size};\tsigned:{signed};\n" + ("\n" if field == "common_pid" else "")
        offset += size
    text += f"\nprint fmt: {printed}\n"
    return u(8, len(text)) + text.encode()


COMM = ("char", "{}comm[16]", 16, 0)
FORMATS = {
    "sched": [
        event("sched_switch", 316, [("char", "prev_comm[16]", 16, 0), ("pid_t", "prev_pid", 4, 1), ("int", "prev_prio", 4, 1),
                                    ("long", "prev_state", 8, 1), ("char", "next_comm[16]", 16, 0), ("pid_t", "next_pid", 4, 1),
                                    ("int", "next_prio", 4, 1)], '"%s ==> %s", REC->prev_comm, REC->next_comm'),
        event("sched_waking", 318, [("char", "comm[16]", 16, 0), ("pid_t", "pid", 4, 1), ("int", "prio", 4, 1), ("int", "target_cpu", 4, 1)],
              '"comm=%s", REC->comm'),
        event("sched_wakeup", 317, [("char", "comm[16]", 16, 0), ("pid_t", "pid", 4, 1), ("int", "prio", 4, 1), ("int", "target_cpu", 4, 1)],
              '"comm=%s", REC->comm')],
    "irq": [
        event("irq_handler_entry", 140, [("int", "irq", 4, 1), ("__data_loc char[]", "name", 4, 0)], '"irq=%d name=%s", REC->irq, __get_str(name)'),
        event("irq_handler_exit", 139, [("int", "irq", 4, 1), ("int", "ret", 4, 1)], '"irq=%d", REC->irq'),
        event("softirq_entry", 138, [("unsigned int", "vec", 4, 0)], '"vec=%u", REC->vec'),
        event("softirq_exit", 137, [("unsigned int", "vec", 4, 0)], '"vec=%u", REC->vec')],
    "timer": [event("hrtimer_start", 500, [("u64", "expires", 8, 0), ("int", "mode", 4, 1)], '"expires=%llu mode=%d", REC->expires, REC->mode'),
              event("tick_stop", 501, [("int", "success", 4, 1), ("int", "pid", 4, 1)], '"success=%d", REC->success')],
}


def switch(prev, prev_pid, state, to, to_pid):
    return struct.pack("<16sii q16sii", prev, prev_pid, 120, state, to, to_pid, 97)


def wake(name, pid, cpu):
    return struct.pack("<16siii", name, pid, 97, cpu)


# CPU, time, event, flags, preemption, thread, contents
RECORDS = [
    (0, 1000_000_100, 140, 0x08, 1, 0, u(4, 25, 5 << 16 | 16) + b"eth0\0"),
    (0, 1000_000_900, 138, 0x10, 0, 0, u(4, 3)),
    (0, 1000_001_000, 318, 0x11, 2, 0, wake(b"server", 77, 1)),
    (0, 1000_001_050, 317, 0x15, 2, 0, wake(b"server", 77, 1)),
    (0, 1000_001_500, 137, 0x10, 0, 0, u(4, 3)),
    (0, 1000_002_000, 139, 0x08, 1, 0, u(4, 25, 1)),
    (1, 1000_001_900, 316, 0x04, 0, 0, switch(b"swapper/1", 0, 0, b"server", 77)),
    (1, 1500_000_000, 500, 0, 0, 77, struct.pack("<qi", 5_000_000_000, -2)),
    (1, 2000_000_000, 501, 0x01, 1, 77, struct.pack("<ii", -1, 77)),
    (1, 2000_000_100, 316, 0, 0, 77, switch(b"server", 77, 1, b"swapper/1", 0)),
]
LOST_BEFORE = {(1, 2000_000_000): 5}


def pages(cpu, size):
    """The pages of a CPU. A loss begins a new one, as the kernel does."""
    out, data, begin, last, lost = b"", b"", 0, 0, 0

    def close():
        commit = len(data) | (3 << 30 if lost else 0)
        return (u(8, begin, commit) + data + (u(8, lost) if lost else b"")).ljust(size, b"\0")

    for of, time, number, flags, preempt, thread, contents in RECORDS:
        if of != cpu:
            continue
        if (cpu, time) in LOST_BEFORE or not begin:
            out += close() if begin else b""
            lost, data, begin, last = LOST_BEFORE.get((cpu, time), 0), b"", time, time
        body = u(2, number) + u(1, flags, preempt) + u(4, thread) + contents
        body = body.ljust((len(body) + 3) // 4 * 4, b"\0")
        if (time - last) >> 27:
            data += u(4, (time - last & 0x7FFFFFF) << 5 | 30, time - last >> 27)
            last = time
        data += u(4, (time - last) << 5 | len(body) // 4) if len(body) // 4 <= 28 else u(4, (time - last) << 5, len(body) + 4)
        data += body
        last = time
    return out + close()


def write(path, size=PAGE):
    """@param size  bytes of a page"""
    page = (b"\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n"
            b"\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n\tfield: char data;\toffset:16;\tsize:4080;\tsigned:1;\n")
    head = b"\x17\x08\x44tracing6\0\0\x08" + u(4, size) + b"header_page\0" + u(8, len(page)) + page + b"header_event\0" + u(8, 0) + u(4, 0)
    head += u(4, len(FORMATS))
    for system, formats in FORMATS.items():
        head += system.encode() + b"\0" + u(4, len(formats)) + b"".join(formats)
    threads = b"77 server\n\0"
    head += u(4, 1) + b"\0" + u(4, 0) + u(8, len(threads)) + threads + u(4, 2) + b"options  \0" + u(2, 0) + b"flyrecord\0"
    data = [pages(0, size), pages(1, size)]
    at = (len(head) + 32 + size - 1) // size * size
    head += u(8, at, len(data[0]), at + len(data[0]), len(data[1]))
    with open(path, "wb") as f:
        f.write(head.ljust(at, b"\0") + b"".join(data))
