# SPDX-License-Identifier: BSD-2-Clause
# How long function tracing masks interrupts.
PARTS     := test
CONF      := functions
SRCS      := ../bench-masked/sweep.c ../bench-masked/fill.c ../bench-masked/functions.c ../bench-functions/calls.c
FUNCTIONS := tests/bench-functions/calls.c
NEEDS     := timers counter32
TIMEOUT   := 60
