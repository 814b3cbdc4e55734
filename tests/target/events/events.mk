# SPDX-License-Identifier: BSD-2-Clause
# Event rings, services, filters and the kernel's events, on the target.
CORE    := arch
NEEDS   := ram16k
PARTS   := test
CONFIG  := TRACE_EVENTS=1
SRCS    := account.c expect.c filters.c kernel.c late.c ring.c walk.c
TIMEOUT := 60
