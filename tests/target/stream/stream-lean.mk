# SPDX-License-Identifier: BSD-2-Clause
# As stream, without all optional parts: uncompressed sub-buffers, one ring mode, no filters, one client.
PARTS   := test
include conf/least.mk
CONFIG  += TRACE_STREAM=1
SRCS    := load.c stream.c
NEEDS   := uart2
TRACE   := link
TIMEOUT := 60
