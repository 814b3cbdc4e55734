# SPDX-License-Identifier: BSD-2-Clause
# The same without all that the settings can leave out: sub-buffers as they are, one mode, no filters.
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_STREAM=1 TRACE_ENCODED=0 TRACE_RING_MODES=0 TRACE_SURVIVORS=0 TRACE_FILTERS=0 \
           TRACE_VISITS=0 TRACE_COSTS=0 TRACE_DATA=0
SRCS    := load.c stream.c
NEEDS   := uart2
TRACE   := link
TIMEOUT := 60
