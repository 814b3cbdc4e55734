# SPDX-License-Identifier: BSD-2-Clause
# tests/reset-stream without streaming from boot: what a reset left is dumped ahead of it.
PARTS   := test
CONF    := events
SRCS    := ../reset-stream/recordings.c
TRACE   := link
TIMEOUT := 60
