# SPDX-License-Identifier: BSD-2-Clause
# As reset-stream, but without streaming from boot: the records from before a reset are dumped
# first.
NEEDS   := ram16k
PARTS   := test
CONFIG  := TRACE_EVENTS=1
SRCS    := recordings.c
TRACE   := link
TIMEOUT := 60
