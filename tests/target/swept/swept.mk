# SPDX-License-Identifier: BSD-2-Clause
# Each operation of the profiler, interrupted at each of its instructions by each other operation,
# on each architecture.
CORE    := arch
PARTS   := test
CONFIG  := TRACE_EVENTS=1
SRCS    := shots.c swept.c services.c filters.c tests/target/events/walk.c
NEEDS   := timers sweeps ram16k
TIMEOUT := 200
