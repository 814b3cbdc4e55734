# SPDX-License-Identifier: BSD-2-Clause
# Rings that get their memory at start-up, and the tests of the ring with it.
CORE    := arch
NEEDS   := ram32k
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_RING_BYTES=2048 TRACE_RING_SUBBUFS=8 TRACE_RING_MEMORY=16
SRCS    := memory.c expect.c ring.c walk.c
TIMEOUT := 60
