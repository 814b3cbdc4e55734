# SPDX-License-Identifier: BSD-2-Clause
# Arm MPS2 with a subsystem for embedded (SSE) of Cortex-M33: 4 MB of SSRAM for code, 4 MB for data (QEMU hw/arm/mps2-tz.c).
SHARES   := mps2-sse
ARCH     := armv8m
DRIVERS  := irq/nvic power/aircr serial/cmsdk timer/systick timer/cmsdk counter/fixed
# FPGAIO COUNTER at 20 MHz, secure alias (Arm DAI0505, FPGA system control; QEMU hw/misc/mps2-fpgaio.c).
CONFIG   := CYCLES_ADDRESS=0x50302018u NVIC_LINES=128
HAS      := bigram ram32k ram16k timers sweeps uart2 counter32 limits ramcode
