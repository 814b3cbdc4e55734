# SPDX-License-Identifier: BSD-2-Clause
# A known load, streamed: what was emitted is counted and printed, to be compared with what a host decodes.
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_STREAM=1
SRCS    := stream.c
TRACE   := link
TIMEOUT := 60
