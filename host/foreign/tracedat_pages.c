/* SPDX-License-Identifier: BSD-2-Clause */
/* Records in pages of the kernel's ring buffer: a time and the number of bytes, then records with the time
 * since the previous one (Linux' ring_buffer.h). */
#include "tracedat_priv.h"

enum { TYPE_LONG = 0, TYPE_PADDING = 29, TYPE_TIME_EXTEND, TYPE_TIME };

#define COMMIT_BYTES 0xfffffu
#define COMMIT_LOST  (UINT64_C(1) << 31)
#define COMMIT_COUNT (UINT64_C(1) << 30)
#define RECORD_LEAST 8 /* the fields that all events have */

/* Begin the next page. @return false if there is none */
static bool next_page(const struct tracedat_file *f, struct tracedat_cursor *c)
{
    struct part p = part_take(&c->rest, f->page_bytes);
    uint64_t before = c->time;

    c->time = part_number(&p, 8);
    uint64_t commit = part_number(&p, f->long_bytes);

    if (p.failed) {
        return false;
    }
    c->page = part_take(&p, (commit & COMMIT_BYTES) < p.left ? commit & COMMIT_BYTES : p.left);
    if ((commit & COMMIT_LOST) != 0) {
        uint64_t count = (commit & COMMIT_COUNT) != 0 ? part_number(&p, f->long_bytes) : 0;

        c->lost = count != 0 ? count : TRACEDAT_UNCOUNTED;
        c->after = before;
    }
    return true;
}

void tracedat_next(const struct tracedat_file *f, struct tracedat_cursor *c)
{
    c->record = NULL;
    c->lost = 0;
    while (c->page.left >= 4 || next_page(f, c)) {
        struct part *p = &c->page;
        uint64_t head = part_number(p, 4), delta = head >> 5;
        unsigned type = head & 31;
        struct part body = {NULL, 0, false};

        if (type == TYPE_TIME) {
            c->time = (c->time >> 59 << 59) | delta | part_number(p, 4) << 27;
        } else if (type == TYPE_TIME_EXTEND) {
            c->time += delta + (part_number(p, 4) << 27);
        } else if (type == TYPE_PADDING && delta == 0) {
            p->left = 0;
        } else {
            bool has_length = type == TYPE_LONG || type == TYPE_PADDING;
            uint64_t length = has_length ? part_number(p, 4) - 4 : 4 * (uint64_t)type;

            body = part_take(p, (length + 3) & ~UINT64_C(3));
            c->time += delta;
        }
        if (p->failed) { /* damaged: the next page is read */
            *p = (struct part){NULL, 0, false};
        } else if (type < TYPE_PADDING && body.left >= RECORD_LEAST) {
            c->record = body.at;
            c->size = body.left;
            return;
        }
    }
}
