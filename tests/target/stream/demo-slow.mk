# SPDX-License-Identifier: BSD-2-Clause
# demo-stream with 1000 more instructions in its filter, about 5 %: a slower release for
# tests/host/tool/fleet.check.
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_STREAM=1 DEMO_SLOWER=1000
SRCS    := aggregates.c src/apps/demo/*.c !src/apps/demo/main.c
NEEDS   := ram32k counter32
TIMEOUT := 60
