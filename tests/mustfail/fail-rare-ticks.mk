# SPDX-License-Identifier: BSD-2-Clause
# Must fail: proves that rare ticks are refused at boot without the setting for them.
NEEDS  := ram16k counter32 slowtick
PARTS  := test
CONFIG := TRACE_EVENTS=1 TRACE_RARE_TICKS=0 TICK_HZ=2
SRCS   := queue.c
EXPECT := fail: boot: ticks are more than 2^20 cycles apart
