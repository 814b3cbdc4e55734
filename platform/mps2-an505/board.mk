# SPDX-License-Identifier: BSD-2-Clause
# Arm MPS2+ with the AN505 image: Cortex-M33 with floating point.
include platform/mps2-sse/family.mk
CPUFLAGS := -mcpu=cortex-m33 -mthumb -mfloat-abi=hard
QEMU     := -M mps2-an505
HAS      += fpu
RUNS     := bench bench-events bench-patched
