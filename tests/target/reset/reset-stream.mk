# SPDX-License-Identifier: BSD-2-Clause
# Streaming from boot across resets: the records from before each reset are sent first, as a
# separate recording.
NEEDS   := ram16k
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_STREAM=1
SRCS    := recordings.c
TRACE   := link
TIMEOUT := 60
