# SPDX-License-Identifier: BSD-2-Clause
# Must fail: proves that more events than IDs are refused at boot with a message.
NEEDS  := ram16k
PARTS  := test
CONFIG := TRACE_EVENTS=1 TRACE_IDS=40
SRCS   := queue.c
EXPECT := fail: boot: CONFIG_TRACE_IDS, 40, is too small by
