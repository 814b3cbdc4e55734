# SPDX-License-Identifier: BSD-2-Clause
# Function tracing on the target: the functions in tree.c are instrumented, their driver isn't.
CORE                    := arch
NEEDS                   := ram16k
PARTS                   := test
include conf/small.mk
CONFIG                  += TRACE_FUNCTION=1 TRACE_FUNCTION_TABLE=20 TRACE_FUNCTION_DEPTH=4
SRCS                    := handlers.c records.c table.c tree.c
FUNCTIONS               := tests/target/functions/tree.c
FUNCTIONS_EXCLUDE_NAMED := tree_plain
TIMEOUT                 := 60
CHECK_ELF               := functions.check
