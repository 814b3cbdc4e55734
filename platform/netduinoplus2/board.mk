# SPDX-License-Identifier: BSD-2-Clause
# Netduino Plus 2: STM32F405, Cortex-M4 with floating point, 1 MB of flash, 128 KB of RAM (QEMU hw/arm/netduinoplus2.c).
ARCH     := armv7em
QEMU     := -M netduinoplus2
DRIVERS  := irq/nvic power/aircr serial/stm32 timer/systick counter/stm32
# The counter is CNT of TIM2, which has 32 bits. QEMU's timers don't interrupt in time, so there is no spare timer.
# SysTick has 24 bits at 168 MHz.
CONFIG   := CYCLES_ADDRESS=0x40000024u NVIC_LINES=96
LACKS    := slowtick
HAS      := ram32k ram16k uart2 counter32 fpu
