# SPDX-License-Identifier: BSD-2-Clause
# Must fail: proves that the exit status counts, not the printed results.
SRCS   := status.c
EXPECT := fail: exit status 3
