# SPDX-License-Identifier: BSD-2-Clause
# QEMU's generic Arm machine with four Cortex-A15, a GICv2 and a PL011 (QEMU hw/arm/virt.c).
ARCH     := armv7a
QEMU     := -M virt,gic-version=2 -cpu cortex-a15 -smp 4 -m 128M -nic none
DRIVERS  := irq/gicv2 power/psci serial/pl011 timer/generic counter/generic
CONFIG   := CPUS=4 ISR_STACK_BYTES=8192
HAS      := bigram ram32k smp timers sweeps ram16k
RUNS     := arch
