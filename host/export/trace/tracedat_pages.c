/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Pages of each CPU, in the format of the kernel's ring buffer: a time and the number of bytes, then records
 * with the time since the previous one. They are first written to a temporary file, because the header
 * contains their sizes.
 */
#include <errno.h>
#include <base/spill.h>
#include "tracedat_priv.h"

#define PAGE_HEAD 16u /* time and number of bytes */
#define ROOM      (TRACEDAT_PAGE - PAGE_HEAD)

enum { TYPE_TIME_EXTEND = 30 };
#define COMMIT_LOST  (UINT64_C(1) << 31)
#define COMMIT_COUNT (UINT64_C(1) << 30)

void tracedat_close_page(struct trace_export *e, struct lane *lane)
{
    struct tracedat *t = e->to.state;
    uint64_t commit = lane->page.used;

    if (!lane->open) {
        return;
    }
    if (lane->lost != 0) {
        commit |= COMMIT_LOST;
        if (lane->page.used + 8 <= ROOM) {
            commit |= COMMIT_COUNT;
            bytes_u64(&lane->page, lane->lost);
        }
    }
    t->head.used = 0;
    bytes_u64(&t->head, lane->begin);
    bytes_u64(&t->head, commit);
    bytes_zeros(&lane->page, ROOM - lane->page.used);
    export_write(&e->to, lane->pages, &t->head);
    export_write(&e->to, lane->pages, &lane->page);
    lane->bytes += TRACEDAT_PAGE;
    lane->open = false;
    lane->lost = 0;
}

struct lane *tracedat_lane(struct trace_export *e, unsigned cpu)
{
    struct tracedat *t = e->to.state;
    struct lane *lane = &t->cpu[cpu];

    if (lane->pages == NULL) {
        lane->pages = spill_open();
        if (lane->pages == NULL && e->to.error == 0) {
            e->to.error = errno;
        }
    }
    return lane;
}

void tracedat_put(struct trace_export *e, unsigned cpu, uint64_t ns)
{
    struct tracedat *t = e->to.state;
    struct lane *lane = tracedat_lane(e, cpu);
    struct bytes *body = &t->body;

    bytes_zeros(body, -body->used & 3);
    if (lane->open && lane->page.used + body->used + 16 + 8 > ROOM) {
        tracedat_close_page(e, lane);
    }
    if (!lane->open) {
        lane->open = true;
        lane->begin = lane->last = ns;
    }
    uint64_t delta = ns - lane->last;
    uint32_t words = (uint32_t)body->used / 4;

    if (delta >> 27 != 0) {
        bytes_u32(&lane->page, (uint32_t)(delta & 0x7FFFFFF) << 5 | TYPE_TIME_EXTEND);
        bytes_u32(&lane->page, (uint32_t)(delta >> 27));
        delta = 0;
    }
    if (words <= 28) {
        bytes_u32(&lane->page, (uint32_t)delta << 5 | words);
    } else {
        bytes_u32(&lane->page, (uint32_t)delta << 5);
        bytes_u32(&lane->page, (uint32_t)body->used + 4);
    }
    bytes_add(&lane->page, body->data, body->used);
    e->to.error = e->to.error == 0 && body->failed ? ENOMEM : e->to.error;
    lane->last = ns;
    lane->records++;
}
