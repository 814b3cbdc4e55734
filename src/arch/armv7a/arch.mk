# SPDX-License-Identifier: BSD-2-Clause
# ARMv7-A with the generic timer: Cortex-A7, -A15, -A17, without floating point. Thumb state, because the toolchain's
# ARMv7-A libraries are Thumb only, and for smaller code. Tuned for Cortex-A7: for Cortex-A15 the compiler saves
# registers in pairs, with four instructions instead of one.
BASE     := thumb arm
CPUFLAGS := -mcpu=cortex-a15 -mtune=cortex-a7 -mfloat-abi=soft -mthumb
