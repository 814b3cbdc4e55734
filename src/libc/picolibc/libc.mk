# SPDX-License-Identifier: BSD-2-Clause
# picolibc with its default small stdio. It keeps errno in the thread-local storage at tp, which is shared by all
# threads of a CPU.
CFLAGS  := --specs=picolibc.specs
# Functions that need a lock go through stdio_lock.c, allocations through malloc_events.c.
WRAPPED := printf vprintf fprintf vfprintf puts fputs putchar putc fputc fwrite fflush perror
WRAPPED_EVENTS := malloc free
WRAPPED_SMP    :=
