# SPDX-License-Identifier: BSD-2-Clause
# Raspberry Pi Pico: RP2040, one of its two Cortex-M0+ at 125 MHz, 2 MB of flash, 264 KB of RAM (npm's rp2040js).
ARCH     := armv6m
EMULATOR := scripts/rp2040.js
TOOLS    := rp2040js
DRIVERS  := irq/nvic power/aircr serial/pl011 timer/rp2040 counter/systick clock_tree/rp2040
# SysTick is the cycle counter.
CONFIG   := CYCLES_BITS=24 CYCLES_ADDRESS=0xE000E018u CYCLES_DOWN=1
HAS      := bigram ram32k ram16k timers uart2
RUNS     := hello stream bench bench-events
