# SPDX-License-Identifier: BSD-2-Clause
# ARMv7E-M: Cortex-M4 with single-precision floating point, passed in registers. Boards with a Cortex-M7 set CPUFLAGS.
BASE     := armv7m cortexm thumb arm
CPUFLAGS := -mcpu=cortex-m4 -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=hard
