# SPDX-License-Identifier: BSD-2-Clause
# Must fail: the sweep of events with interrupts that don't restart interrupted sequences. Proves that
# a lost record is detected.
PARTS   := test
CONFIG  := TRACE_EVENTS=1 TRACE_RESTART_LOST=1
SRCS    := tests/target/swept/shots.c tests/target/swept/swept.c tests/target/events/walk.c
NEEDS   := restarts timers sweeps ram16k
TIMEOUT := 200
EXPECT  := fail: wrong == 0:
