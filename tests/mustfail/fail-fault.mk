# SPDX-License-Identifier: BSD-2-Clause
# Must fail: proves that a processor fault is reported and ends the run.
CORE   := arch
PARTS  := test
SRCS   := fault.c
EXPECT := fail: fault:
