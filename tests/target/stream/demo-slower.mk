# SPDX-License-Identifier: BSD-2-Clause
# demo-stream with one more instruction in its filter: `spoor diff` must find it.
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_STREAM=1 DEMO_SLOWER=1
SRCS    := aggregates.c src/apps/demo/*.c !src/apps/demo/main.c
NEEDS   := ram32k counter32
TIMEOUT := 60
