# SPDX-License-Identifier: BSD-2-Clause
# Arm Musca-B1: Cortex-M33, 512 KB of SRAM (QEMU hw/arm/musca.c).
ARCH     := armv8m
QEMU     := -M musca-b1
# The second one sleeps.
CORES    := 2
DRIVERS  := irq/nvic power/aircr serial/pl011 timer/cmsdk counter/systick
CONFIG   := CYCLES_BITS=24 CYCLES_ADDRESS=0xE000E018u CYCLES_DOWN=1 NVIC_LINES=128
HAS      := bigram ram32k ram16k timers sweeps uart2 limits
