# SPDX-License-Identifier: BSD-2-Clause
# Function tracing, on the target: a tree of functions in tree.c is instrumented, and what drives it isn't.
PARTS                   := test
CONF                    := functions
SRCS                    := records.c table.c tree.c
FUNCTIONS               := tests/functions/tree.c
FUNCTIONS_EXCLUDE_NAMED := tree_plain
TIMEOUT                 := 60
