# SPDX-License-Identifier: BSD-2-Clause
# Commands in an image without the parts of the events that can be left out.
PARTS   := test shell commands
CONFIG  := TRACE_EVENTS=1 TRACE_ENCODED=0 TRACE_RING_MODES=0 TRACE_SURVIVORS=0 TRACE_FILTERS=0 TRACE_VISITS=0 \
           TRACE_COSTS=0 TRACE_DATA=0
SRCS    := capture.c lean.c
NEEDS   := ram32k
TIMEOUT := 60
