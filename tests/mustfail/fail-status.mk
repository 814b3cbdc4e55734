# SPDX-License-Identifier: BSD-2-Clause
# Must fail: proves that the exit status counts, whatever was printed.
SRCS   := status.c
EXPECT := fail: exit status 3
