# SPDX-License-Identifier: BSD-2-Clause
# Hooks that are interrupted at each of their instructions, by functions that are traced in the same context: those of
# the kernel's dispatch, less those that run in the interrupt's own.
PARTS                   := test
include conf/functions.mk
SRCS                    := tests/bench/sweep.c tests/bench/nested.c tree.c
FUNCTIONS               := src/kernel/irq.c tests/target/functions/tree.c
FUNCTIONS_EXCLUDE_NAMED := dispatch find served tree_plain
NEEDS                   := ram32k timers sweeps masksweep counter32
TIMEOUT                 := 60
