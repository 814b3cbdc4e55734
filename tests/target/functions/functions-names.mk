# SPDX-License-Identifier: BSD-2-Clause
# Names of functions on the target: in trace_functions, its selection, and coverage.
PARTS                   := test shell commands
include conf/functions.mk
CONFIG                  += TRACE_FUNCTION_NAMES=1
SRCS                    := names.c tree.c tests/target/shell/capture.c
FUNCTIONS               := tests/target/functions/tree.c
NEEDS                   := ram32k
TIMEOUT                 := 60
