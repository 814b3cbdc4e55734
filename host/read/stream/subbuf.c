/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * SUBBUF packets: raw sub-buffers, for links that neither change nor lose bytes. Section 6 of
 * docs/wire-format.md describes their records.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "../reader_priv.h"
#include "../memory/ring_words_priv.h"

typedef unsigned long long ull;

/** More than the largest ring has. */
#define WORDS_MAX (1u << 16)

bool subbuf_take(struct spoor_reader *r, struct cursor *c)
{
    r->raw.cpu = cursor_u32(c);
    r->raw.number = cursor_u32(c);
    r->raw.before = cursor_u32(c);
    r->raw.time = cursor_u64(c);
    r->raw.words = cursor_u32(c);
    struct spoor_account *a = c->bad || r->raw.words > WORDS_MAX ? NULL : recording_account(r, r->raw.cpu);

    if (a == NULL) {
        return false;
    }
    /* One note, at most one item per word, and the words. */
    free(r->raw.block);
    r->raw.block = lanes_block(&r->lanes, r->raw.words + 1, 4 * (size_t)r->raw.words);
    if (r->raw.block == NULL) {
        reader_fail(r, -ENOMEM);
        return true;
    }
    r->raw.got = 0;
    demux_expect_raw(&r->demux, 4 * (size_t)r->raw.words);
    if (r->raw.words == 0) {
        subbuf_take_bytes(r, NULL, 0);
    }
    return true;
}

/* ------------------------------------------------------------------ records */

static void decode(struct spoor_reader *r, struct spoor_account *a, struct block *b)
{
    struct ring_words w = {b->bytes, b->bytes + 4 * (size_t)r->raw.words, r->raw.time};
    enum ring_record found = RING_TIME;

    while (w.at < w.end && found != RING_NO_RECORD) {
        struct spoor_item *item = &b->items[b->count];

        found = ring_words_next(&w, r->elf, item);
        if (found == RING_ITEM) {
            item->cpu = (uint8_t)r->raw.cpu;
            item->offset = r->offset;
            recording_count(r, a, item);
            b->count++;
        }
        if (found == RING_ITEM && item->id == SPOOR_WIRE_ID_THREAD) {
            recording_take_name(r, item);
        }
    }
    if (found == RING_NO_RECORD) {
        r->traffic.wrong++;
        reader_say(r, "offset %llu: CPU %u: invalid record in sub-buffer %u, %zu words skipped",
                   (ull)r->offset, r->raw.cpu, r->raw.number, ring_words_left(&w));
    }
    r->cpu[r->raw.cpu].last_time = a->last_time = w.time;
    if (w.time > r->last_time) {
        r->last_time = w.time;
    }
}

/* ------------------------------------------------------------------ the sub-buffer's place */

static void say_wrong(struct spoor_reader *r, const char *text, uint64_t from, uint64_t to)
{
    r->traffic.wrong++;
    reader_say(r, "offset %llu: CPU %u: sub-buffer %u: %s from %llu to %llu", (ull)r->offset, r->raw.cpu,
               r->raw.number, text, (ull)from, (ull)to);
}

static void take(struct spoor_reader *r, struct block *b)
{
    struct spoor_account *a = &r->now->account[r->raw.cpu];
    struct reader_cpu *cpu = &r->cpu[r->raw.cpu];

    if (!cpu->seen) {
        struct spoor_item *item = &b->items[b->count++];

        *item = (struct spoor_item){.kind = SPOOR_JOINED,
                                    .cpu = (uint8_t)r->raw.cpu,
                                    .offset = r->offset,
                                    .time = r->raw.time,
                                    .until = r->raw.time};
        item->count = r->raw.number; /* number of sub-buffers: their records were never counted */
    } else if (r->raw.number != cpu->next_number + cpu->others || r->raw.before != cpu->next_before) {
        say_wrong(r, "words are missing,", cpu->next_before, r->raw.before);
    }
    if (cpu->seen && r->raw.time < cpu->last_time) {
        say_wrong(r, "time decreases", cpu->last_time, r->raw.time);
    }
    cpu->seen = true;
    cpu->next_number = r->raw.number + 1;
    cpu->others = cpu->gone = cpu->placed = 0;
    cpu->next_before = r->raw.before + r->raw.words;
    a->words += r->raw.words;
    a->cut = 0;
    if (r->elf != NULL) {
        decode(r, a, b);
    } else {
        a->unread_end = true;
    }
}

void subbuf_end(struct spoor_reader *r)
{
    if (r->raw.block != NULL) {
        reader_say(r, "offset %llu: CPU %u: sub-buffer %u is cut off, its %u words are skipped",
                   (ull)r->offset, r->raw.cpu, r->raw.number, r->raw.words);
        r->now->account[r->raw.cpu].unread_end = true;
    }
}

void subbuf_take_bytes(struct spoor_reader *r, const uint8_t *bytes, size_t n)
{
    struct block *b = r->raw.block;

    r->traffic.packet_bytes += n;
    if (n > 0) {
        memcpy(b->bytes + r->raw.got, bytes, n);
    }
    r->raw.got += n;
    if (r->raw.got == 4 * (size_t)r->raw.words) {
        r->raw.block = NULL;
        take(r, b);
        lanes_add(&r->lanes, r->raw.cpu, b);
        r->demux.stop = true;
    }
}
