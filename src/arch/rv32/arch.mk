# SPDX-License-Identifier: BSD-2-Clause
# RISC-V RV32IMAC in machine mode, one CPU; its tools and its C library. The older ISA specification, whose base has the
# instructions for CSRs: the libraries' folders are named so. Tables to unwind by are exact at each instruction.
CROSS    := riscv64-unknown-elf-
EMULATOR := qemu-system-riscv32
LIBC     := picolibc
PACKAGES := riscv
CPUFLAGS := -march=rv32imac -misa-spec=2.2 -mabi=ilp32
HAS      := stacks masksweep
CFLAGS   := -fasynchronous-unwind-tables
LDFLAGS  := -Wl,--defsym=__global_pointer$=data_start+0x800
