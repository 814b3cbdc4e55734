# SPDX-License-Identifier: BSD-2-Clause
# The records of masked sections.
CORE   := arch
NEEDS  := ram16k
PARTS  := test
CONFIG := TRACE_MASKED=1 TRACE_EVENTS=1
SRCS   := recorded.c tests/target/events/expect.c tests/target/events/walk.c
