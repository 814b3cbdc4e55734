# SPDX-License-Identifier: BSD-2-Clause
# Several CPUs: scheduling, exclusion, counting, the clock; exact, with the CPUs taking turns in the emulator.
CORE    := 1
PARTS   := test
NEEDS   := smp timers
SRCS    := clock.c counting.c cpus.c errno.c pinned.c serial.c sync.c threads.c
TIMEOUT := 120
