# SPDX-License-Identifier: BSD-2-Clause
# What tracing a function costs, its two calls included, in instructions.
PARTS                   := test
CONF                    := functions
SRCS                    := functions.c calls.c
FUNCTIONS               := tests/bench-functions/calls.c
FUNCTIONS_EXCLUDE_NAMED := plain
TIMEOUT                 := 60
