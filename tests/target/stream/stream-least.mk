# SPDX-License-Identifier: BSD-2-Clause
# The smallest recorder: without all optional parts, in a program that only records and streams.
PARTS   := test
include conf/least.mk
CONFIG  += TRACE_STREAM=1
SRCS    := least.c
NEEDS   := uart2
TRACE   := link
TIMEOUT := 60
