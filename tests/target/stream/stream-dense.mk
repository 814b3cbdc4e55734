# SPDX-License-Identifier: BSD-2-Clause
# As stream, with the dense encoding.
CORE    := arch
NEEDS   := ram32k
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_STREAM=1 TRACE_DENSE=1
SRCS    := load.c stream.c
TRACE   := link
TIMEOUT := 60
