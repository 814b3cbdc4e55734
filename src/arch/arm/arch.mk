# SPDX-License-Identifier: BSD-2-Clause
# Common to all 32-bit Arm cores: the tools, the emulator, newlib's small variant. Compiling takes the specs as
# well: nano's headers differ from newlib's in the layout of FILE.
CROSS    := arm-none-eabi-
EMULATOR := qemu-system-arm
CFLAGS   := --specs=nano.specs -mno-unaligned-access
