# SPDX-License-Identifier: BSD-2-Clause
# Samples and their stacks, streamed: the host's profile must have the counts of the target's table.
CORE    := arch
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_STREAM=1 TRACE_SAMPLES=1 TRACE_STACKS=1 TRACE_RING_BYTES=8192
SRCS    := stream.c work.c
NEEDS   := stacks ram32k timers
TRACE   := link
TIMEOUT := 60
