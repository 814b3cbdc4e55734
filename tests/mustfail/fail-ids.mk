# SPDX-License-Identifier: BSD-2-Clause
# Must fail: more events than there are IDs are refused at boot, with a sentence.
NEEDS  := ram16k
PARTS  := test
CONFIG := TRACE_EVENTS=1 TRACE_IDS=40
SRCS   := queue.c
EXPECT := fail: boot: CONFIG_TRACE_IDS, 40, is too small by
