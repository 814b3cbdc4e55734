/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Rings in a memory image: section 6 of docs/wire-format.md. The image comes from a machine that failed, so
 * each number is checked before it is used; errors are reported and passed over.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "elf_priv.h"
#include "memory_priv.h"
#include "reader_priv.h"

#define PARTS_MAX  4096
#define HEAD_WORDS ((uint32_t)(sizeof(struct wire_subbuf) / 4))

/* A block of memory that looks like a sub-buffer. */
struct part {
    struct wire_subbuf head;
    uint32_t address; /**< of its records */
};

struct ring {
    unsigned cpu;
    uint32_t address, next, dropped, overwritten;
    struct part *parts;
    unsigned count;
};

static uint64_t part_address(const struct image *m, uint32_t ring, unsigned i)
{
    return (uint64_t)ring + m->layout.subbufs_offset + (uint64_t)i * m->layout.subbuf_bytes;
}

/* @return a description of the error in the layout, or NULL */
static const char *check_layout(const struct image *m)
{
    const struct wire_layout *l = &m->layout;
    uint64_t end = (uint64_t)l->rings + (uint64_t)l->cpus * l->ring_bytes;

    if (l->cpus == 0 || l->cpus > READER_CPUS_MAX || l->subbufs == 0 || l->subbufs > PARTS_MAX ||
        l->subbuf_bytes % 4 != 0 || l->subbuf_bytes < 4 * HEAD_WORDS || l->ids > WIRE_IDS ||
        part_address(m, 0, l->subbufs) > l->ring_bytes) {
        return "trace_ring_layout is not what it is for this version";
    }
    if (l->rings < m->address || end > (uint64_t)m->address + m->size) {
        return "the rings are not in the image";
    }
    return NULL;
}

/* ------------------------------------------------------------------ records */

/* The smallest time that isn't below `time` and ends in these bits. */
static uint64_t widen(uint64_t time, uint32_t bits)
{
    return time + ((bits - time) & WIRE_TIME_MASK);
}

struct place {
    const struct image *m;
    struct reader_cpu *cpu;
    unsigned number; /**< of the CPU */
    uint32_t at, words_left;
    uint64_t time;
};

/* @return words of the record after its header, or -1 when it is invalid */
static int record_words(const struct place *p, const struct spoor_id *id, uint32_t *length)
{
    if (id->class == SPOOR_NONE) {
        return -1;
    }
    if (id->words != WIRE_WORDS_DATA) {
        return id->words < p->words_left ? id->words : -1;
    }
    if (!image_words(p->m, (uint64_t)p->at + 4, length, 1) || *length > 4 * (uint64_t)p->words_left) {
        return -1;
    }
    uint32_t words = 1 + (*length + 3) / 4;

    return words < p->words_left ? (int)words : -1;
}

static void push_record(struct place *p, uint32_t header, const struct spoor_id *id, int words,
                        uint32_t length)
{
    struct spoor_reader *r = p->m->r;
    struct spoor_item *item = reader_push(r, SPOOR_RECORD);

    if (item == NULL) {
        return;
    }
    item->cpu = (uint16_t)p->number;
    item->id = (uint16_t)(header >> WIRE_TIME_BITS);
    item->time = item->until = p->time;
    item->size = 4 * (1 + (uint32_t)words);
    if (id->words == WIRE_WORDS_DATA) {
        item->data = p->m->bytes + (p->at + 8 - p->m->address);
        item->bytes = length;
    } else {
        image_words(p->m, (uint64_t)p->at + 4, item->word, id->words);
    }
    p->cpu->counts.decoded++;
}

/* @return whether it was a record */
static bool take_record(struct place *p)
{
    static const struct spoor_id unfinished = {.class = SPOOR_TIME, .words = WIRE_WORDS_DATA};
    uint32_t header, length = 0, time[2] = {0, 0};

    if (!image_words(p->m, p->at, &header, 1)) {
        return false;
    }
    const struct spoor_id *id = header >> WIRE_TIME_BITS == WIRE_ID_UNFINISHED
                                    ? &unfinished
                                    : spoor_id(p->m->r->elf, header >> WIRE_TIME_BITS);
    int words = record_words(p, id, &length);

    if (words < 0) {
        return false;
    }
    if (id == &unfinished) {
        p->time = widen(p->time, header);
    } else if (id->class == SPOOR_TIME) {
        image_words(p->m, (uint64_t)p->at + 4, time, 2);
        uint64_t now = (uint64_t)time[1] << 32 | time[0];

        if (now < p->time || ((now ^ header) & WIRE_TIME_MASK) != 0) {
            return false;
        }
        p->time = now;
    } else {
        p->time = widen(p->time, header);
        push_record(p, header, id, words, length);
    }
    p->at += 4 * (1 + (uint32_t)words);
    p->words_left -= 1 + (uint32_t)words;
    return true;
}

/* ------------------------------------------------------------------ parts */

static void push_gap(struct image *m, const struct place *p, uint64_t until, uint32_t count)
{
    struct spoor_item *item = reader_push(m->r, SPOOR_GAP);

    if (item != NULL) {
        item->cpu = (uint16_t)p->number;
        item->time = p->time;
        item->until = until;
        item->count = count;
    }
    p->cpu->counts.in_gaps += count;
}

/* How many words of records a sub-buffer has; reports an error when that isn't known. */
static uint32_t part_words(struct image *m, const struct ring *ring, const struct part *p)
{
    uint32_t room = m->layout.subbuf_bytes / 4 - HEAD_WORDS;

    if (p->head.used_words != WIRE_SUBBUF_OPEN) {
        if (p->head.used_words <= room) {
            return p->head.used_words;
        }
        reader_say(m->r, "address 0x%08x: CPU %u: part %u says %u words and has %u, skipped",
                   p->address - 4 * HEAD_WORDS, ring->cpu, p->head.number, p->head.used_words, room);
        return 0;
    }
    uint32_t used = ring->next - p->address;

    if (used <= 4 * room && used % 4 == 0) {
        return used / 4;
    }
    reader_say(m->r, "address 0x%08x: CPU %u: part %u is open and its end, 0x%08x, is elsewhere, skipped",
               p->address - 4 * HEAD_WORDS, ring->cpu, p->head.number, ring->next);
    return 0;
}

static void take_part(struct image *m, const struct ring *ring, const struct part *part, struct place *p)
{
    uint64_t time = (uint64_t)part->head.time_high << 32 | part->head.time_low;

    if (time < p->time) {
        reader_say(m->r, "address 0x%08x: CPU %u: part %u begins before the one ahead of it ends, skipped",
                   part->address - 4 * HEAD_WORDS, ring->cpu, part->head.number);
        return;
    }
    p->time = time;
    p->at = part->address;
    p->words_left = part_words(m, ring, part);
    while (p->words_left > 0) {
        m->r->offset = p->at - m->address;
        if (!take_record(p)) {
            reader_say(m->r, "address 0x%08x: CPU %u: no record in part %u, %u words skipped", p->at,
                       ring->cpu, part->head.number, p->words_left);
            m->r->traffic.bytes += 4 * (uint64_t)p->words_left;
            return;
        }
    }
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = ((const struct part *)a)->head.number, y = ((const struct part *)b)->head.number;

    return x < y ? -1 : x > y;
}

/* Sub-buffers that were used and are where their number says; sorted by number. */
static void find_parts(struct image *m, struct ring *ring)
{
    for (unsigned i = 0; i < m->layout.subbufs; i++) {
        struct part *p = &ring->parts[ring->count];
        uint32_t w[sizeof(struct wire_subbuf) / 4];
        uint64_t address = part_address(m, ring->address, i);

        if (!image_words(m, address, w, HEAD_WORDS) || w[0] != WIRE_SUBBUF_MAGIC) {
            continue;
        }
        p->head = (struct wire_subbuf){w[0], w[1], w[2], w[3], w[4], w[5]};
        p->address = (uint32_t)address + 4 * HEAD_WORDS;
        if (w[1] == 0) {
            continue;
        }
        if ((w[1] - 1) % m->layout.subbufs != i) {
            reader_say(m->r, "address 0x%08" PRIx64 ": CPU %u: part %u in the place of another, skipped",
                       address, ring->cpu, w[1]);
            continue;
        }
        ring->count++;
    }
    if (ring->count > 0) {
        qsort(ring->parts, ring->count, sizeof *ring->parts, by_number);
    }
}

static void take_parts(struct image *m, const struct ring *ring, struct reader_cpu *cpu)
{
    struct place p = {.m = m, .cpu = cpu, .number = ring->cpu};
    uint32_t dropped = ring->parts[0].head.dropped;

    for (unsigned i = 0; i < ring->count; i++) {
        const struct part *part = &ring->parts[i];
        uint64_t time = (uint64_t)part->head.time_high << 32 | part->head.time_low;
        bool newest = i + 1 == ring->count;

        if (ring->parts[ring->count - 1].head.number - part->head.number >= m->layout.subbufs ||
            (!newest && part->head.used_words == WIRE_SUBBUF_OPEN)) {
            reader_say(m->r, "address 0x%08x: CPU %u: part %u is %s, skipped", part->address - 4 * HEAD_WORDS,
                       ring->cpu, part->head.number,
                       part->head.used_words == WIRE_SUBBUF_OPEN ? "open and not the last" : "of long ago");
            continue;
        }
        if (part->head.dropped != dropped && time >= p.time) {
            push_gap(m, &p, time, part->head.dropped - dropped);
        }
        dropped = part->head.dropped;
        take_part(m, ring, part, &p);
    }
    if (ring->dropped != dropped) {
        push_gap(m, &p, p.time, ring->dropped - dropped);
    }
    if (p.time > m->r->last_time) {
        m->r->last_time = p.time;
    }
}

/* ------------------------------------------------------------------ rings */

static void take_counts(struct image *m, const struct ring *ring, struct reader_cpu *cpu)
{
    uint64_t table = (uint64_t)m->layout.losses + (uint64_t)ring->cpu * m->layout.ids * 4;

    cpu->counts.told = image_words(m, table, cpu->lost_by_id, m->layout.ids);
    cpu->counts.lost = ring->dropped + ring->overwritten;
    if (!cpu->counts.told) {
        reader_say(m->r, "CPU %u: the counts of losses are not in the image", ring->cpu);
    }
}

static void take_ring(struct image *m, unsigned number, struct part *room)
{
    const struct wire_layout *l = &m->layout;
    struct ring ring = {.cpu = number, .address = l->rings + number * l->ring_bytes, .parts = room};
    struct reader_cpu *cpu = reader_cpu(m->r, number);

    if (cpu == NULL || !image_words(m, ring.address, &ring.next, 1) ||
        !image_words(m, (uint64_t)ring.address + l->dropped_offset, &ring.dropped, 1) ||
        !image_words(m, (uint64_t)ring.address + l->overwritten_offset, &ring.overwritten, 1)) {
        return;
    }
    find_parts(m, &ring);
    take_counts(m, &ring, cpu);
    if (ring.count == 0) {
        return;
    }
    struct spoor_item *item = reader_push(m->r, SPOOR_JOINED);

    if (item != NULL) {
        item->cpu = (uint16_t)number;
        item->time = item->until = (uint64_t)ring.parts[0].head.time_high << 32 | ring.parts[0].head.time_low;
        item->count = ring.overwritten + ring.parts[0].head.dropped;
    }
    cpu->counts.in_gaps = ring.overwritten + ring.parts[0].head.dropped;
    take_parts(m, &ring, cpu);
}

static void make_header(struct image *m)
{
    struct spoor_header *h = &m->r->header;
    size_t bytes;
    const uint8_t *id = spoor_elf_build_id(m->r->elf, &bytes);

    *h = (struct spoor_header){.seen = true, .version = WIRE_VERSION, .cpus = m->layout.cpus};
    image_words(m, m->layout.hz, &h->hz, 1);
    if (id != NULL && bytes <= sizeof h->build_id) {
        memcpy(h->build_id, id, bytes);
        h->build_id_bytes = (uint32_t)bytes;
    }
    reader_push(m->r, SPOOR_HEADER);
}

static bool open_image(struct image *m, const struct spoor_elf *elf)
{
    const struct symbol *s = elf != NULL ? symbols_find(elf->file, "trace_ring_layout") : NULL;
    uint32_t w[sizeof(struct wire_layout) / 4];

    if (s == NULL || !elf_words(elf->file, NULL, s->address, w, sizeof w / 4)) {
        reader_say(m->r, "the ELF file has no trace_ring_layout: no rings");
        return false;
    }
    memcpy(&m->layout, w, sizeof w);
    const char *wrong = check_layout(m);

    if (wrong != NULL) {
        reader_say(m->r, "%s: they lie at 0x%08x by the ELF file, and the image is 0x%08x to 0x%08llx", wrong,
                   m->layout.rings, m->address, (unsigned long long)m->address + m->size);
        return false;
    }
    struct part *parts = calloc(m->layout.subbufs, sizeof *parts);

    if (parts == NULL) {
        return false;
    }
    make_header(m);
    image_take_threads(m);
    for (unsigned cpu = 0; cpu < m->layout.cpus; cpu++) {
        take_ring(m, cpu, parts);
    }
    free(parts);
    return true;
}

struct spoor_reader *spoor_open_image(const void *bytes, size_t size, uint32_t address, const char *name,
                                      const struct spoor_elf *elf, const struct spoor_report *report)
{
    struct spoor_reader *r = reader_new(name, elf, report);

    if (r == NULL) {
        return NULL;
    }
    struct image m = {.r = r, .bytes = bytes, .size = size, .address = address};

    r->ended = true;
    if (!open_image(&m, elf)) {
        spoor_close(r);
        return NULL;
    }
    return r;
}
