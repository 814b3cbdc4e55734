# SPDX-License-Identifier: BSD-2-Clause
# As stream, with encoded records but without all other optional parts, and the state each 2 s.
PARTS   := test
include conf/least.mk
CONFIG  += TRACE_STREAM=1 TRACE_ENCODED=1 TRACE_STATE_SECONDS=2
SRCS    := load.c stream.c
TRACE   := link
TIMEOUT := 60
