# SPDX-License-Identifier: BSD-2-Clause
# Arm MPS2 with the AN386 image: Cortex-M4 with floating point.
include platform/mps2/family.mk
ARCH     := armv7em
QEMU     := -M mps2-an386
HAS      += fpu
