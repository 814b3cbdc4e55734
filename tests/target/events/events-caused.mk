# SPDX-License-Identifier: BSD-2-Clause
# The kernel's events, each counted by the test that causes it; apart from events for want of RAM.
NEEDS   := ram16k
PARTS   := test
CONFIG  := TRACE_EVENTS=1
SRCS    := caused.c walk.c
TRACE   := link
TIMEOUT := 60
