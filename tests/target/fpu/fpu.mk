# SPDX-License-Identifier: BSD-2-Clause
# Floating-point registers are each thread's and each interrupt's own.
CONFIG  := TICK_HZ=10000 SLICE_TICKS=1 ISR_STACK_BYTES=4096
CORE    := 1
PARTS   := test
SRCS    := fpu.c
NEEDS   := fpu timers
TIMEOUT := 60
