# SPDX-License-Identifier: BSD-2-Clause
# tests/reset-stream without streaming from boot: what a reset left is dumped ahead of it.
PARTS   := test
CONFIG  := TRACE_EVENTS=1
SRCS    := recordings.c
TRACE   := link
TIMEOUT := 60
