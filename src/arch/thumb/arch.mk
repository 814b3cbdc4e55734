# SPDX-License-Identifier: BSD-2-Clause
# Cores in Thumb state. Stacks are unwound by the tables of the ARM EHABI, which are generated for all code. Images
# without stacks and samples discard them (mk/ld/no_unwind.ld).
HAS      := stacks patchable
CFLAGS   := -funwind-tables
FUNCTION_ROOM := -fpatchable-function-entry=4,3 -Wa,-mthumb
LDFLAGS  := -Wl,--no-merge-exidx-entries
