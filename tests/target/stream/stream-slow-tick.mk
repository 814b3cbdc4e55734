# SPDX-License-Identifier: BSD-2-Clause
# Ticks more than 2^22 cycles apart: the times of records must still be right.
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_STREAM=1 TICK_HZ=2 TRACE_RING_BYTES=8192
SRCS    := slow_tick.c
NEEDS   := ram32k counter32 slowtick
TRACE   := link
TIMEOUT := 120
