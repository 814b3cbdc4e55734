# SPDX-License-Identifier: BSD-2-Clause
# Must fault. crash.check reads the rings from the memory that the fault handler saved.
NEEDS  := ram16k
CORE   := arch
PARTS  := test
include conf/small.mk
CONFIG += FAULT_DUMP=1
SRCS   := crash.c
EXPECT := fail: fault:
DUMP   := 1
