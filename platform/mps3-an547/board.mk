# SPDX-License-Identifier: BSD-2-Clause
# Arm MPS3 with the AN547 image: Cortex-M55 with floating point and vectors (QEMU hw/arm/mps2-tz.c).
ARCH     := armv8m
CPUFLAGS := -mcpu=cortex-m55 -mthumb -mfloat-abi=hard
QEMU     := -M mps3-an547
DRIVERS  := irq/nvic power/aircr serial/cmsdk timer/systick timer/sse counter/fixed
# FPGAIO COUNTER at 20 MHz, secure alias (Arm DAI0547, FPGA system control; QEMU hw/misc/mps2-fpgaio.c).
CONFIG   := CYCLES_ADDRESS=0x59302018u NVIC_LINES=128
HAS      := bigram ram32k ram16k timers uart2 counter32 fpu limits
