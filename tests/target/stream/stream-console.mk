# SPDX-License-Identifier: BSD-2-Clause
# The load of stream, streamed within the console's text on all boards.
NEEDS   := ram16k
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_STREAM=1 TRACE_STREAM_CONSOLE=1
SRCS    := load.c stream.c
TRACE   := console
TIMEOUT := 60
