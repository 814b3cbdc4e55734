# SPDX-License-Identifier: BSD-2-Clause
# Arm Versatile Express with a CoreTile of four Cortex-A9, floating point and NEON (QEMU hw/arm/vexpress.c).
ARCH     := armv7a
CPUFLAGS := -mcpu=cortex-a9 -mtune=cortex-a7 -mthumb -mfpu=neon -mfloat-abi=hard
QEMU     := -M vexpress-a9 -smp 4 -m 128M -nic none
DRIVERS  := irq/gicv2 power/vexpress serial/pl011 timer/a9 counter/a9
# The counter is the low word of the global timer.
CONFIG   := CPUS=4 ISR_STACK_BYTES=8192 CYCLES_ADDRESS=0x1E000200u
HAS      := bigram ram32k ram16k smp timers sweeps uart2 fpu
