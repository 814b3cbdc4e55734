/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the used sub-buffers of a ring in a memory image, their order and their records. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <base/sort.h>
#include <elf/opened.h>
#include "memory_priv.h"
#include "../reader_priv.h"
#include "ring_words_priv.h"

/* The sub-buffer of a CPU that is being decoded. */
struct place {
    struct spoor_account *account;
    unsigned number; /**< number of the CPU */
    struct ring_words words;
};

static void push_gap(struct image *m, const struct place *p, uint64_t until, uint32_t count)
{
    struct spoor_item *item = reader_push(m->r, SPOOR_GAP, p->number, p->words.time);

    item->until = until;
    item->count = count;
    p->account->in_gaps += count;
}

/* Count words that may have been records, and that no other count includes. */
static void skip(struct image *m, unsigned cpu, uint32_t words)
{
    m->r->traffic.bytes += 4 * (uint64_t)words;
    m->r->traffic.skipped_words += words;
    m->r->now->account[cpu].skipped += 4 * (uint64_t)words;
}

/* @return the number of words of records in a sub-buffer; 0 after a report if it is unknown */
static uint32_t part_words(struct image *m, const struct ring *ring, const struct part *p)
{
    uint32_t room = m->layout.subbuf_bytes / 4 - HEAD_WORDS;

    if (p->head.used_words != SPOOR_WIRE_SUBBUF_OPEN) {
        if (p->head.used_words <= room) {
            return p->head.used_words;
        }
        reader_say(m->r, "address 0x%08x: CPU %u: sub-buffer %u claims %u words and has room for %u, skipped",
                   p->address - 4 * HEAD_WORDS, ring->cpu, p->head.number, p->head.used_words, room);
        skip(m, ring->cpu, room);
        return 0;
    }
    uint32_t used = ring->next - p->address;

    if (used <= 4 * room && used % 4 == 0) {
        return used / 4;
    }
    reader_say(m->r, "address 0x%08x: CPU %u: sub-buffer %u is open, but its end 0x%08x is outside, skipped",
               p->address - 4 * HEAD_WORDS, ring->cpu, p->head.number, ring->next);
    skip(m, ring->cpu, room);
    return 0;
}

static void take_records(struct image *m, const struct part *part, struct place *p, struct block *b)
{
    uint32_t begin = part->address - m->memory->segments[0].address;
    const uint8_t *first = p->words.at;
    enum ring_record found = RING_TIME;

    while (p->words.at < p->words.end && found != RING_NO_RECORD) {
        struct spoor_item *item = &b->items[b->count];

        m->r->offset = begin + (uint64_t)(p->words.at - first);
        found = ring_words_next(&p->words, m->r->elf, item);
        if (found == RING_ITEM) {
            item->cpu = (uint8_t)p->number;
            item->offset = m->r->offset;
            recording_count(m->r, p->account, item);
            b->count++;
        }
        if (found == RING_ITEM && item->id == SPOOR_WIRE_ID_THREAD && item->bytes >= 4 &&
            spoor_thread(m->r, elf_word(item->data)) == NULL) { /* the thread has ended: the target's list
                                                                 * lacks it */
            recording_take_name(m->r, item);
        }
    }
    if (found == RING_NO_RECORD) {
        uint32_t words = (uint32_t)ring_words_left(&p->words);

        reader_say(m->r, "address 0x%08x: CPU %u: invalid record in sub-buffer %u, %u words skipped",
                   (uint32_t)(m->memory->segments[0].address + m->r->offset), p->number, part->head.number,
                   words);
        skip(m, p->number, words);
    }
}

static void take_part(struct image *m, const struct ring *ring, const struct part *part, struct place *p)
{
    uint64_t time = (uint64_t)part->head.time_high << 32 | part->head.time_low;

    if (time < p->words.time) {
        reader_say(m->r, "address 0x%08x: CPU %u: sub-buffer %u begins before the previous one ends, skipped",
                   part->address - 4 * HEAD_WORDS, ring->cpu, part->head.number);
        skip(m, ring->cpu, part_words(m, ring, part));
        return;
    }
    uint32_t words = part_words(m, ring, part);
    const uint8_t *bytes = image_at(m, part->address, 4 * (size_t)words);
    struct block *b = lanes_block(&m->r->lanes, words + 1, 0);

    if (b == NULL) {
        reader_fail(m->r, -ENOMEM);
        return;
    }
    p->words = (struct ring_words){bytes, bytes != NULL ? bytes + 4 * (size_t)words : NULL, time};
    take_records(m, part, p, b);
    lanes_add(&m->r->lanes, p->number, b);
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = ((const struct part *)a)->head.number, y = ((const struct part *)b)->head.number;

    return x < y ? -1 : x > y;
}

/* A sub-buffer is valid if it was used and is in the place that its number requires. */
void image_find_parts(struct image *m, struct ring *ring)
{
    for (unsigned i = 0; i < ring->subbufs; i++) {
        struct part *p = &ring->parts[ring->count];
        uint32_t w[sizeof(struct spoor_wire_subbuf) / 4] = {0};
        uint64_t address = part_address(m, ring, i);

        image_words(m, address, w, HEAD_WORDS); /* all sub-buffers are in the image: see memory.c */
        if (w[0] != SPOOR_WIRE_SUBBUF_MAGIC) {
            continue;
        }
        p->head = (struct spoor_wire_subbuf){w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7]};
        p->address = (uint32_t)address + 4 * HEAD_WORDS;
        if (w[1] == 0) {
            continue;
        }
        if ((w[1] - 1) % ring->subbufs != i) {
            reader_say(m->r, "address 0x%08" PRIx64 ": CPU %u: sub-buffer %u is in the wrong place, skipped",
                       address, ring->cpu, w[1]);
            skip(m, ring->cpu, m->layout.subbuf_bytes / 4 - HEAD_WORDS);
            continue;
        }
        ring->count++;
    }
    if (ring->count > 0) {
        sort_stable(ring->parts, ring->count, sizeof *ring->parts, by_number);
    }
}

/*
 * Sub-buffers in use have consecutive numbers. A corrupt number must not make the others look old, so the
 * newest is the number that is consistent with most others. @return its number
 */
static uint32_t newest_number(const struct ring *ring)
{
    uint32_t best = 0;
    unsigned most = 0;

    for (unsigned i = 0; i < ring->count; i++) {
        uint32_t newest = ring->parts[i].head.number;
        unsigned agree = 0;

        for (unsigned k = 0; k < ring->count; k++) {
            agree += newest - ring->parts[k].head.number < ring->subbufs;
        }
        if (agree >= most) {
            most = agree;
            best = newest;
        }
    }
    return best;
}

/* Report sub-buffers that are missing from the sequence. */
static void check_sequence(struct image *m, const struct ring *ring, uint32_t before, uint32_t number)
{
    uint32_t room = m->layout.subbuf_bytes / 4 - HEAD_WORDS;

    if (before != 0 && number - before > 1) {
        reader_say(m->r, "CPU %u: sub-buffers between %u and %u missing: %u", ring->cpu, before, number,
                   number - before - 1);
        skip(m, ring->cpu, room * (number - before - 1));
    }
}

static bool is_usable(struct image *m, const struct ring *ring, const struct part *part, uint32_t newest)
{
    bool of_ring = newest - part->head.number < ring->subbufs;
    bool open = part->head.used_words == SPOOR_WIRE_SUBBUF_OPEN;

    if (of_ring && (!open || part->head.number == newest)) {
        return true;
    }
    reader_say(m->r, "address 0x%08x: CPU %u: sub-buffer %u is %s, skipped", part->address - 4 * HEAD_WORDS,
               ring->cpu, part->head.number, of_ring ? "open but not the last" : "out of sequence");
    skip(m, ring->cpu, m->layout.subbuf_bytes / 4 - HEAD_WORDS);
    return false;
}

/* Push the losses between two sub-buffers, of which the target counted `before` and `now` since a clear. */
static void take_losses(struct image *m, const struct place *p, uint64_t until, uint32_t before, uint32_t now)
{
    if (now < before) {
        reader_say(m->r, "CPU %u: %u events lost in total, but %u before that", p->number, now, before);
        m->r->traffic.skipped_words++; /* one of the words is wrong, but it is unknown which */
    } else if (now > before && until >= p->words.time) {
        push_gap(m, p, until, now - before);
    }
}

void image_take_parts(struct image *m, const struct ring *ring, struct spoor_account *account)
{
    struct place p = {.account = account, .number = ring->cpu};
    uint32_t newest = newest_number(ring), before = 0, dropped = 0, clears = 0, cleared = ring->cleared;

    for (unsigned i = 0; i < ring->count; i++) {
        const struct part *part = &ring->parts[i];
        uint64_t time = (uint64_t)part->head.time_high << 32 | part->head.time_low;

        if (!is_usable(m, ring, part, newest)) {
            continue;
        }
        check_sequence(m, ring, before, part->head.number);
        if (before == 0 || part->head.clears != clears) {
            clears = part->head.clears; /* drops before the first sub-buffer precede all its records */
            account->in_gaps += part->head.dropped;
        } else {
            take_losses(m, &p, time, dropped, part->head.dropped);
        }
        before = part->head.number;
        dropped = part->head.dropped;
        cleared = part->head.cleared;
        take_part(m, ring, part, &p);
    }
    take_losses(m, &p, p.words.time, dropped, ring->dropped); /* after the newest, which is usable */
    if (cleared != ring->cleared) { /* each clear discards all sub-buffers that are older */
        reader_say(m->r, "CPU %u: %u events cleared, but %u before the last sub-buffer", ring->cpu,
                   ring->cleared, cleared);
        m->r->traffic.skipped_words++;
    }
    account->last_time = p.words.time;
    if (p.words.time > m->r->last_time) {
        m->r->last_time = p.words.time;
    }
}
