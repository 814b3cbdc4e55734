# SPDX-License-Identifier: BSD-2-Clause
# Names and the wall clock in the stream.
NEEDS   := ram16k
PARTS   := test
CONFIG  := TRACE_EVENTS=1
SRCS    := named.c
TRACE   := link
TIMEOUT := 60
