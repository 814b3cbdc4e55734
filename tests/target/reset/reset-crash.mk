# SPDX-License-Identifier: BSD-2-Clause
# Must fault, after a reset and before recording begins: the saved memory holds the records from before the reset.
CORE   := arch
NEEDS  := ram16k
PARTS  := test
CONFIG := TRACE_EVENTS=1 TRACE_RING_BYTES=1792 TRACE_RING_SUBBUFS=4 TRACE_IDS=72 FAULT_DUMP=1
SRCS   := reset_crash.c
EXPECT := fail: fault:
DUMP   := 1
