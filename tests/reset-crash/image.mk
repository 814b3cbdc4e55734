# SPDX-License-Identifier: BSD-2-Clause
# Must fault, after a reset and before recording begins: the memory saved then holds what the life before recorded.
PARTS  := test
CONF   := crash
SRCS   := crash.c
EXPECT := fail: fault:
SAVED  := 1
