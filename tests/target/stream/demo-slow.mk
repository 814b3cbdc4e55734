# SPDX-License-Identifier: BSD-2-Clause
# demo-stream, whose filter takes 1000 instructions more, 5 %: a release that became slower (tests/host/tool/fleet.check).
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_STREAM=1 DEMO_SLOWER=1000
SRCS    := aggregates.c src/apps/demo/*.c !src/apps/demo/main.c
NEEDS   := ram32k counter32
TIMEOUT := 60
