# SPDX-License-Identifier: BSD-2-Clause
"""What tests of packages share: making a package twice, and a product that was built with one, in QEMU."""
import hashlib
import os
import re
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, "../.."))
LOOP = os.path.join(ROOT, "tests/dist/loop")
sys.path[:0] = [os.path.join(ROOT, "tests/dist"), os.path.join(ROOT, "scripts")]
from product import Running, check_stream, emitted, numbers, run, table  # noqa: E402,F401


def version():
    with open(os.path.join(ROOT, "include/spoor/util/version.h"), encoding="utf-8") as f:
        return re.search(r'SPOOR_VERSION "(.*)"', f.read())[1]


def digests(folder):
    found = {}
    for at, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(at, name), "rb") as f:
                found[os.path.relpath(os.path.join(at, name), folder)] = hashlib.sha256(f.read()).hexdigest()
    return found


def check_made(tap, kind, packages, folder):
    """Make the package, and once more in another folder with another umask. @return the folder of the package, or None"""
    made, again = os.path.join(os.path.abspath(packages), kind), os.path.join(os.path.abspath(folder), "again")
    shutil.rmtree(made, ignore_errors=True)
    shutil.rmtree(again, ignore_errors=True)
    done = [run("bash", "-c", f"umask {mask}; scripts/packages '{there}' {kind}", cwd=ROOT) for mask, there in (("022", os.path.dirname(made)), ("027", again))]
    first, second = (digests(there) if os.path.isdir(there) else {} for there in (made, os.path.join(again, kind)))
    tap.check(f"{kind}: the package is made, and a second run makes the same bytes", not any(d.returncode for d in done) and first and first == second,
              f"{done[0].stdout}\n{done[1].stdout}\n{first}\n{second}")
    return made if done[0].returncode == 0 else None


def check_runs(tap, name, tool, elf, folder, blocks=("seen", "unseen", "loop")):
    """Check that the product of tests/dist/loop counts what happens in it, with these blocks, and that its stream is complete."""
    trace = os.path.join(folder, "loop.trace")
    if not os.path.exists(elf):
        tap.check(f"{name}: the product runs", False, f"no {elf}")
        return
    product = Running(elf, trace)
    hello = product.hello
    product.answer("trace_stream on")
    product.wait(0.2)
    product.answer("quiet")
    product.answer("trace_stream off")
    own, points, visits = numbers(product.answer("counts")), table(product.answer("trace_points -s")), table(product.answer("trace_blocks -s"))
    product.end()
    expected = {"seen_point": own.get("seen"), "unseen_point": own.get("unseen"), "turns": own.get("loops")}
    tap.check(f"{name}: the product starts and its points count the visits", hello.startswith("spoor: ok") and points == expected and min(points.values()) > 0,
              f"{hello} {points} {expected}")
    expected = {f"{block}_block": own.get({"loop": "loops"}.get(block, block)) for block in blocks}
    tap.check(f"{name}: its blocks count the visits", visits == expected and min(visits.values()) > 0, f"{visits} {expected}")
    good, said = check_stream(tool, elf, trace)
    tap.check(f"{name}: its stream is complete", good and said.rstrip().endswith("consistent") and emitted(said).get("sample", 0) > 100, said)


def compile_loop(folder, sources, includes, flags, script):
    """
    Compile the product of tests/dist/loop with what a package names, as an IDE does. `script` is the flags that link with spoor.ld.

    @return (the program, output); the program doesn't exist after a failure
    """
    elf = os.path.join(folder, "loop.elf")
    if os.path.exists(elf):
        os.remove(elf)
    done = run("arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb", "-O2", "-g", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-ffunction-sections", "-fdata-sections",
               "-DLINK=spoor_link_uart", f"-I{LOOP}", *(f"-I{path}" for path in includes), *flags, *(os.path.join(LOOP, f"{name}.c") for name in ("main", "product", "startup")),
               *sources, *script, f"-T{LOOP}/vendor.ld", "-nostartfiles", "--specs=nano.specs", "--specs=nosys.specs", "-Wl,--gc-sections", "-o", elf)
    return elf, done.stdout
