# SPDX-License-Identifier: BSD-2-Clause
# ARMv7E-M: Cortex-M4 with floating point in single precision, passed in its registers; -M7 by a board's CPUFLAGS, which take the place of these.
BASE     := armv7m cortexm thumb arm
CPUFLAGS := -mcpu=cortex-m4 -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=hard
