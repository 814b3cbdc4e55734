/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * SUBBUF packets: sub-buffers as they are in memory, by links that change and lose nothing. Records are those
 * of section 6 of docs/wire-format.md.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "elf_priv.h"
#include "reader_priv.h"

typedef unsigned long long ull;

/** Rings are smaller. */
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
    /* A note, an item for each word at most, and the words. */
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

struct words {
    const uint8_t *at, *end;
    uint64_t time;
};

static size_t left(const struct words *w)
{
    return (size_t)(w->end - w->at) / 4;
}

/* @return words of a record after its header, or -1 when it is invalid */
static int length_of(const struct words *w, const struct spoor_id *id, uint32_t *bytes)
{
    if (id->words != WIRE_WORDS_DATA) {
        return id->class != SPOOR_NONE && id->words < left(w) ? id->words : -1;
    }
    *bytes = left(w) > 1 ? elf_word(w->at + 4) : UINT32_MAX;
    return *bytes <= 4 * left(w) && 1 + (*bytes + 3) / 4 < left(w) ? (int)(1 + (*bytes + 3) / 4) : -1;
}

/* @return whether there was a record; a time and an unfinished one are none, and no item */
static bool next_record(struct spoor_reader *r, struct words *w, struct spoor_item *item, bool *none)
{
    static const struct spoor_id unfinished = {.class = SPOOR_TIME, .words = WIRE_WORDS_DATA};
    uint32_t header = elf_word(w->at), bytes = 0;
    unsigned number = header >> WIRE_TIME_BITS;
    const struct spoor_id *id = number == WIRE_ID_UNFINISHED ? &unfinished : spoor_id(r->elf, number);
    int words = length_of(w, id, &bytes);

    if (words < 0) {
        return false;
    }
    w->time += (header - (uint32_t)w->time) & WIRE_TIME_MASK;
    *none = id->class == SPOOR_TIME;
    if (number == WIRE_ID_TIME) {
        uint64_t now = elf_word(w->at + 4) | (uint64_t)elf_word(w->at + 8) << 32;

        if (now < w->time) {
            return false;
        }
        w->time = now;
    }
    *item = (struct spoor_item){.kind = SPOOR_RECORD,
                                .cpu = (uint8_t)r->raw.cpu,
                                .id = (uint16_t)number,
                                .offset = r->offset,
                                .time = w->time,
                                .until = w->time,
                                .size = (uint16_t)(4 * (1 + words))};
    if (id->words == WIRE_WORDS_DATA) {
        item->data = w->at + 8;
        item->bytes = bytes;
    }
    for (int i = 0; id->words != WIRE_WORDS_DATA && i < words && i < WIRE_WORDS_MAX; i++) {
        item->word[i] = elf_word(w->at + 4 * (1 + i));
    }
    w->at += 4 * (1 + (size_t)words);
    return true;
}

static void count(struct spoor_reader *r, struct spoor_account *a, const struct spoor_item *item)
{
    struct spoor_count *n = &a->ids[item->id];

    a->decoded++;
    n->decoded++;
    n->bytes += item->size;
    if (spoor_id(r->elf, item->id)->class == SPOOR_BLOCK) {
        n->sum += item->word[0];
    } else if (item->id == WIRE_ID_THREAD) {
        recording_take_name(r, item);
    }
}

static void decode(struct spoor_reader *r, struct spoor_account *a, struct block *b)
{
    struct words w = {b->bytes, b->bytes + 4 * (size_t)r->raw.words, r->raw.time};
    struct reader_cpu *cpu = &r->cpu[r->raw.cpu];
    bool none;

    while (w.at < w.end) {
        struct spoor_item *item = &b->items[b->count];

        if (!next_record(r, &w, item, &none)) {
            r->traffic.wrong++;
            reader_say(r, "offset %llu: CPU %u: no record in sub-buffer %u, %zu words skipped",
                       (ull)r->offset, r->raw.cpu, r->raw.number, left(&w));
            break;
        }
        if (!none) {
            b->count++;
            count(r, a, item);
        }
    }
    cpu->last_time = a->last_time = w.time;
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
        item->count = r->raw.number; /* sub-buffers: nothing says how many records were in them */
    } else if (r->raw.number != cpu->next_number || r->raw.before != cpu->next_before) {
        say_wrong(r, "words are missing,", cpu->next_before, r->raw.before);
    }
    if (cpu->seen && r->raw.time < cpu->last_time) {
        say_wrong(r, "time goes back", cpu->last_time, r->raw.time);
    }
    cpu->seen = true;
    cpu->next_number = r->raw.number + 1;
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
    if (b == NULL) {
        return;
    }
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
