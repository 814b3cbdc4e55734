# SPDX-License-Identifier: BSD-2-Clause
# The tests of smp with CPUs that really run in parallel.
CORE     := arch
PARTS    := test
CONFIG   := TRACE_HISTOGRAM=1
NEEDS    := smp timers
SRCS     := clock.c counting.c cpus.c errno.c pinned.c refresh.c serial.c sync.c threads.c
RUN_MODE := real
TIMEOUT  := 120
