# SPDX-License-Identifier: BSD-2-Clause
# Function tracing by first instructions, which the program exchanges: the tests of the image functions, and those
# of what differs.
CORE      := arch
NEEDS     := ram32k ramcode patchable
PARTS     := test
include conf/small.mk
CONFIG    += TRACE_FUNCTION=1 TRACE_FUNCTION_TABLE=20 TRACE_FUNCTION_DEPTH=4 TRACE_FUNCTION_PATCHED=24 TRACE_PATCHED=2 TRACE_STACKS=1
SRCS      := patched.c handlers.c records.c table.c tree.c calls.c
FUNCTIONS := tests/target/functions/tree.c tests/target/functions/calls.c
TIMEOUT   := 60
