# SPDX-License-Identifier: BSD-2-Clause
# The rounds of bench-ipc, streamed with the dense encoding.
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_RING_BYTES=8192 TRACE_DENSE=1
SRCS    := ipc.c
NEEDS   := ram32k
TIMEOUT := 120
