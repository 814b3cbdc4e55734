# SPDX-License-Identifier: BSD-2-Clause
# ARMv8-M Mainline in Secure state: Cortex-M33 and -M55, without floating point. A board's CPUFLAGS add it.
BASE     := armv7m cortexm thumb arm
CPUFLAGS := -mcpu=cortex-m33+nodsp -mthumb -mfloat-abi=soft
