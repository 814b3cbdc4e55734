# SPDX-License-Identifier: BSD-2-Clause
# Hooks that are interrupted at each of their instructions, by functions that are traced in the same context: those of
# the kernel's dispatch, less what runs in the interrupt's own.
PARTS                   := test
CONF                    := functions-kernel
SRCS                    := ../bench-masked/sweep.c ../bench-masked/nested.c ../functions/tree.c
FUNCTIONS               := src/kernel/irq.c tests/functions/tree.c
FUNCTIONS_EXCLUDE_NAMED := dispatch find tree_plain
NEEDS                   := ram32k timers counter32
TIMEOUT                 := 60
