/* SPDX-License-Identifier: BSD-2-Clause */
/* Describe the records that a target's filter leaves out. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <query/filter_text.h>

static void append(char *text, size_t room, const char *format, ...) __attribute__((format(printf, 3, 4)));

static void append(char *text, size_t room, const char *format, ...)
{
    size_t used = strlen(text);
    va_list args;

    va_start(args, format);
    vsnprintf(text + used, room - used, format, args);
    va_end(args);
}

void filter_text(const struct spoor_elf *elf, const struct spoor_filter *f, char *text, size_t room)
{
    const char *between = "";

    text[0] = 0;
    if (f->threads != 0) {
        append(text, room, "%s", f->only ? "all threads but" : "thread");
        for (unsigned n = 0; n < f->threads; n++) {
            append(text, room, " %u", f->thread[n]);
        }
        between = ", ";
    }
    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        if (f->cpus >> cpu & 1) {
            append(text, room, "%sCPU %u", between, cpu);
            between = ", ";
        }
    }
    for (unsigned id = SPOOR_WIRE_ID_FIRST; id < spoor_ids(elf); id++) {
        if (f->off[id / 32] >> id % 32 & 1) {
            append(text, room, "%s%s", between, spoor_id(elf, id)->name);
            between = ", ";
        }
    }
}
