# SPDX-License-Identifier: BSD-2-Clause
# Arm MPS2, its Cortex-M3, -M4 and -M7 images: 4 MB of SSRAM for code, 4 MB for data (QEMU hw/arm/mps2.c).
SHARES   := mps2
DRIVERS  := irq/nvic power/aircr serial/cmsdk timer/systick timer/cmsdk counter/fixed ethernet/lan9118
# FPGAIO COUNTER at 25 MHz (Arm DAI0385, FPGA system control; QEMU hw/misc/mps2-fpgaio.c).
CONFIG   := CYCLES_ADDRESS=0x40028018u ETHERNET_ADDRESS=0x40200000u
HAS      := ethernet bigram ram32k ram16k timers sweeps uart2 counter32 ramcode
