# SPDX-License-Identifier: BSD-2-Clause
# Like crash, with rings whose memory the program chose: crash.check finds the records there.
NEEDS  := ram32k
PARTS  := test
include conf/small.mk
CONFIG += FAULT_DUMP=1 TRACE_RING_MEMORY=16
SRCS   := crash.c
EXPECT := fail: fault:
DUMP   := 1
