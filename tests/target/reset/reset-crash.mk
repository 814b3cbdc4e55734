# SPDX-License-Identifier: BSD-2-Clause
# Must fault after a reset and before recording restarts. The saved memory must hold the records
# from before the reset.
CORE   := arch
NEEDS  := ram16k
PARTS  := test
include conf/small.mk
CONFIG += FAULT_DUMP=1
SRCS   := reset_crash.c
EXPECT := fail: fault:
DUMP   := 1
