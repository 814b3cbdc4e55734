# SPDX-License-Identifier: BSD-2-Clause
# RISC-V RV32IMAC in machine mode, one CPU; its tools and its C library. The older ISA specification is selected
# because the toolchain's library folders are named after it; its base includes the CSR instructions. Unwind tables
# are exact at every instruction.
CROSS    := riscv64-unknown-elf-
EMULATOR := qemu-system-riscv32
LIBC     := picolibc
PACKAGES := riscv
CPUFLAGS := -march=rv32imac -misa-spec=2.2 -mabi=ilp32
HAS      := stacks masksweep patchable
CFLAGS   := -fasynchronous-unwind-tables
FUNCTION_ROOM := -fpatchable-function-entry=5,4
