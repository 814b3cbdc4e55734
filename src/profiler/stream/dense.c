/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Encoding of records as bits, by the predictions of a model (wire_dense.h). A packet remains open after a
 * sub-buffer, so that the next one of the CPU continues it: most records take about a byte, and a packet's
 * head and checksum some twenty.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS && CONFIG_TRACE_DENSE

#include <string.h>
#include <spoor/event.h>
#include <spoor/core/ids.h>
#include "dense_priv.h"

/*
 * Maximum bytes of a record: of its ID, flags and time, with the bits before it, and of each word. Then the
 * length of data, with the bits up to the next whole byte.
 */
#define RECORD_MAX 12
#define WORD_MAX   5
#define LENGTH_MAX 3

/* Put zeros up to a whole byte, and store all bytes. */
SMALL static void put_rest(struct trace_bits *o)
{
    for (unsigned i = 0; i < o->n; i += 8) {
        *o->at++ = (uint8_t)(o->bits >> i);
    }
    o->n = 0;
    o->bits = 0;
}

/* Continue with bits at a byte of the frame, after those before it in its word. */
SMALL static void start_bits(struct trace_bits *o, uint8_t *at)
{
    o->n = (uintptr_t)at % sizeof(uint32_t) * 8;
    o->at = at - o->n / 8;
    o->bits = *(const uint32_t *)(const void *)o->at & ((UINT32_C(1) << o->n) - 1);
}

/* ------------------------------------------------------------------ a record */

/* @return the address of entries[n], an array in `m`. Entries of all arrays are near m + n, which takes one
 * instruction. */
INLINE uint16_t *entry_of(struct spoor_dense *m, const uint16_t *entries, uint32_t n)
{
    uint16_t *place = (uint16_t *)(void *)m + n;

    COMPUTE(place);
    return place + (entries - (const uint16_t *)(const void *)m);
}

/* Same as spoor_dense_mark(), in straight code. */
INLINE uint32_t mark_of(unsigned id, uint32_t word)
{
    uint32_t mark = id ^ spoor_dense_hash(word, SPOOR_DENSE_ID_BITS);

    COMPUTE(mark);
    return word - SPOOR_DENSE_MARK_MAX < SPOOR_WIRE_LONG_WORD - SPOOR_DENSE_MARK_MAX ? id : mark;
}

/* @return 0 if the words are as predicted */
INLINE uint32_t unlike(const struct spoor_dense *m, uint16_t known, const uint32_t *words, unsigned n)
{
    if (n == 1) {
        return words[0] ^ spoor_dense_word(m, known);
    }
    if (n != 2) {
        return 1;
    }
    uint32_t off = words[0] ^ spoor_dense_byte_word(m, (uint8_t)known);

    return off != 0 ? off : words[1] ^ spoor_dense_byte_word(m, (uint8_t)(known >> 8));
}

/* Put a head, and a time that isn't as predicted. `mark` is that of its record. */
INLINE void put_time(struct trace_unsent *u, struct spoor_dense *m, struct head h, uint16_t *times,
                     uint32_t mark, uint32_t time, uint32_t ticks)
{
    uint16_t entry = *times;
    unsigned k = entry >> SPOOR_DENSE_TIME_BITS;

    *times = spoor_dense_time_next(entry, ticks);
    if (k < SPOOR_DENSE_PERIODIC) {
        put_class(&u->bits, h, ticks, k);
    } else {
        put(&u->bits, h.bits, h.n);
        spoor_dense_put_period(u, spoor_dense_period(m, mark), time, ticks, k);
    }
}

/* Put words that aren't as predicted, after a head that says so. */
INLINE void put_words(struct trace_unsent *u, struct spoor_dense *m, unsigned id, const uint32_t *words,
                      unsigned n, uint16_t *known)
{
    if (n == 1) {
        *known = spoor_dense_token(words[0]);
        spoor_dense_put_word(u, spoor_dense_class(m, id, 0), words[0]);
    } else if (n == 2) {
        spoor_dense_put_two(u, id, words, known);
    } else {
        spoor_dense_put_many(u, id, words, n);
    }
}

/* @return a zero, and an ID that isn't the first candidate */
INLINE struct head other_id(uint8_t ids[2], unsigned id)
{
    bool second = ids[1] == id - SPOOR_DENSE_ID_FIRST;

    spoor_dense_follow(ids, id);
    return second ? (struct head){4, 3} : (struct head){id << 3, 3 + SPOOR_DENSE_ID_BITS};
}

/* Put a record of `n` words, `ticks` after the last one. Most records are as predicted, and take one bit. */
INLINE void put_record(struct trace_unsent *u, struct spoor_dense *m, unsigned id, const uint32_t *words,
                       unsigned n, uint32_t time, uint32_t ticks)
{
    struct trace_bits *o = &u->bits;
    uint32_t last = m->mark, before = m->mark_before, mark = id;
    uint32_t key = spoor_dense_key(m, id);
    uint16_t *known = NULL;
    uint32_t other = 0;

    if (n != 0) {
        mark = mark_of(id, words[0]);
        known = entry_of(m, m->words, spoor_dense_hash(key ^ before << 18, SPOOR_DENSE_CONTEXT_BITS));
        other = unlike(m, *known, words, n);
    }
    m->mark = mark;
    m->mark_before = last;

    uint16_t *times = entry_of(m, m->times, spoor_dense_hash(key, SPOOR_DENSE_CONTEXT_BITS));
    uint32_t off = ticks ^ (*times & SPOOR_DENSE_TIME_MASK);
    unsigned first =
        m->ids[spoor_dense_hash(last, SPOOR_DENSE_CONTEXT_BITS)][0] ^ (id - SPOOR_DENSE_ID_FIRST);

    if ((other | first | off) == 0) {
        put(o, 1, 1);
        return;
    }
    struct head h = {2, 2};

    if (first != 0) {
        h = other_id(m->ids[spoor_dense_hash(last, SPOOR_DENSE_CONTEXT_BITS)], id);
    }
    if (other != 0) {
        put(o, h.bits, h.n + (n <= SPOOR_DENSE_WORDS));
        put_words(u, m, id, words, n, known);
        h = (struct head){off == 0, 1};
    } else {
        if (n != 0) {
            h.bits |= UINT32_C(1) << h.n++;
        }
        if (first != 0) {
            h.bits |= (uint32_t)(off == 0) << h.n++;
        }
    }
    if (off != 0) {
        put_time(u, m, h, times, m->mark, time, ticks);
    } else {
        put(o, h.bits, h.n);
    }
}

/* ------------------------------------------------------------------ packets */

void trace_encode_flush(struct trace_encoder *e)
{
    struct trace_unsent *u = &e->unsent;

    if (u->model != NULL) {
        u->model = NULL;
        put_rest(&u->bits);
        e->used = (unsigned)(u->bits.at - e->frame);
        trace_encode_end(e);
    }
}

SMALL void trace_encode_restart(struct trace_encoder *e)
{
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        e->cpu[cpu].until_reset = 0;
    }
}

SMALL static void open_packet(struct run *run, uint64_t ticks)
{
    struct trace_encoder *e = run->e;
    struct spoor_dense *model = &e->models[run->cpu];
    bool continues = run->sent->until_reset != 0;

    trace_encode_flush(e);
    spoor_packet_begin(e, SPOOR_WIRE_DENSE);
    trace_encode_all(e, e->recording, run->cpu, run->sent->packets, run->sent->records);
    trace_encode_number(e, ticks);
    trace_encode_u32(e, continues);
    if (!continues) {
        spoor_dense_reset(model);
        run->sent->until_reset = CONFIG_TRACE_DENSE_RECORDS;
    }
    run->sent->packets++;
    e->unsent.model = model;
    e->unsent.time = ticks;
    start_bits(&e->unsent.bits, e->frame + e->used);
}

/* @return whether the CPU's packet is open and has room for a record of `bytes` bytes */
static bool has_room(const struct run *run, size_t bytes)
{
    const struct trace_encoder *e = run->e;

    return e->unsent.model == &e->models[run->cpu] && e->unsent.bits.at + bytes <= e->frame + PACKET_LIMIT;
}

/* @return whether a record at `time` may continue the packet: the time since the last one fits into 31 bits
 */
static bool is_close(const struct run *run, uint64_t time)
{
    return (time >> run->e->shift) - run->e->unsent.time <= INT32_MAX;
}

/* ------------------------------------------------------------------ data */

#if TRACE_DATA_MAX > SPOOR_WIRE_DATA_WHOLE

/* Send data that may not fit into the open packet: as much as fits, and the rest in others. */
SMALL static void put_split(struct run *run, const uint8_t *data, uint32_t bytes)
{
    struct trace_encoder *e = run->e;
    uint8_t *at = e->unsent.bits.at;

    for (;;) {
        uint32_t room = (uint32_t)(e->frame + PACKET_LIMIT - at), n = bytes < room ? bytes : room;

        memcpy(at, data, n);
        data += n;
        bytes -= n;
        if (e->unsent.model != NULL) {
            e->unsent.bits.at += n;
            trace_encode_flush(e);
        } else {
            e->used += n;
            run->sent->packets++;
            trace_encode_end(e);
        }
        if (bytes == 0) {
            break;
        }
        spoor_packet_begin(e, SPOOR_WIRE_DATA);
        trace_encode_all(e, e->recording, run->cpu, run->sent->packets, run->sent->records);
        at = e->frame + e->used;
    }
}

#endif

/* Put the ID and time of a record with data, and the data's length, with zeros up to a whole byte. */
SMALL static void put_data_head(struct run *run, unsigned id, uint32_t bytes)
{
    struct trace_unsent *u = &run->e->unsent;
    struct spoor_dense *m = u->model;
    uint64_t ticks = run_ticks(run);
    uint32_t since = (uint32_t)(ticks - u->time);
    struct head h = {2, 2};
    uint16_t *times = spoor_dense_times(m, spoor_dense_key(m, id));
    bool exact = since == (*times & SPOOR_DENSE_TIME_MASK);
    uint8_t *ids = m->ids[spoor_dense_next(m)];

    if (ids[0] != id - SPOOR_DENSE_ID_FIRST) {
        h = other_id(ids, id);
    }
    h.bits |= (uint32_t)exact << h.n++;
    if (exact) {
        put(&u->bits, h.bits, h.n);
    } else {
        put_time(u, m, h, times, id, (uint32_t)ticks, since);
    }
    put(&u->bits, bytes, SPOOR_DENSE_DATA_BITS);
    put_rest(&u->bits);
    spoor_dense_end(m, id);
    u->time = ticks;
}

static void count_records(struct run *run, uint32_t n)
{
    struct trace_sent *sent = run->sent;

    sent->records += n;
    sent->until_reset -= n < sent->until_reset ? n : sent->until_reset;
}

SMALL static void put_data(struct run *run, unsigned id, const uint32_t *data, uint32_t bytes)
{
    struct trace_bits *o = &run->e->unsent.bits;
    bool whole = bytes <= SPOOR_WIRE_DATA_WHOLE;

    if (!has_room(run, RECORD_MAX + LENGTH_MAX + (whole ? bytes : 0)) || !is_close(run, run->time)) {
        open_packet(run, run_ticks(run));
    }
    put_data_head(run, id, bytes);
    count_records(run, 1);
#if TRACE_DATA_MAX > SPOOR_WIRE_DATA_WHOLE
    if (!whole) {
        put_split(run, (const uint8_t *)data, bytes);
        return;
    }
#endif
    memcpy(o->at, data, bytes);
    if (id == SPOOR_WIRE_ID_STACK && bytes >= 4) { /* the stack refers to its record by the time as sent */
        uint32_t header = data[0] >> run->e->shift << run->e->shift;

        memcpy(o->at, &header, sizeof header);
    }
    start_bits(o, o->at + bytes);
}

/* ------------------------------------------------------------------ sub-buffers */

/* The record is damaged. */
#define DAMAGED UINT32_MAX

/*
 * Do what the fast path doesn't: records with data or a time, and the opening of a packet for the next
 * record.
 *
 * @param left  words from here to the sub-buffer's end
 * @return the number of words that were encoded, or DAMAGED
 */
SMALL static uint32_t put_slow(struct run *run, const uint32_t *record, uint32_t left)
{
    unsigned id = *record >> SPOOR_WIRE_TIME_BITS;
    unsigned words = id < CONFIG_TRACE_IDS ? trace_words[id] : TRACE_WORDS_NONE;
    uint64_t time = run->time + ((*record - (uint32_t)run->time) & SPOOR_WIRE_TIME_MASK);

    if (CONFIG_TRACE_DATA && words == SPOOR_WIRE_WORDS_DATA) {
        uint32_t bytes = left > 1 ? record[1] : UINT32_MAX;

        words = 1 + (bytes + 3) / 4;
        if (bytes > TRACE_DATA_MAX || left <= words) {
            return DAMAGED;
        }
        run->time = time;
        if (id != SPOOR_WIRE_ID_UNFINISHED) { /* only left by a reset */
            put_data(run, id, record + 2, bytes);
        }
    } else if (words > SPOOR_WIRE_WORDS_MAX || left <= words) {
        return DAMAGED;
    } else if (id == SPOOR_WIRE_ID_TIME) {
        run->time = (uint64_t)record[2] << 32 | record[1];
    } else if (id < SPOOR_WIRE_ID_ENTER) {
        return DAMAGED;
    } else {
        run->time = time;
        open_packet(run, run_ticks(run));
        return 0;
    }
    return 1 + words;
}

/*
 * The fast path: records of fixed length, close in time, in the open packet.
 *
 * @return the first record that needs the slow path
 */
INLINE const uint32_t *put_common(struct run *run, const uint32_t *at, const uint32_t *end, unsigned shift)
{
    struct trace_unsent *u = &run->e->unsent;
    struct spoor_dense *m = u->model;
    const uint8_t *limit = run->e->frame + PACKET_LIMIT - RECORD_MAX;
    const uint8_t *safe = limit - WORD_MAX * SPOOR_WIRE_WORDS_MAX; /* any record fits up to here */
    const uint32_t *near_end = end - at > SPOOR_WIRE_WORDS_MAX ? end - SPOOR_WIRE_WORDS_MAX : at;
    uint32_t time = (uint32_t)run->time, ticks = (uint32_t)(run->time >> shift);
    uint32_t last = (uint32_t)u->time, records = 0;

    for (;;) {
        if (at >= near_end && !is_whole(at, end)) {
            break;
        }
        unsigned id = *at >> SPOOR_WIRE_TIME_BITS;

        if (id - SPOOR_WIRE_ID_ENTER >= CONFIG_TRACE_IDS - SPOOR_WIRE_ID_ENTER) {
            break;
        }
        unsigned n = trace_words[id];

        if (n > SPOOR_WIRE_WORDS_MAX || (u->bits.at > safe && u->bits.at + WORD_MAX * n > limit)) {
            break;
        }
        uint32_t cycles = (*at - time) & SPOOR_WIRE_TIME_MASK;

        if (shift != 0) {
            ticks += ((time & ((UINT32_C(1) << shift) - 1)) + cycles) >> shift;
        } else {
            ticks += cycles;
        }
        time += cycles;
        records++;
        put_record(u, m, id, at + 1, n, ticks, ticks - last);
        last = ticks;
        at += 1 + n;
    }
    run->time += (uint32_t)(time - (uint32_t)run->time);
    u->time = records != 0 ? run->time >> shift : u->time;
    count_records(run, records);
    return at;
}

#ifndef __OPTIMIZE_SIZE__
static __attribute__((noinline, hot)) const uint32_t *put_fast(struct run *run, const uint32_t *at,
                                                               const uint32_t *end)
{
    return put_common(run, at, end, 0);
}
#else
#define put_fast put_fast_ticks
#endif

SMALL static __attribute__((noinline)) const uint32_t *put_fast_ticks(struct run *run, const uint32_t *at,
                                                                      const uint32_t *end)
{
    return put_common(run, at, end, run->e->shift);
}

void spoor_encode_records(struct run *run, const uint32_t *at, const uint32_t *end)
{
    while (at < end) {
        if (has_room(run, 0) && is_close(run, run->time)) {
            at = run->e->shift == 0 ? put_fast(run, at, end) : put_fast_ticks(run, at, end);
        }
        uint32_t words = at < end ? put_slow(run, at, (uint32_t)(end - at)) : 0;

        if (words == DAMAGED) {
            break;
        }
        at += words;
    }
}

#endif
