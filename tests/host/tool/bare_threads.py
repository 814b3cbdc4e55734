# SPDX-License-Identifier: BSD-2-Clause
"""
Threads in the results of `spoor record --bare`. threads_kernel.c has the symbols of FreeRTOS, ThreadX or Zephyr. For it, QEMU's log of each instruction
with its stack pointer tells which thread runs. This project's own images say it themselves, in the shell's `ps`.
"""
import collections
import os
import re
import subprocess

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "threads_kernel.c")
CORTEX_M = (["arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb", "-Wl,--section-start=.vectors=0", "-Wl,-Ttext=0x100", "-Wl,-Tdata=0x20000000", "-Wl,-Tbss=0x20004000"],
            "qemu-system-arm -M mps2-an385", "exec,nochain,int,cpu")
CORTEX_M_MPU = ([*CORTEX_M[0], "-DUNPRIVILEGED=1", "-Wl,--section-start=.privileged=0x20010000"], *CORTEX_M[1:])
RISC_V = (["riscv64-unknown-elf-gcc", "-march=rv64imac_zicsr", "-mabi=lp64", "-mcmodel=medany", "-Wl,--no-relax", "-Wl,--section-start=.vectors=0x80000000", "-Wl,-Ttext=0x80000100"],
          "qemu-system-riscv64 -M virt -bios none", "exec,nochain,cpu")
MACHINE = "-icount shift=0,sleep=off -display none -monitor none -serial null -semihosting-config enable=on,target=native"
KERNELS = [("FreeRTOS", "FREERTOS", "Cortex-M", CORTEX_M), ("ThreadX", "THREADX", "RISC-V", RISC_V), ("Zephyr", "ZEPHYR", "Cortex-M", CORTEX_M), ("Zephyr", "ZEPHYR", "RISC-V", RISC_V),
           ("FreeRTOS", "FREERTOS", "Cortex-M with an MPU", CORTEX_M_MPU)]
SWITCHING = ("pause_thread", "switch_threads", "chosen", "choose", "first_context", "trap_entry", "tick")  # these run on the stacks of threads
MEMORY_ONLY = 0x10000  # as in plugin.check


def run(*command):
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, check=False)


def build(bare, name, kernel, compiler):
    elf = bare.path(f"{name}.elf")
    done = run(compiler[0], "-O2", "-g", *compiler[1:], "-ffreestanding", "-nostdlib", "-static", f"-D{kernel}", "-o", elf, SOURCE)
    if done.returncode:
        raise RuntimeError(done.stderr.decode(errors="replace")[:600])
    return elf


def symbols(elf):
    """@return {name: (address, size)}"""
    text = run("arm-none-eabi-nm" if b"ARM" in run("readelf", "-h", elf).stdout else "riscv64-unknown-elf-nm", "-S", elf).stdout.decode()
    return {name: (int(address, 16) & ~1, int(size or "0", 16)) for address, size, name in re.findall(r"^(\w+) (?:(\w+) )?\w (\S+)$", text, re.M)}


# ------------------------------------------------------------------ by the stack pointer

def steps(path):
    """@yields the program counter, the stack pointer, the first argument's register, and whether it is a handler, of each instruction"""
    step = None
    with open(path, encoding="utf-8", errors="replace") as log:
        for line in log:
            if m := re.match(r"Trace \d+: 0x\w+ \[\w+/(\w+)/\w+/(\w+)\]", line):
                if step:
                    yield step
                step = [int(m[1], 16), 0, 0, False] if not int(m[2], 16) & MEMORY_ONLY else None
            elif line.startswith("Stopped execution of TB chain before"):
                step = None
            elif step:
                m = re.search(r"\b(?:R13=|x2/sp +)(\w+)", line)
                step[1] = int(m[1], 16) if m else step[1]
                m = re.search(r"\b(?:R00=|x10/a0 +)(\w+)", line)
                step[2] = int(m[1], 16) if m else step[2]
                step[3] |= line.startswith("XPSR=") and "handler" in line
    if step:
        yield step


def follow(path, found, own):
    """@return {number of the stack: [instructions, switches to it]}, without instructions of the functions that switch"""
    stacks, size = found["stacks"]
    chosen = found["chosen"][0]
    threads = collections.defaultdict(lambda: [0, 0])
    for pc, pointer, argument, handler in steps(path):
        if pc == chosen:
            threads[(argument - stacks) // (size // 4)][1] += 1
        if not handler and stacks < pointer <= stacks + size and not any(address <= pc < address + n for address, n in own):
            threads[(pointer - 1 - stacks) // (size // 4)][0] += 1
    return dict(threads)


# ------------------------------------------------------------------ in the result

class Tree:
    """The threads of a result."""

    def __init__(self, path):
        self.names, self.objects, self.nodes, self.kernel = {}, {}, [(0, "", 0, 0, 0)], None
        with open(path, encoding="utf-8") as f:
            for line in f:
                words = line.split()
                if words[0] == "kernel":
                    self.kernel = words[1:]
                elif words[0] == "t":
                    self.names[int(words[1], 16)], self.objects[int(words[1], 16)] = " ".join(words[3:]), int(words[2], 16)
                elif words[0] == "n":
                    self.nodes.append((int(words[1]), words[2], int(words[3], 16), int(words[4]), int(words[5])))

    def threads(self, without=()):
        """@return {name: [instructions, switches to it]}, without those of some functions"""
        found, root = collections.defaultdict(lambda: [0, 0]), [None]
        for parent, kind, key, own, calls in self.nodes[1:]:
            if kind == "t":
                root.append(self.names[key])
                found[self.names[key]][1] += calls
            else:
                root.append(root[parent] if kind == "f" else None)
            if root[-1] is not None and not (kind == "f" and key in without):
                found[root[-1]][0] += own
        return dict(found)


def check_kernels(tap, bare):
    for kernel, macro, machine, (compiler, qemu, what) in KERNELS:
        name = f"{kernel} on {machine}"
        elf = build(bare, f"threads-{kernel}-{machine}", macro, compiler)
        log, result = bare.path("threads.log"), bare.path("threads.bare")
        run(*qemu.split(), *MACHINE.split(), "-singlestep", "-d", what, "-D", log, "-kernel", elf)
        said = bare.record(elf, "threads.bare", board=qemu, ok=False)
        found = symbols(elf)
        own = [found[n] for n in SWITCHING if machine == "RISC-V"]
        wanted, tree = follow(log, found, own), Tree(result)
        mine = tree.threads([address for address, _ in own])
        names = ["first", "second", "third", "foird"]
        tap.check(f"{name}: instructions and switches of each thread are those of its stack in QEMU's log", len(wanted) == 4 and mine == {names[n]: v for n, v in wanted.items()},
                  f"{mine} {wanted} {said}")
        tap.check(f"{name}: an object that is used again is another thread", len(set(tree.objects.values())) == 3 and
                  [o for n, o in tree.objects.items() if tree.names[n] in ("third", "foird")] == [sorted(tree.objects.values())[2]] * 2, str(tree.objects))
        rows, inside, root = bare.rows("profile", elf, result, "--view", "tree"), collections.defaultdict(dict), None
        for r in rows:
            root = r if r["depth"] == 0 else root
            inside[root["function"]][r["depth"], r["function"]] = r["calls"]
        entries = {"first": "first", "second": "second", "third": "third", "foird": "fourth"}
        right = [inside[name].get((0, name)) == mine[name][1] and [f for depth, f in inside[name] if depth == 1] == [entry] and inside[name][1, entry] == 1 and
                 inside[name][2, "work"] - inside[name][2, "rest"] in (0, 1) and not {f for _, f in inside[name]} & {"trap_entry", "tick"} for name, entry in entries.items()]
        tap.check(f"{name}: each thread's tree has its calls, and no interrupts", all(right), f"{right} {dict(inside)}")


def check_without_names(tap, bare):
    """A program without debug information: its threads are told apart, but have no names."""
    for kernel, known in (("FreeRTOS", True), ("Zephyr", False)):
        _, macro, _, (compiler, qemu, _) = next(k for k in KERNELS if k[0] == kernel and k[2] == "Cortex-M")
        elf = build(bare, "threads-without", macro, [*compiler, "-g0", "-Wl,--strip-debug"])
        tree, objects = Tree(bare.record(elf, "threads.bare", board=qemu)), symbols(elf)["threads"][0]
        roots = [r["function"] for r in bare.rows("profile", elf, bare.path("threads.bare"), "--view", "tree") if r["depth"] == 0]
        tap.check(f"{kernel} without debug information: threads have {'the addresses of their objects' if known else 'no roots'}",
                  (tree.kernel == ["FreeRTOS", "read"] and f"thread {objects:#x}" in roots and sum(r.startswith("thread 0x") for r in roots) == 3) if known else
                  tree.kernel is None and not tree.names, f"{tree.kernel} {roots}")


# ------------------------------------------------------------------ by the target's own account

def record_own(bare, elf):
    """@return the threads' switches by ps, those of the profile, the profile, what was shown"""
    board = os.path.basename(os.path.dirname(elf))
    path = bare.path("own.bare")
    shown = run(bare.tool, "record", "--qemu", board, "--bare", elf, "--prompt", "spoor> ", "-o", path, "--", "ps", "exit").stdout.decode(errors="replace")
    columns = r"^ *\d+ +(\S+) +\w+ +\d+(?:->\d+)? +" + (r"\d+ +" if " CPU " in shown else "") + r"\S+ +\d+/\d+ +(\d+)\r?$"
    wanted = sorted((name, int(n)) for name, n in re.findall(columns, shown, re.M))
    tree = Tree(path)
    mine = sorted((tree.names[key], calls) for _, kind, key, _, calls in tree.nodes if kind == "t" and tree.names[key] != "main")
    return wanted, mine, tree, shown


def check_own(tap, bare, *images):
    for elf in images:
        board = os.path.basename(os.path.dirname(elf))
        # The image runs on after ps, until it has read the next line, of which each character may wake the shell. On a busy machine that line comes
        # late, and threads run in between.
        for _ in range(4):
            wanted, mine, tree, shown = record_own(bare, elf)
            near = all(0 <= b - a <= len("exit\n") for (_, a), (_, b) in zip(wanted, mine))
            if near:
                break
        main = sum(calls for _, kind, key, _, calls in tree.nodes if kind == "t" and tree.names[key] == "main")  # it has ended
        total = int((re.search(r"^total (\d+) switches", shown, re.M) or ["", "0"])[1])
        tap.check(f"{board}: the switches to each thread are those of ps", len(wanted) >= 7 and [name for name, _ in wanted] == [name for name, _ in mine] and
                  near and total > 20, f"{wanted} {mine} {shown[-1500:]}")
        roots = [(kind, key, calls) for parent, kind, key, _, calls in tree.nodes[1:] if parent == 0]
        tap.check(f"{board}: threads and interrupts are all roots but for boot, with few levels of interrupts", sum(calls for kind, _, calls in roots if kind == "f") <= 8 and
                  0 < max(key for kind, key, _ in roots if kind == "i") <= 3, str(roots))
        under = ["r"]
        for parent, kind, *_ in tree.nodes[1:]:
            under.append(kind if parent == 0 else under[parent])
        entries = {hex(n[2]) for n in tree.nodes[1:] if n[0] and tree.nodes[n[0]][1] == "i"}
        threads = {hex(n[2]) for n, root in zip(tree.nodes, under) if root == "t" and n[1] == "f"}
        tap.check(f"{board}: interrupts don't begin in functions of threads", entries and not entries & threads, str(entries & threads))
        if board == "mps2-an385":  # elsewhere the kernel may switch again before it returns to the thread
            tap.check("mps2-an385: and their sum is", total == sum(n for _, n in wanted) + main > 0, f"{total} {wanted} {main}")
