# SPDX-License-Identifier: BSD-2-Clause
# The example of docs/events.md, streamed and decoded.
CORE     := arch
NEEDS  := ram16k
PARTS  := test
CONFIG := TRACE_EVENTS=1
SRCS   := guide.c
TRACE  := link
