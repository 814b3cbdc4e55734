# SPDX-License-Identifier: BSD-2-Clause
# As stream-slow-tick, on several CPUs.
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_STREAM=1 TICK_HZ=2 TRACE_RING_BYTES=8192
SRCS    := slow_tick.c
NEEDS   := smp
TRACE   := link
TIMEOUT := 120
