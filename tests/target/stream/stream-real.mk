# SPDX-License-Identifier: BSD-2-Clause
# CPUs that really run in parallel wake each other's threads while everything is streamed.
CORE     := arch
PARTS    := test
CONFIG   := TRACE_EVENTS=1 TRACE_STREAM=1 TRACE_RING_BYTES=262144
SRCS     := wakes.c
NEEDS    := smp
RUN_MODE := real
TRACE    := link
TIMEOUT  := 120
