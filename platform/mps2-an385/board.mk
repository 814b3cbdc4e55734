# SPDX-License-Identifier: BSD-2-Clause
# Arm MPS2 with the AN385 image: Cortex-M3.
include platform/mps2/family.mk
ARCH     := armv7m
QEMU     := -M mps2-an385
RUNS     := all
