# SPDX-License-Identifier: BSD-2-Clause
# The shell without a console: words, commands, their output and the start script, on the target.
CONFIG  := TRACE_HISTOGRAM=1
NEEDS   := ram16k
PARTS   := test shell commands
SRCS    := capture.c lines.c coverage.c open.c system.c tbprof.c trace.c trace_watch.c
TIMEOUT := 60
