# SPDX-License-Identifier: BSD-2-Clause
# An interrupt resets the machine while it records, each time some instructions later: the rings are sound at any of them.
PARTS   := test
CONFIG  := TRACE_EVENTS=1
SRCS    := swept.c
NEEDS   := timers sweeps ram16k resets
TIMEOUT := 120
