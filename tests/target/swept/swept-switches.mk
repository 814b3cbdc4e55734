# SPDX-License-Identifier: BSD-2-Clause
# Messages by the short path, interrupted at each of their instructions by a thread that is woken.
PARTS   := test
CONFIG  := TRACE_EVENTS=1
SRCS    := shots.c switches.c tests/target/events/walk.c
NEEDS   := timers sweeps ram16k
TIMEOUT := 100
