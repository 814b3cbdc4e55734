# SPDX-License-Identifier: BSD-2-Clause
# ARMv7-M: Cortex-M3 and later, without floating point.
BASE     := cortexm thumb arm
CPUFLAGS := -mcpu=cortex-m3 -mthumb
