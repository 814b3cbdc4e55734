# SPDX-License-Identifier: BSD-2-Clause
# Must fault: the contents of the rings are read from the memory that the fault handler saved.
NEEDS  := ram16k
PARTS  := test
CONFIG := TRACE_EVENTS=1 TRACE_RING_BYTES=1792 TRACE_RING_SUBBUFS=4 TRACE_IDS=72 FAULT_DUMP=1
SRCS   := crash.c
EXPECT := fail: fault:
DUMP   := 1
