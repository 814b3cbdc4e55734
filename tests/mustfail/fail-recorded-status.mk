# SPDX-License-Identifier: BSD-2-Clause
# Must fail: a nonzero exit status of an image with events, for tests/host/tool/record.check.
CONFIG := TRACE_EVENTS=1 TRACE_STREAM=1
SRCS   := status.c
NEEDS  := ram32k
EXPECT := fail: exit status 3
