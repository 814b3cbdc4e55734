# SPDX-License-Identifier: BSD-2-Clause
# Cores in Thumb state: stacks are unwound by the tables of the ARM EHABI, which all code gets; images without stacks
# and samples leave them out (mk/ld/no_unwind.ld).
HAS      := stacks
CFLAGS   := -funwind-tables
LDFLAGS  := -Wl,--no-merge-exidx-entries
