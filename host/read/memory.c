/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Rings in a memory image: section 6 of docs/wire-format.md. The image comes from a machine that failed, so
 * each number is checked before it is used; errors are reported and passed over.
 */
#include <errno.h>
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
    uint32_t address, next, dropped, overwritten, cleared;
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

    if (l->cpus == 0 || l->cpus > SPOOR_CPUS_MAX || l->subbufs == 0 || l->subbufs > PARTS_MAX ||
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
    struct spoor_account *account;
    unsigned number;     /**< of the CPU */
    struct block *block; /**< of the items of the sub-buffer in hand */
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
    struct spoor_item *item = &p->block->items[p->block->count++];
    unsigned number = header >> WIRE_TIME_BITS;

    *item = (struct spoor_item){.kind = SPOOR_RECORD,
                                .cpu = (uint8_t)p->number,
                                .id = (uint16_t)number,
                                .offset = p->m->r->offset,
                                .time = p->time,
                                .until = p->time,
                                .size = (uint16_t)(4 * (1 + (uint32_t)words))};
    if (id->words == WIRE_WORDS_DATA) {
        item->data = p->m->bytes + (p->at + 8 - p->m->address);
        item->bytes = length;
    } else {
        image_words(p->m, (uint64_t)p->at + 4, item->word, id->words);
    }
    p->account->decoded++;
    p->account->ids[number].decoded++;
    p->account->ids[number].bytes += item->size;
    if (id->class == SPOOR_BLOCK) {
        p->account->ids[number].sum += item->word[0];
    } else if (number == WIRE_ID_THREAD && item->bytes >= 4 &&
               spoor_thread(p->m->r, elf_word(item->data)) == NULL) { /* it has ended */
        recording_take_name(p->m->r, item);
    }
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
    struct spoor_item *item = reader_push(m->r, SPOOR_GAP, p->number, p->time);

    item->until = until;
    item->count = count;
    p->account->in_gaps += count;
}

/* Words that may have been records, and that are in no other number. */
static void skip(struct image *m, unsigned cpu, uint32_t words)
{
    m->r->traffic.bytes += 4 * (uint64_t)words;
    m->r->traffic.skipped_words += words;
    m->r->now->account[cpu].skipped += 4 * (uint64_t)words;
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
        skip(m, ring->cpu, room);
        return 0;
    }
    uint32_t used = ring->next - p->address;

    if (used <= 4 * room && used % 4 == 0) {
        return used / 4;
    }
    reader_say(m->r, "address 0x%08x: CPU %u: part %u is open and its end, 0x%08x, is elsewhere, skipped",
               p->address - 4 * HEAD_WORDS, ring->cpu, p->head.number, ring->next);
    skip(m, ring->cpu, room);
    return 0;
}

static void take_records(struct image *m, const struct ring *ring, const struct part *part, struct place *p)
{
    while (p->words_left > 0) {
        m->r->offset = p->at - m->address;
        if (!take_record(p)) {
            reader_say(m->r, "address 0x%08x: CPU %u: no record in part %u, %u words skipped", p->at,
                       ring->cpu, part->head.number, p->words_left);
            skip(m, ring->cpu, p->words_left);
            return;
        }
    }
}

static void take_part(struct image *m, const struct ring *ring, const struct part *part, struct place *p)
{
    uint64_t time = (uint64_t)part->head.time_high << 32 | part->head.time_low;

    if (time < p->time) {
        reader_say(m->r, "address 0x%08x: CPU %u: part %u begins before the one before it ends, skipped",
                   part->address - 4 * HEAD_WORDS, ring->cpu, part->head.number);
        skip(m, ring->cpu, part_words(m, ring, part));
        return;
    }
    p->time = time;
    p->at = part->address;
    p->words_left = part_words(m, ring, part);
    p->block = lanes_block(&m->r->lanes, p->words_left + 1, 0);
    if (p->block == NULL) {
        reader_fail(m->r, -ENOMEM);
        return;
    }
    take_records(m, ring, part, p);
    lanes_add(&m->r->lanes, p->number, p->block);
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
        p->head = (struct wire_subbuf){w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7]};
        p->address = (uint32_t)address + 4 * HEAD_WORDS;
        if (w[1] == 0) {
            continue;
        }
        if ((w[1] - 1) % m->layout.subbufs != i) {
            reader_say(m->r, "address 0x%08" PRIx64 ": CPU %u: part %u in the place of another, skipped",
                       address, ring->cpu, w[1]);
            skip(m, ring->cpu, m->layout.subbuf_bytes / 4 - HEAD_WORDS);
            continue;
        }
        ring->count++;
    }
    if (ring->count > 0) {
        qsort(ring->parts, ring->count, sizeof *ring->parts, by_number);
    }
}

/*
 * Sub-buffers in use have numbers that follow each other. A wild one must not make the others look old: the
 * newest is the one with which most agree. @return its number
 */
static uint32_t newest_number(const struct image *m, const struct ring *ring)
{
    uint32_t best = 0;
    unsigned most = 0;

    for (unsigned i = 0; i < ring->count; i++) {
        uint32_t newest = ring->parts[i].head.number;
        unsigned agree = 0;

        for (unsigned k = 0; k < ring->count; k++) {
            agree += newest - ring->parts[k].head.number < m->layout.subbufs;
        }
        if (agree >= most) {
            most = agree;
            best = newest;
        }
    }
    return best;
}

/* Report a sub-buffer that is in use and not there. */
static void check_sequence(struct image *m, const struct ring *ring, uint32_t before, uint32_t number)
{
    uint32_t room = m->layout.subbuf_bytes / 4 - HEAD_WORDS;

    if (before != 0 && number - before > 1) {
        reader_say(m->r, "CPU %u: between parts %u and %u %u are missing", ring->cpu, before, number,
                   number - before - 1);
        skip(m, ring->cpu, room * (number - before - 1));
    }
}

static bool is_usable(struct image *m, const struct ring *ring, const struct part *part, uint32_t newest)
{
    bool of_ring = newest - part->head.number < m->layout.subbufs;
    bool open = part->head.used_words == WIRE_SUBBUF_OPEN;

    if (of_ring && (!open || part->head.number == newest)) {
        return true;
    }
    reader_say(m->r, "address 0x%08x: CPU %u: part %u is %s, skipped", part->address - 4 * HEAD_WORDS,
               ring->cpu, part->head.number,
               of_ring ? "open and not the last" : "not of the sequence of the others");
    skip(m, ring->cpu, m->layout.subbuf_bytes / 4 - HEAD_WORDS);
    return false;
}

static void take_parts(struct image *m, const struct ring *ring, struct spoor_account *account)
{
    struct place p = {.m = m, .account = account, .number = ring->cpu};
    uint32_t newest = newest_number(m, ring), before = 0, dropped = 0, clears = 0;

    for (unsigned i = 0; i < ring->count; i++) {
        const struct part *part = &ring->parts[i];
        uint64_t time = (uint64_t)part->head.time_high << 32 | part->head.time_low;

        if (!is_usable(m, ring, part, newest)) {
            continue;
        }
        check_sequence(m, ring, before, part->head.number);
        if (before == 0 || part->head.clears != clears) {
            clears = part->head.clears; /* those before the first part came before all its records */
            account->in_gaps += part->head.dropped;
        } else if (part->head.dropped != dropped && time >= p.time) {
            push_gap(m, &p, time, part->head.dropped - dropped);
        }
        before = part->head.number;
        dropped = part->head.dropped;
        take_part(m, ring, part, &p);
    }
    if (before != 0 && ring->dropped != dropped) {
        push_gap(m, &p, p.time, ring->dropped - dropped);
    }
    account->last_time = p.time;
    if (p.time > m->r->last_time) {
        m->r->last_time = p.time;
    }
}

/* ------------------------------------------------------------------ rings */

static void take_counts(struct image *m, const struct ring *ring, struct spoor_account *a)
{
    uint32_t lost[WIRE_IDS], by_id = 0;
    uint64_t table = (uint64_t)m->layout.losses + (uint64_t)ring->cpu * m->layout.ids * 4;

    a->told = image_words(m, table, lost, m->layout.ids);
    a->lost = (uint64_t)ring->dropped + ring->overwritten;
    a->cleared = ring->cleared;
    if (!a->told) {
        reader_say(m->r, "CPU %u: the counts of losses are not in the image", ring->cpu);
        return;
    }
    for (unsigned id = 0; id < m->layout.ids; id++) {
        a->ids[id].lost = lost[id];
        by_id += lost[id];
    }
    if (by_id != ring->dropped + ring->overwritten) {
        reader_say(m->r, "CPU %u: %u events lost in all, and %u by their IDs", ring->cpu,
                   ring->dropped + ring->overwritten, by_id);
        m->r->traffic.skipped_words++; /* one of the words is wrong, and nothing says which */
    }
}

static void take_ring(struct image *m, unsigned number, struct part *room)
{
    const struct wire_layout *l = &m->layout;
    struct ring ring = {.cpu = number, .address = l->rings + number * l->ring_bytes, .parts = room};
    struct spoor_account *account = recording_account(m->r, number);

    if (account == NULL || !image_words(m, ring.address, &ring.next, 1) ||
        !image_words(m, (uint64_t)ring.address + l->dropped_offset, &ring.dropped, 1) ||
        !image_words(m, (uint64_t)ring.address + l->overwritten_offset, &ring.overwritten, 1) ||
        !image_words(m, (uint64_t)ring.address + l->cleared_offset, &ring.cleared, 1)) {
        return;
    }
    find_parts(m, &ring);
    take_counts(m, &ring, account);
    if (ring.count == 0) {
        return;
    }
    uint64_t time = (uint64_t)ring.parts[0].head.time_high << 32 | ring.parts[0].head.time_low;
    struct spoor_item *item = reader_push(m->r, SPOOR_JOINED, number, time);

    item->until = time;
    item->count = ring.overwritten + ring.parts[0].head.dropped;
    account->in_gaps = ring.overwritten;
    take_parts(m, &ring, account);
}

/* The words of the ELF file's build ID, combined as the target does. */
static bool build_number(const struct spoor_elf *elf, uint32_t *number)
{
    size_t bytes;
    const uint8_t *id = spoor_elf_build_id(elf, &bytes);

    *number = 0;
    for (size_t at = 0; id != NULL && at + 4 <= bytes; at += 4) {
        *number ^= elf_word(id + at);
    }
    return id != NULL && bytes >= 4;
}

/* @return whether the memory may be of this ELF file's program */
static bool make_header(struct image *m)
{
    struct spoor_header *h = &m->r->now->header;
    struct wire_life life;
    uint32_t w[sizeof life / 4], number;
    size_t bytes;
    const uint8_t *id = spoor_elf_build_id(m->r->elf, &bytes);

    *h = (struct spoor_header){.seen = true, .version = WIRE_VERSION, .cpus = m->layout.cpus};
    m->r->now->cpus = h->cpus;
    image_words(m, m->layout.hz, &h->hz, 1);
    if (id != NULL && bytes <= sizeof h->build_id) {
        memcpy(h->build_id, id, bytes);
        h->build_id_bytes = (uint32_t)bytes;
    }
    if (image_words(m, m->layout.life, w, sizeof w / 4) && build_number(m->r->elf, &number)) {
        life = (struct wire_life){w[0], w[1], w[2], w[3]};
        if (life.build != number) {
            reader_say(m->r, "the memory is of another program: its build is %08x, that of the ELF file %08x",
                       life.build, number);
            return false;
        }
        h->boots = life.recorded_in;
        m->r->now->id = life.recording;
        m->r->now->fit = SPOOR_FIT;
    }
    reader_push(m->r, SPOOR_HEADER, LANES_COMMON, m->r->last_time);
    return true;
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
    bool fits = recording_begin(m->r, 0) && make_header(m);

    if (fits) {
        image_take_threads(m);
        m->r->lanes.cpus = m->layout.cpus;
    }
    for (unsigned cpu = 0; fits && cpu < m->layout.cpus; cpu++) {
        take_ring(m, cpu, parts);
    }
    free(parts);
    m->r->lanes.open = m->r->ended = true;
    reader_say_rest(m->r);
    return fits;
}

struct spoor_reader *spoor_open_image(const void *bytes, size_t size, uint32_t address, const char *name,
                                      const struct spoor_elf *elf, const struct spoor_report *report)
{
    struct spoor_reader *r = reader_new(name, elf, report);

    if (r == NULL) {
        return NULL;
    }
    struct image m = {.r = r, .bytes = bytes, .size = size, .address = address};

    if (!open_image(&m, elf)) {
        spoor_close(r);
        return NULL;
    }
    return r;
}
