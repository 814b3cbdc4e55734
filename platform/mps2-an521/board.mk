# SPDX-License-Identifier: BSD-2-Clause
# Arm MPS2+ with the AN521 image: two Cortex-M33. The first has neither floating point nor DSP.
include platform/mps2-sse/family.mk
QEMU     := -M mps2-an521
