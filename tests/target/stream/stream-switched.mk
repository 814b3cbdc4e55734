# SPDX-License-Identifier: BSD-2-Clause
# Stacks of switches, streamed: they must say why the thread left, and lead the host's profile of waits.
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_STREAM=1 TRACE_STACKS=1
SRCS    := switched.c
NEEDS   := stacks ram32k
TRACE   := link
TIMEOUT := 60
