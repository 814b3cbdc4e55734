# SPDX-License-Identifier: BSD-2-Clause
# newlib's small variant. The specs are also needed for compiling, because nano's headers define another layout of
# FILE.
CFLAGS  := --specs=nano.specs
# Functions that need a lock go through stdio_lock.c and strtod_lock.c, allocations through malloc_events.c.
WRAPPED := printf vprintf fprintf vfprintf puts fputs putchar putc fputc fwrite fflush perror strtod strtof
# With events, and with several CPUs, these functions are wrapped too.
WRAPPED_EVENTS := _malloc_r _free_r
WRAPPED_SMP    := malloc calloc realloc strtol strtoul strtoll strtoull
