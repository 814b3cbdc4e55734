# SPDX-License-Identifier: BSD-2-Clause
# ARMv6-M: Cortex-M0, which has no exclusives, no division and no count-leading-zeros.
BASE     := cortexm thumb arm
CPUFLAGS := -mcpu=cortex-m0 -mthumb
