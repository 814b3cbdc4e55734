# SPDX-License-Identifier: BSD-2-Clause
# Streaming from boot over resets: the records from before each come first, as a recording of their own.
NEEDS   := ram16k
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_STREAM=1
SRCS    := recordings.c
TRACE   := link
TIMEOUT := 60
