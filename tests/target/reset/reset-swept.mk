# SPDX-License-Identifier: BSD-2-Clause
# An interrupt resets the machine while it records, a few instructions later each time: the rings
# must be intact after each.
PARTS   := test
CONFIG  := TRACE_EVENTS=1
SRCS    := swept.c
NEEDS   := timers sweeps ram16k resets
TIMEOUT := 120
