# SPDX-License-Identifier: BSD-2-Clause
# NXP i.MX6UL evaluation kit: Cortex-A7 (QEMU hw/arm/mcimx6ul-evk.c).
ARCH     := armv7a
QEMU     := -M mcimx6ul-evk -m 128M -nic none -nic none
DRIVERS  := irq/gicv2 power/imx_wdog serial/imx timer/generic counter/generic
CONFIG   := ISR_STACK_BYTES=8192
HAS      := bigram ram32k ram16k timers sweeps uart2 ramcode
# Tests for ARMv7-A with one CPU.
RUNS     := bench trace stress
