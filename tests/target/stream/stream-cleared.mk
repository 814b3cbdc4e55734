# SPDX-License-Identifier: BSD-2-Clause
# Clears while streaming: emitted = decoded + lost + cleared.
NEEDS   := ram16k
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_RING_BYTES=1792 TRACE_RING_SUBBUFS=4 TRACE_IDS=72
SRCS    := cleared.c
TRACE   := link
TIMEOUT := 60
