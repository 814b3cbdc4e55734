# SPDX-License-Identifier: BSD-2-Clause
# Arm MPS2 with the AN385 image: Cortex-M3, 4 MB of SSRAM for code, 4 MB for data (QEMU hw/arm/mps2.c).
ARCH     := armv7m
QEMU     := -M mps2-an385
DRIVERS  := irq/nvic serial/cmsdk timer/systick timer/cmsdk counter/fixed
# FPGAIO COUNTER at 25 MHz (Arm DAI0385, FPGA system control; QEMU hw/misc/mps2-fpgaio.c).
CONFIG   := CYCLES_ADDRESS=0x40028018u
HAS      := bigram ram32k timers uart2 counter32
