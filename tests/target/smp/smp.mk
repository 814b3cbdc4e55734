# SPDX-License-Identifier: BSD-2-Clause
# Several CPUs: scheduling, exclusion, counting, the clock. Deterministic: the emulator runs the
# CPUs in turn. Uses the demo's settings, to share its objects.
CORE    := 1
PARTS   := test
CONFIG  := TRACE_HISTOGRAM=1
NEEDS   := smp timers
SRCS    := clock.c counting.c cpus.c errno.c pinned.c serial.c sync.c threads.c
TIMEOUT := 120
