# SPDX-License-Identifier: BSD-2-Clause
# Every kernel service, on the target. Uses the demo's settings, to share its objects.
CORE    := 1
NEEDS   := ram16k
PARTS   := test
CONFIG  := TRACE_HISTOGRAM=1
SRCS    := clock.c ipc.c irq.c libc.c mutex.c queue.c sem.c thread.c timer.c trace.c wake.c worker.c
TIMEOUT := 60
