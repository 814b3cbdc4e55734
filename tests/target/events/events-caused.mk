# SPDX-License-Identifier: BSD-2-Clause
# The kernel's events, counted by the test that causes them. A separate image, because events has no
# RAM left.
NEEDS   := ram16k
PARTS   := test
CONFIG  := TRACE_EVENTS=1
SRCS    := caused.c walk.c
TRACE   := link
TIMEOUT := 60
