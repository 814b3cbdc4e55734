# SPDX-License-Identifier: BSD-2-Clause
# Arm Versatile Platform Baseboard: ARM926EJ-S, a PL190 and SP804 timers (QEMU hw/arm/versatilepb.c).
ARCH     := armv5
QEMU     := -M versatilepb -m 64M -nic none
DRIVERS  := irq/levels irq/pl190 power/versatile serial/pl011 timer/sp804 counter/fixed
# The counter is SYS_24MHZ in the board's system registers (Arm DUI0225, 4.4; QEMU hw/misc/arm_sysctl.c).
CONFIG   := CYCLES_ADDRESS=0x1000005Cu ISR_STACK_BYTES=4096
HAS      := bigram ram32k ram16k timers uart2 counter32 ramcode
RUNS     := arch
