# SPDX-License-Identifier: BSD-2-Clause
# A known load, streamed. The emitted records are counted and printed, to be compared with the
# decoded ones.
CORE    := arch
NEEDS   := ram16k
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_STREAM=1
SRCS    := load.c stream.c
TRACE   := link
TIMEOUT := 60
