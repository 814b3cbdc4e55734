# SPDX-License-Identifier: BSD-2-Clause
# Function hooks interrupted at each of their instructions by interrupts whose dispatch is traced
# too. The functions that run in the interrupt's own context are excluded.
PARTS                   := test
include conf/functions.mk
SRCS                    := tests/bench/sweep.c tests/bench/nested.c tree.c
FUNCTIONS               := src/kernel/irq.c tests/target/functions/tree.c
FUNCTIONS_EXCLUDE_NAMED := dispatch find count_interrupt tree_plain
NEEDS                   := ram32k timers sweeps masksweep counter32
TIMEOUT                 := 60
