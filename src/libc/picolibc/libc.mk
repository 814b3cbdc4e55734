# SPDX-License-Identifier: BSD-2-Clause
# picolibc, with the small stdio that is its default. It keeps errno of a thread where tp points: one for each CPU.
CFLAGS  := --specs=picolibc.specs
# Functions that need a lock go through stdio_lock.c, allocations through malloc_events.c.
WRAPPED := printf vprintf fprintf vfprintf puts fputs putchar putc fputc fwrite fflush perror
WRAPPED_EVENTS := malloc free
WRAPPED_SMP    :=
