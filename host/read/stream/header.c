/* SPDX-License-Identifier: BSD-2-Clause */
/* HEADER packets: the sender, whether the ELF file matches, the clock. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <base/count.h>
#include "../reader_priv.h"

typedef unsigned long long ull;

/* A build ID in hexadecimal, like in the output of `readelf -n`. */
struct build_text {
    char text[2 * sizeof((struct spoor_header *)0)->build_id + 1];
};

static struct build_text build_text(const uint8_t *id, size_t bytes)
{
    struct build_text t = {""};

    for (size_t i = 0; i < bytes && 2 * i + 2 < sizeof t.text; i++) {
        snprintf(t.text + 2 * i, 3, "%02x", id[i]);
    }
    return t;
}

/* Compare the ELF file with the target's header: with another program every name would be wrong. */
static enum spoor_fit fit_of(struct spoor_reader *r, const struct spoor_header *h)
{
    size_t bytes;
    const uint8_t *id = spoor_elf_build_id(r->elf, &bytes);

    if (r->elf == NULL) {
        return SPOOR_FIT_UNKNOWN;
    }
    if (id != NULL && h->build_id_bytes != 0 &&
        (bytes != h->build_id_bytes || memcmp(id, h->build_id, bytes) != 0)) {
        reader_say(r, "offset %llu: recorded with another program: build ID %s, while %s has %s",
                   (ull)r->offset, build_text(h->build_id, h->build_id_bytes).text, spoor_elf_name(r->elf),
                   build_text(id, bytes).text);
        return SPOOR_FIT_WRONG;
    }
    uint64_t ids = (uint64_t)SPOOR_WIRE_ID_FIRST + h->events + h->blocks + h->points;

    if (ids != spoor_ids_all(r->elf)) {
        reader_say(r, "offset %llu: recorded with another program: %llu IDs, while %s has %u%s",
                   (ull)r->offset, (ull)ids, spoor_elf_name(r->elf), spoor_ids_all(r->elf),
                   spoor_ids_all(r->elf) == SPOOR_WIRE_ID_FIRST ? "; is it stripped?" : "");
        return SPOOR_FIT_WRONG;
    }
    return id != NULL && h->build_id_bytes != 0 ? SPOOR_FIT : SPOOR_FIT_UNKNOWN;
}

bool header_parse(struct cursor *c, struct spoor_header *h)
{
    h->boots = cursor_u32(c);
    h->first = cursor_u32(c) != 0;
    uint32_t *const numbers[] = {&h->cpus,   &h->hz,     &h->shift,  &h->tick_hz,
                                 &h->events, &h->blocks, &h->points, &h->mode};

    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        *numbers[i] = cursor_u32(c);
    }
    h->now = cursor_u64(c);
    h->wall_ms = cursor_u64(c);
    h->build_id_bytes = cursor_u32(c);
    const uint8_t *id = cursor_bytes(c, h->build_id_bytes);
    size_t board_bytes = cursor_u32(c);
    const uint8_t *board = cursor_bytes(c, board_bytes);

    if (c->bad || h->build_id_bytes > sizeof h->build_id || h->cpus == 0 || h->cpus > SPOOR_CPUS_MAX ||
        h->shift > 31) {
        return false;
    }
    memcpy(h->build_id, id, h->build_id_bytes);
    memcpy(h->board, board, board_bytes < sizeof h->board ? board_bytes : sizeof h->board - 1);
    uint32_t costs = cursor_more(c) ? cursor_u32(c) : 0;

    for (uint32_t i = 0; i < costs && !c->bad; i++) {
        uint32_t cost = cursor_u32(c);

        if (i < sizeof h->costs / sizeof h->costs[0]) {
            h->costs[h->costs_n++] = cost;
        }
    }
    h->now <<= h->shift;
    return !c->bad;
}

/* Report records that are later than the clock of a header sent after them: no time can be trusted. */
static void check_clock(struct spoor_reader *r, const struct spoor_header *h)
{
    for (unsigned cpu = 0; cpu < r->now->cpus; cpu++) {
        if (r->cpu[cpu].seen && r->cpu[cpu].last_time > h->now + (UINT64_C(1) << h->shift)) {
            r->traffic.wrong++;
            reader_say(r, "offset %llu: CPU %u: records up to time %llu precede the header of time %llu",
                       (ull)r->offset, cpu, (ull)r->cpu[cpu].last_time, (ull)h->now);
        }
    }
}

/* Convert the times of records before the first header from ticks to cycles, now that the tick length is
 * known. */
static void scale(struct spoor_reader *r, unsigned shift)
{
    for (unsigned n = 0; n < LANES; n++) {
        lanes_scale(&r->lanes, n, shift);
    }
    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        r->cpu[cpu].last_time <<= shift;
    }
    r->last_time <<= shift;
}

bool header_take(struct spoor_reader *r, struct cursor *c)
{
    struct spoor_header h = {.seen = true, .version = r->version};
    struct spoor_recording *rec = r->now;

    if (!header_parse(c, &h) || h.cpus < rec->cpus) {
        return false;
    }
    h.first |= rec->header.first;
    if (!rec->header.seen && r->last_time > UINT64_MAX >> h.shift) {
        return false;
    }
    if (!rec->header.seen && h.shift != 0) {
        scale(r, h.shift);
    }
    check_clock(r, &h);
    if (!rec->header.seen) { /* a header of another program begins a recording */
        rec->fit = fit_of(r, &h);
    }
    rec->header = h;
    rec->cpus = h.cpus;
    if (rec->fit == SPOOR_FIT_WRONG) {
        reader_fail(r, -EBADMSG);
        return true;
    }
    r->stated = true;
    reader_push(r, SPOOR_HEADER, LANES_COMMON, r->last_time);
    return true;
}
