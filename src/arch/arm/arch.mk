# SPDX-License-Identifier: BSD-2-Clause
# Common to all 32-bit Arm cores: toolchain, emulator, C library.
CROSS    := arm-none-eabi-
EMULATOR := qemu-system-arm
LIBC     := newlib
PACKAGES := arm
CFLAGS   := -mno-unaligned-access
FUNCTION_NAMES := -mpoke-function-name
HAS      := names
