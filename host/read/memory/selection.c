/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds what the target of a memory image excluded on purpose: section 6 of docs/wire-format.md. Programs of
 * older versions lack the variables; they can't exclude anything, or don't report it.
 */
#include <stdlib.h>
#include <string.h>
#include <elf/opened.h>
#include "memory_priv.h"
#include "../reader_priv.h"

#define EVENT_OFF 0x80 /* bit in the last byte of an element of trace_events */
#define PAUSED_OFF                                                                                           \
    9                 /* offset from the ring's count of cleared records to the byte with the reasons for    \
                       * its pause */
#define STOPPED_AT 24 /* offset from there to the time of the stop, two words */
#define STOPPED    1
#define CPU_HIDDEN 2

static uint8_t byte_at(const struct image *m, uint64_t address)
{
    const uint8_t *at = image_at(m, address, 1);

    return at != NULL ? *at : 0;
}

static uint64_t behind_cleared(const struct image *m, unsigned cpu, uint32_t offset)
{
    return (uint64_t)m->layout.rings + (uint64_t)cpu * m->layout.ring_bytes + m->layout.cleared_offset +
           offset;
}

static void take_threads(const struct image *m, struct spoor_filter *f)
{
    const struct symbol *threads = symbols_find(m->r->elf->file, "trace_filter_threads"),
                        *mode = symbols_find(m->r->elf->file, "trace_filter_mode_now");
    uint32_t thread;

    f->only = mode != NULL && byte_at(m, mode->address) != 0;
    for (uint32_t n = 0; threads != NULL && n < threads->size / 4 && f->threads < SPOOR_FILTER_THREADS; n++) {
        if (image_words(m, (uint64_t)threads->address + 4 * (uint64_t)n, &thread, 1) && thread != 0) {
            f->thread[f->threads++] = thread;
        }
    }
}

static void take_events(const struct image *m, struct spoor_filter *f)
{
    const struct spoor_elf *elf = m->r->elf;

    for (unsigned n = 0; n < elf->events.count; n++) {
        unsigned id = SPOOR_WIRE_ID_FIRST + n;

        if (byte_at(m, elf->events.address + (uint64_t)(n + 1) * elf->events.bytes - 1) & EVENT_OFF) {
            f->off[id / 32] |= UINT32_C(1) << id % 32;
        }
    }
}

void image_take_selection(struct image *m)
{
    const struct elf_file *file = m->r->elf->file;
    const struct symbol *of_last = symbols_find(file, "trace_selection_last"),
                        *of_changing = symbols_find(file, "trace_selection_changing"),
                        *of_untaken = symbols_find(file, "trace_selection_untaken");
    uint32_t last[6], changing;
    struct spoor_filter f = {.number = 0};

    if (of_last == NULL || of_changing == NULL || of_untaken == NULL) {
        return;
    }
    if (!image_words(m, of_last->address, last, 6) || !image_words(m, of_changing->address, &changing, 1)) {
        reader_say(m->r, "the target's filter is not in the image: the states of threads are unknown");
        f.number = 2;
        filter_add(m->r, &f, true);
        return;
    }
    uint8_t untaken = byte_at(m, of_untaken->address);

    f.number = last[0] + untaken;
    f.from = (uint64_t)last[3] << 32 | last[2];
    f.since = (uint64_t)last[5] << 32 | last[4];
    if (f.number == 0) {
        return; /* nothing was ever excluded */
    }
    take_threads(m, &f);
    take_events(m, &f);
    for (unsigned cpu = 0; cpu < m->layout.cpus; cpu++) {
        bool hidden = byte_at(m, behind_cleared(m, cpu, PAUSED_OFF)) & CPU_HIDDEN;

        f.cpus |= (uint64_t)hidden << cpu;
    }
    filter_add(m->r, &f, changing != 0);
}

/* Other CPUs may have later records than a stopped ring. */
void image_end_stopped(struct image *m)
{
    for (unsigned cpu = 0; cpu < m->layout.cpus; cpu++) {
        uint32_t at[2];

        if ((byte_at(m, behind_cleared(m, cpu, PAUSED_OFF)) & STOPPED) &&
            image_words(m, behind_cleared(m, cpu, STOPPED_AT), at, 2)) {
            uint64_t time = (uint64_t)at[1] << 32 | at[0], last = m->r->now->account[cpu].last_time;

            time = time > last ? time : last;
            if (time < m->r->last_time) {
                reader_push(m->r, SPOOR_ENDED, cpu, time)->until = time;
            }
        }
    }
}
