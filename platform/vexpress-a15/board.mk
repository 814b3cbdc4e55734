# SPDX-License-Identifier: BSD-2-Clause
# Arm Versatile Express with a CoreTile of four Cortex-A15, floating point and NEON (QEMU hw/arm/vexpress.c).
ARCH     := armv7a
CPUFLAGS := -mcpu=cortex-a15 -mtune=cortex-a7 -mthumb -mfpu=neon-vfpv4 -mfloat-abi=hard
QEMU     := -M vexpress-a15 -smp 4 -m 128M -nic none
DRIVERS  := irq/gicv2 power/vexpress serial/pl011 timer/generic counter/generic
CONFIG   := CPUS=4 ISR_STACK_BYTES=8192
HAS      := bigram ram32k ram16k smp timers sweeps uart2 fpu
