# SPDX-License-Identifier: BSD-2-Clause
# ARMv5TE in ARM state: ARM926EJ-S. One CPU, no exclusives, no stack unwinding. Faults, contexts and boot are shared
# with ARMv7-A.
BASE     := armv7a arm
CPUFLAGS := -mcpu=arm926ej-s -marm -mfloat-abi=soft
HAS      := patchable
FUNCTION_ROOM := -fpatchable-function-entry=3,2
