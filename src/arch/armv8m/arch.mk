# SPDX-License-Identifier: BSD-2-Clause
# ARMv8-M Mainline, Secure state: Cortex-M33, -M55. Without floating point; a board's CPUFLAGS add it.
BASE     := armv7m cortexm thumb arm
CPUFLAGS := -mcpu=cortex-m33+nodsp -mthumb -mfloat-abi=soft
