# SPDX-License-Identifier: BSD-2-Clause
# newlib's small variant. Compiling takes the specs as well: nano's headers differ from newlib's in the layout of FILE.
CFLAGS  := --specs=nano.specs
# Functions that need a lock go through stdio_lock.c and strtod_lock.c, allocations through malloc_events.c.
WRAPPED := printf vprintf fprintf vfprintf puts fputs putchar putc fputc fwrite fflush perror strtod strtof
# … with events, and with several CPUs.
WRAPPED_EVENTS := _malloc_r _free_r
WRAPPED_SMP    := malloc calloc realloc strtol strtoul strtoll strtoull
