/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads the rings in a memory image: section 6 of docs/wire-format.md. The image comes from a target that
 * failed, so every number is checked before use. Errors are reported, and the faulty part is skipped.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <elf/opened.h>
#include "memory_priv.h"
#include "../reader_priv.h"

#define PARTS_MAX 4096

/* Words of a ring that describe memory given at start-up: address, number of sub-buffers minus 1. */
#define MEMORY_WORDS 2

/* Words before a ring's count of dropped records: how far the eviction of a sub-buffer got, and its end. */
#define EVICTION_WORDS 2

/* @return a description of the error in the layout, or NULL if it is valid */
static const char *check_layout(const struct image *m)
{
    const struct spoor_wire_layout *l = &m->layout;
    uint64_t end = (uint64_t)l->rings + (uint64_t)l->cpus * l->ring_bytes;
    uint64_t bytes = l->subbufs != 0 ? (uint64_t)l->subbufs * l->subbuf_bytes : 4 * MEMORY_WORDS;

    if (l->cpus == 0 || l->cpus > SPOOR_CPUS_MAX || l->subbufs > PARTS_MAX || l->subbuf_bytes % 4 != 0 ||
        l->subbuf_bytes < 4 * HEAD_WORDS || l->ids > SPOOR_WIRE_IDS ||
        l->subbufs_offset + bytes > l->ring_bytes) {
        return "trace_ring_layout has an unknown layout";
    }
    if (image_at(m, l->rings, (size_t)(end - l->rings)) == NULL) {
        return "the rings are not in the image";
    }
    return NULL;
}

/* ------------------------------------------------------------------ rings */

static void take_counts(struct image *m, const struct ring *ring, struct spoor_account *a)
{
    uint32_t lost[SPOOR_WIRE_IDS], by_id = 0;
    uint64_t table = (uint64_t)m->layout.losses + (uint64_t)ring->cpu * m->layout.ids * 4;

    lost[SPOOR_WIRE_ID_ANY] = ring->dropped + ring->overwritten; /* replaced if losses are counted by ID */
    a->told = m->layout.ids == 0 || image_words(m, table, lost, m->layout.ids);
    a->lost = (uint64_t)ring->dropped + ring->overwritten;
    a->cleared = ring->cleared;
    if (!a->told) {
        reader_say(m->r, "CPU %u: the counts of losses are not in the image", ring->cpu);
        return;
    }
    for (unsigned id = 0; id < m->layout.ids || id == SPOOR_WIRE_ID_ANY; id++) {
        a->ids[id].lost = lost[id];
        by_id += lost[id];
    }
    if (by_id != ring->dropped + ring->overwritten) {
        reader_say(m->r, "CPU %u: %u events lost in total, but %u by ID", ring->cpu,
                   ring->dropped + ring->overwritten, by_id);
        m->r->traffic.skipped_words++; /* one of the words is wrong, but it is unknown which */
    }
}

/* Find where the sub-buffers of a ring are. @return false after a report if they aren't in the image */
static bool find_subbufs(struct image *m, struct ring *ring)
{
    const struct spoor_wire_layout *l = &m->layout;
    uint32_t w[MEMORY_WORDS] = {0};

    ring->first = ring->address + l->subbufs_offset;
    ring->subbufs = l->subbufs;
    if (l->subbufs == 0) {
        image_words(m, ring->first, w, MEMORY_WORDS); /* in the image, as the ring is */
        ring->first = w[0];
        ring->subbufs = w[1] < PARTS_MAX ? w[1] + 1 : 0;
    }
    if (ring->subbufs == 0 || image_at(m, ring->first, (size_t)ring->subbufs * l->subbuf_bytes) == NULL) {
        reader_say(m->r, "CPU %u: the ring's sub-buffers at 0x%08x are not in the image", ring->cpu,
                   ring->first);
        return false;
    }
    return true;
}

/* The target was counting the records of a sub-buffer as overwritten, which no longer counts itself. */
static void check_eviction(struct image *m, const struct ring *ring)
{
    uint32_t walk[EVICTION_WORDS] = {0};
    uint64_t address = (uint64_t)ring->address + m->layout.dropped_offset - sizeof walk;

    if (m->layout.dropped_offset >= sizeof walk) {
        image_words(m, address, walk, EVICTION_WORDS);
    }
    if (walk[0] < walk[1]) {
        reader_say(m->r,
                   "CPU %u: the oldest sub-buffer was being overwritten: some of its records aren't counted",
                   ring->cpu);
        m->r->traffic.skipped_words += (walk[1] - walk[0]) / 4;
    }
}

static void take_ring(struct image *m, unsigned number, struct part *room)
{
    const struct spoor_wire_layout *l = &m->layout;
    struct ring ring = {.cpu = number, .address = l->rings + number * l->ring_bytes, .parts = room};
    struct spoor_account *account = recording_account(m->r, number);

    image_words(m, ring.address, &ring.next, 1); /* the rings are in the image: see check_layout() */
    if (account == NULL || !image_words(m, (uint64_t)ring.address + l->dropped_offset, &ring.dropped, 1) ||
        !image_words(m, (uint64_t)ring.address + l->overwritten_offset, &ring.overwritten, 1) ||
        !image_words(m, (uint64_t)ring.address + l->cleared_offset, &ring.cleared, 1) ||
        !find_subbufs(m, &ring)) {
        return;
    }
    check_eviction(m, &ring);
    image_find_parts(m, &ring);
    take_counts(m, &ring, account);
    if (ring.count == 0) {
        return;
    }
    uint64_t time = (uint64_t)ring.parts[0].head.time_high << 32 | ring.parts[0].head.time_low;
    struct spoor_item *item = reader_push(m->r, SPOOR_JOINED, number, time);

    item->until = time;
    item->count = ring.overwritten + ring.parts[0].head.dropped;
    account->in_gaps = ring.overwritten;
    image_take_parts(m, &ring, account);
}

/* The numbers of events, blocks and points, as the target's header has them. Points have the last IDs. */
static void count_ids(const struct spoor_elf *elf, struct spoor_header *h)
{
    for (unsigned n = SPOOR_WIRE_ID_FIRST; n < spoor_ids_all(elf); n++) {
        enum spoor_class class = spoor_id(elf, n)->class;
        uint32_t *count = class == SPOOR_BLOCK                          ? &h->blocks
                          : class == SPOOR_POINT || n >= SPOOR_WIRE_IDS ? &h->points
                                                                        : &h->events;

        ++*count;
    }
}

/* @return false if the memory belongs to another program than the ELF file */
static bool make_header(struct image *m)
{
    struct spoor_header *h = &m->r->now->header;
    struct spoor_wire_life life;
    uint32_t w[sizeof life / 4], number;
    size_t bytes;
    const uint8_t *id = spoor_elf_build_id(m->r->elf, &bytes);

    *h = (struct spoor_header){.seen = true, .version = SPOOR_WIRE_VERSION, .cpus = m->layout.cpus};
    m->r->now->cpus = h->cpus;
    count_ids(m->r->elf, h);
    image_words(m, m->layout.hz, &h->hz, 1);
    if (id != NULL && bytes <= sizeof h->build_id) {
        memcpy(h->build_id, id, bytes);
        h->build_id_bytes = (uint32_t)bytes;
    }
    if (image_words(m, m->layout.life, w, sizeof w / 4) && image_build(m->r->elf, &number)) {
        life = (struct spoor_wire_life){w[0], w[1], w[2], w[3]};
        if (life.build != number) {
            reader_say(m->r, OTHER_BUILD, life.build, spoor_elf_name(m->r->elf), number);
            return false;
        }
        h->boots = life.recorded_in;
        m->r->now->id = life.recording;
        m->r->now->fit = SPOOR_FIT;
    }
    reader_push(m->r, SPOOR_HEADER, LANES_COMMON, m->r->last_time);
    return true;
}

/* Report an error in the layout, with what the image covers. */
static void say_layout(const struct image *m, const char *wrong)
{
    const struct spoor_memory *all = m->memory;
    const struct spoor_segment *last = &all->segments[all->count - 1];
    char parts[32] = "";

    if (all->count > 1) {
        snprintf(parts, sizeof parts, " in %zu parts", all->count);
    }
    reader_say(m->r, "%s: the ELF file places them at 0x%08x, the image covers 0x%08x to 0x%08" PRIx64 "%s",
               wrong, m->layout.rings, all->segments[0].address, (uint64_t)last->address + last->size, parts);
}

static bool open_image(struct image *m, const struct spoor_elf *elf)
{
    if (!image_layout(elf, &m->layout)) {
        reader_say(m->r, "the ELF file has no trace_ring_layout: no rings");
        return false;
    }
    const char *wrong = check_layout(m);

    if (wrong != NULL) {
        say_layout(m, wrong);
        return false;
    }
    struct part *parts = calloc(m->layout.subbufs != 0 ? m->layout.subbufs : PARTS_MAX, sizeof *parts);

    if (parts == NULL) {
        return false;
    }
    bool fits = recording_begin(m->r, 0) && make_header(m);

    if (fits) {
        image_take_threads(m);
        image_take_selection(m);
        m->r->lanes.cpus = m->layout.cpus;
    }
    for (unsigned cpu = 0; fits && cpu < m->layout.cpus; cpu++) {
        take_ring(m, cpu, parts);
    }
    if (fits) {
        image_end_stopped(m);
    }
    free(parts);
    m->r->lanes.open = m->r->ended = true;
    reader_say_rest(m->r);
    return fits;
}

struct spoor_reader *spoor_open_image(const void *bytes, size_t size, uint32_t address, const char *name,
                                      const struct spoor_elf *elf, const struct spoor_report *report)
{
    const struct spoor_segment all = {address, bytes, size};

    return spoor_open_segments(&(struct spoor_memory){&all, 1}, name, elf, report);
}

struct spoor_reader *spoor_open_segments(const struct spoor_memory *memory, const char *name,
                                         const struct spoor_elf *elf, const struct spoor_report *report)
{
    struct spoor_reader *r = reader_new(name, elf, report);

    if (r == NULL) {
        return NULL;
    }
    struct image m = {.r = r, .memory = memory};

    if (!open_image(&m, elf)) {
        spoor_close(r);
        return NULL;
    }
    return r;
}
