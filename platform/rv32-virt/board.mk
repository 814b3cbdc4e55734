# SPDX-License-Identifier: BSD-2-Clause
# QEMU's generic RISC-V machine with one RV32IMAC core, a PLIC, a CLINT and a 16550 (QEMU hw/riscv/virt.c).
ARCH     := rv32
QEMU     := -M virt -cpu rv32 -bios none -m 16M -rtc clock=vm
DRIVERS  := irq/plic power/sifive_test serial/uart16550 timer/clint timer/goldfish counter/fixed
# The counter is mtime of the CLINT.
CONFIG   := CYCLES_ADDRESS=0x0200BFF8u ISR_STACK_BYTES=4096
HAS      := bigram ram32k ram16k timers sweeps counter32 ramcode
RUNS     := arch
