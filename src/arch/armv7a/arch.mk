# SPDX-License-Identifier: BSD-2-Clause
# ARMv7-A with the generic timer: Cortex-A7, -A15, -A17, without floating point. Thumb, because the
# toolchain has its libraries for ARMv7-A in Thumb only, and for the smaller code. Scheduled for Cortex-A7: for
# -A15 the compiler saves registers by pairs, four instructions in place of one.
BASE     := thumb arm
CPUFLAGS := -mcpu=cortex-a15 -mtune=cortex-a7 -mfloat-abi=soft -mthumb
