# SPDX-License-Identifier: BSD-2-Clause
# The load of `witness` without the profiler: its functions must execute the same instructions.
CORE    := arch
PARTS   := test
CONFIG  := TRACE=0
SRCS    := witness.c visits.c calls.c work.c
TIMEOUT := 60
