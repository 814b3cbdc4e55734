# SPDX-License-Identifier: BSD-2-Clause
# Luminary Micro Stellaris LM3S6965 evaluation board: Cortex-M3, 256 KB flash, 64 KB RAM (QEMU hw/arm/stellaris.c).
ARCH     := armv7m
QEMU     := -M lm3s6965evb
DRIVERS  := irq/nvic power/aircr serial/pl011 timer/gptm counter/systick clock_tree/stellaris
CONFIG   := CYCLES_BITS=24 CYCLES_ADDRESS=0xE000E018u CYCLES_DOWN=1
HAS      := ram32k timers sweeps uart2 ram16k
RUNS     := demo-events demo-stream bench bench-events bench-functions bench-wall
