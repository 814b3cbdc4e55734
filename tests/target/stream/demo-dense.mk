# SPDX-License-Identifier: BSD-2-Clause
# As demo-stream, with the dense encoding: the decoded records must agree with the statistics that the target
# keeps of the same visits.
CORE    := arch
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_STREAM=1 TRACE_DENSE=1
SRCS    := aggregates.c src/apps/demo/*.c !src/apps/demo/main.c
TRACE   := link
NEEDS   := ram32k
TIMEOUT := 60
