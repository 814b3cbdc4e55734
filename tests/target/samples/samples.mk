# SPDX-License-Identifier: BSD-2-Clause
# Samples: the shares of a program whose shares are known.
CORE    := arch
NEEDS   := stacks ram16k timers
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_SAMPLES=1 TRACE_RING_BYTES=1792 TRACE_RING_SUBBUFS=4 TRACE_IDS=72
SRCS    := shares.c work.c
TIMEOUT := 60
