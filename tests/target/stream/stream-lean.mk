# SPDX-License-Identifier: BSD-2-Clause
# The same without all that the settings can leave out: sub-buffers as they are, one mode, no filters.
PARTS   := test
include conf/lean.mk
CONFIG  += TRACE_STREAM=1
SRCS    := load.c stream.c
NEEDS   := uart2
TRACE   := link
TIMEOUT := 60
