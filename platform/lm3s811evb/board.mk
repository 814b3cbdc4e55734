# SPDX-License-Identifier: BSD-2-Clause
# Luminary Micro Stellaris LM3S811 evaluation board: Cortex-M3, 64 KB flash, 8 KB of RAM (QEMU hw/arm/stellaris.c).
ARCH     := armv7m
QEMU     := -M lm3s811evb
DRIVERS  := irq/nvic power/aircr serial/pl011 timer/gptm counter/systick clock_tree/stellaris
# For the small RAM: less nesting, smaller stacks and buffers.
CONFIG   := CYCLES_BITS=24 CYCLES_ADDRESS=0xE000E018u CYCLES_DOWN=1 NVIC_LINES=32 \
            TRACE_DEPTH=3 TRACE_LONG_BLOCKS=1 TRACE_TRIGGERS=1 TRACE_HISTOGRAM=0 MAIN_STACK_BYTES=1136 SHELL_STACK_BYTES=1400 ISR_STACK_BYTES=640 \
            IDLE_STACK_BYTES=192 IRQ_HANDLERS=5 CONSOLE_RX_BYTES=128 CONSOLE_TX_BYTES=32 SHELL_HISTORY_BYTES=128
HAS      := timers sweeps
RUNS     := terminal histogram
