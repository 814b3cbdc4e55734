# SPDX-License-Identifier: BSD-2-Clause
# The load of `witness` for boards with 8 or 16 KB of RAM, without events and functions.
PARTS   := test
CONFIG  := TRACE_SAMPLES=1 TRACE_SAMPLE_TABLE=12
SRCS    := witness.c visits.c calls.c freeze.c work.c
TIMEOUT := 60
