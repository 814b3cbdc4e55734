# SPDX-License-Identifier: BSD-2-Clause
# The load of stream, with sub-buffers sent uncompressed.
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_STREAM=1 TRACE_RAW=1
SRCS    := load.c stream.c
NEEDS   := uart2
TRACE   := link
TIMEOUT := 60
