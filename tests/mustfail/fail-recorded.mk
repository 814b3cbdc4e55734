# SPDX-License-Identifier: BSD-2-Clause
# Must fail: a fault while events are streamed. tests/host/tool/record.check records it, and the
# recorder must fail too.
CORE   := arch
PARTS  := test
CONFIG := TRACE_EVENTS=1 TRACE_STREAM=1
SRCS   := fault.c
NEEDS  := ram32k
EXPECT := fail: fault:
