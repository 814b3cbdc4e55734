# SPDX-License-Identifier: BSD-2-Clause
# Must fault: what the rings held by then is read from the memory that the fault handler saved.
PARTS  := test
CONF   := crash
SRCS   := crash.c
EXPECT := fail: fault:
SAVED  := 1
