# SPDX-License-Identifier: BSD-2-Clause
# Functions that are traced by their first instruction, which `spoor switch` exchanges: tests/host/tool/switch.check runs
# this image with some, all and none of them on.
CORE      := arch
NEEDS     := ram16k patchable
PARTS     := test
include conf/small.mk
CONFIG    += TRACE_FUNCTION=1 TRACE_FUNCTION_TABLE=20 TRACE_FUNCTION_DEPTH=16 TRACE_FUNCTION_PATCHED=12
SRCS      := first.c tree.c calls.c
FUNCTIONS := tests/target/functions/tree.c tests/target/functions/calls.c
TIMEOUT   := 60
