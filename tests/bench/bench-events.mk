# SPDX-License-Identifier: BSD-2-Clause
# The cost of events, in instructions and bytes.
CORE    := arch
NEEDS   := ram16k
PARTS   := test
CONFIG  := TRACE_EVENTS=1
SRCS    := events.c kernel_events.c
TIMEOUT := 60
