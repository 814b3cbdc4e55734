# SPDX-License-Identifier: BSD-2-Clause
"""
Exceptions in the middle of a block, in the results of `spoor record --bare`: programs whose instructions fault, and are passed over by the handler. Each
instruction must be counted as often as QEMU logs it.
"""
from emulated import counts_of, lines_of, log_of, run

# Of 100 rounds, each faults in an access between instructions that can't, and what follows the access counts the rounds.
A64 = """
.globl _start
_start: mov x0, #0x40200000
    mov sp, x0
    adr x0, vectors
    msr vbar_el1, x0
    mov x1, #0x20000000000
    mov w3, #100
again: add x4, x4, #1
    eor x5, x5, x4
    ldr x2, [x1]
    add x6, x6, #1
    ldr x2, [x1, #8]
    lsl x7, x6, #3
    subs w3, w3, #1
    b.ne again
    mov w0, #0x18
    ldr x1, =0x20026
    stp x1, xzr, [sp, #-16]!
    mov x1, sp
    hlt #0xf000
.balign 2048
vectors: .skip 0x200
    mrs x9, elr_el1
    add x9, x9, #4
    msr elr_el1, x9
    eret
"""
RV64 = """
.globl _start
_start: la t0, handler
    csrw mtvec, t0
    li t1, 0x4000000000
    li t2, 100
again: addi a1, a1, 1
    xor a2, a2, a1
    .option norvc
    ld a3, 0(t1)
    .option rvc
    add a4, a4, a1
    .option norvc
    ld a3, 8(t1)
    .option rvc
    mul a5, a4, a1
    addi t2, t2, -1
    bnez t2, again
    li t0, 0x100000
    li t1, 0x5555
    sw t1, 0(t0)
1: j 1b
.balign 4
handler: csrr t3, mepc
    addi t3, t3, 4
    csrw mepc, t3
    mret
"""
THUMB = """
.syntax unified
.thumb
.section .vectors, "a"
.word 0x20001000, _start + 1, 0, fault + 1
.text
.globl _start
.type _start, %function
_start: ldr r0, =0xe000ed14
    ldr r1, [r0]
    orr r1, r1, #16
    str r1, [r0]
    dsb
    mov.w r6, #0xa0000000
    movs r7, #100
    movs r5, #0
again: adds r4, r4, #1
    eor.w r3, r3, r4
    ldr.w r2, [r6]
    adds r3, r3, #1
    sdiv r2, r4, r5
    mul r3, r3, r4
    subs r7, r7, #1
    bne again
    movs r0, #0x18
    ldr r1, =0x20026
    bkpt 0xab
.type fault, %function
fault: ldr r0, [sp, #24]
    adds r0, r0, #4
    str r0, [sp, #24]
    bx lr
"""
PROGRAMS = {
    "A64": (A64, ["clang", "--target=aarch64-none-elf", "-fuse-ld=lld", "-Wl,-Ttext=0x40080000"], "qemu-system-aarch64 -M virt -cpu cortex-a53 -nic none"),
    "RV64": (RV64, ["riscv64-unknown-elf-gcc", "-march=rv64imac_zicsr", "-mabi=lp64", "-Wl,--no-relax", "-Wl,-Ttext=0x80000000"], "qemu-system-riscv64 -M virt -bios none"),
    "Thumb": (THUMB, ["arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb", "-Wl,--section-start=.vectors=0", "-Wl,-Ttext=0x100"], "qemu-system-arm -M mps2-an385"),
}
ROUNDS, FAULTS = 100, 2


def check(tap, bare):
    for name, (text, compiler, qemu) in PROGRAMS.items():
        elf, source = bare.path(f"traps-{name}.elf"), bare.write(f"traps-{name}.S", text)
        run(*compiler, "-nostdlib", "-static", "-g", "-o", elf, source)
        wanted = counts_of(log_of(bare, elf, "exec,nochain", qemu))
        mine = {int(a, 16): int(n) for a, n in lines_of(bare.record(elf, "traps.bare", board=qemu), "i")}
        wrong = {hex(a): (wanted[a], mine.get(a)) for a in wanted | mine if wanted[a] != mine.get(a, 0)}
        faulted = sum(n == ROUNDS * FAULTS for n in wanted.values())
        tap.check(f"{name}: with faults within blocks, each instruction is counted as often as QEMU logs it", faulted == 4 and not wrong, f"{faulted} {wrong}")
