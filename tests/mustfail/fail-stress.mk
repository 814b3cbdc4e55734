# SPDX-License-Identifier: BSD-2-Clause
# Must fail: the stress test with points counted by a plain load, add and store. Proves that its
# interrupts and threads hit the increment, and that a lost count is detected.
CORE    := arch
include conf/fast-tick.mk
CONFIG  += TRACE_HISTOGRAM=1 TRACE_PLAIN_COUNT=1
PARTS   := test
SRCS    := tests/target/trace/stress.c
NEEDS   := timers ram16k
TIMEOUT := 120
EXPECT  := fail: lost_counts(&named, tally_sum(NAMED)) == 0:
