# SPDX-License-Identifier: BSD-2-Clause
# The image functions-swept, traced by first instructions.
PARTS     := test
include conf/functions.mk
CONFIG    += TRACE_FUNCTION_PATCHED=64 TRACE_PATCHED=2
SRCS      := patched_all.c tests/bench/sweep.c tests/bench/nested.c tree.c
FUNCTIONS := src/kernel/irq.c tests/target/functions/tree.c
NEEDS     := ram32k timers sweeps masksweep counter32 ramcode patchable
TIMEOUT   := 60
