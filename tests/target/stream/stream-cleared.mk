# SPDX-License-Identifier: BSD-2-Clause
# Clears during streaming: emitted = decoded + lost + cleared.
NEEDS   := ram16k
PARTS   := test
include conf/small.mk
SRCS    := cleared.c
TRACE   := link
TIMEOUT := 60
