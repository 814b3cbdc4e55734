# SPDX-License-Identifier: BSD-2-Clause
# Records with more data than a packet has room for.
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_STREAM=1 TRACE_DATA_BYTES=4096 TRACE_RING_BYTES=16384 TRACE_RING_SUBBUFS=2
SRCS    := large.c
NEEDS   := bigram
TRACE   := link
TIMEOUT := 60
