# SPDX-License-Identifier: BSD-2-Clause
# BBC micro:bit: nRF51822, Cortex-M0 at 16 MHz, 256 KB of flash, 16 KB of RAM (QEMU hw/arm/microbit.c).
ARCH     := armv6m
QEMU     := -M microbit
DRIVERS  := irq/nvic power/aircr serial/nrf51 timer/nrf51 counter/nrf51
# The counter is TIMER0 (counter/nrf51.c). For the small RAM: less nesting, smaller stacks and buffers.
CONFIG   := CYCLES_ADDRESS=0x40008540u CYCLES_CAPTURE=0x40008040u \
            TRACE_DEPTH=4 TRACE_LONG_BLOCKS=1 TRACE_TRIGGERS=2 TRACE_RING_BYTES=2048 TRACE_RING_SUBBUFS=4 TRACE_HISTOGRAM=0 MAIN_STACK_BYTES=1632 SHELL_STACK_BYTES=1392 ISR_STACK_BYTES=768 \
            IDLE_STACK_BYTES=192 IRQ_HANDLERS=8 CONSOLE_TX_BYTES=128 SHELL_HISTORY_BYTES=128 CONSOLE_RX_BYTES=128
HAS      := timers sweeps ram16k
RUNS     := arch witness-small
