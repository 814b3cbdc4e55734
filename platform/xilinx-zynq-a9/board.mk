# SPDX-License-Identifier: BSD-2-Clause
# Xilinx Zynq-7000, Cortex-A9 (QEMU hw/arm/xilinx_zynq.c).
ARCH     := armv7a
CPUFLAGS := -mcpu=cortex-a9 -mtune=cortex-a7 -mthumb -mfloat-abi=soft
QEMU     := -M xilinx-zynq-a9 -m 128M -nic none
DRIVERS  := irq/gicv2 power/zynq serial/cadence timer/a9 counter/a9
# The counter is the low word of the global timer.
CONFIG   := ISR_STACK_BYTES=8192 CYCLES_ADDRESS=0xF8F00200u
HAS      := bigram ram32k ram16k timers sweeps uart2
