# SPDX-License-Identifier: BSD-2-Clause
# ARMv6-M: Cortex-M0, without exclusives, division or a count of leading zeros.
BASE     := cortexm thumb arm
CPUFLAGS := -mcpu=cortex-m0 -mthumb
