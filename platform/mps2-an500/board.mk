# SPDX-License-Identifier: BSD-2-Clause
# Arm MPS2 with the AN500 image: Cortex-M7 with floating point in double precision.
include platform/mps2/family.mk
ARCH     := armv7em
CPUFLAGS := -mcpu=cortex-m7 -mthumb -mfpu=fpv5-d16 -mfloat-abi=hard
CONFIG   := CYCLES_ADDRESS=0x40028018u ETHERNET_ADDRESS=0xA0000000u
QEMU     := -M mps2-an500
HAS      += fpu
RUNS     := bench bench-events bench-patched
