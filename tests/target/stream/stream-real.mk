# SPDX-License-Identifier: BSD-2-Clause
# CPUs that really run at the same time wake each other's threads while all is streamed. On a busy machine the link is slow, and ticks are late,
# each of which begins a sub-buffer: few ticks, many sub-buffers.
CORE     := arch
PARTS    := test
CONFIG   := TRACE_EVENTS=1 TRACE_STREAM=1 TRACE_RING_BYTES=262144 TRACE_RING_SUBBUFS=64 TICK_HZ=100
SRCS     := wakes.c
NEEDS    := smp
RUN_MODE := real
TRACE    := link
TIMEOUT  := 120
