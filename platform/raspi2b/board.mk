# SPDX-License-Identifier: BSD-2-Clause
# Raspberry Pi 2 Model B: BCM2836 with four Cortex-A7, floating point and NEON, no GIC (QEMU hw/arm/raspi.c).
ARCH     := armv7a
# Compiled for Cortex-A15, which has the same instructions, so that objects are shared with vexpress-a15.
CPUFLAGS := -mcpu=cortex-a15 -mtune=cortex-a7 -mthumb -mfpu=neon-vfpv4 -mfloat-abi=hard
QEMU     := -M raspi2b
DRIVERS  := irq/levels irq/bcm2836 power/bcm2835 serial/pl011 timer/generic counter/generic
CONFIG   := CPUS=4 ISR_STACK_BYTES=8192
HAS      := bigram ram32k ram16k smp timers sweeps fpu
