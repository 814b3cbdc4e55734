# SPDX-License-Identifier: BSD-2-Clause
# Every kernel service, on the target.
CORE    := 1
NEEDS   := ram16k
PARTS   := test
SRCS    := clock.c ipc.c irq.c libc.c mutex.c queue.c sem.c thread.c timer.c trace.c wake.c worker.c
TIMEOUT := 60
