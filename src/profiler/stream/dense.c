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
#include "records_priv.h"

/*
 * Maximum bytes of a record: of its ID, flags and time, with the bits before it, and of each word. Then the
 * length of data, with the bits up to the next whole byte.
 */
#define RECORD_MAX 12
#define WORD_MAX   5
#define LENGTH_MAX 3

/* A record of fixed length. */
struct record {
    const uint32_t *words;
    unsigned id, n;
    uint32_t ticks; /* since the last record */
    uint32_t time;  /* low word of the time, in ticks */
    uint32_t mark;  /* see spoor_dense_mark() */
    bool same;      /* the words are as predicted */
    uint8_t *ids;   /* entries of the model */
    uint16_t *times, *known;
};

/* ------------------------------------------------------------------ bits */

static inline void store(struct trace_unsent *o, uint32_t bits)
{
    uint8_t *at = o->at;

    at[0] = (uint8_t)bits;
    at[1] = (uint8_t)(bits >> 8);
    at[2] = (uint8_t)(bits >> 16);
    at[3] = (uint8_t)(bits >> 24);
    o->at = at + 4;
}

/* Put the lowest `n` bits, 1 to 31 of them; the others must be 0. */
static inline void put(struct trace_unsent *o, uint32_t bits, unsigned n)
{
    unsigned all = o->n + n;
    uint32_t more = o->bits | bits << o->n;

    if (all >= 32) {
        store(o, more);
        all -= 32;
        more = bits >> (n - all); /* n - all is 1 to 31 */
    }
    o->bits = more;
    o->n = all;
}

static void put_bits(struct trace_unsent *o, uint32_t bits, unsigned n)
{
    put(o, bits, n);
}

/* Put a number, after its length. */
SMALL static void put_sized(struct trace_unsent *o, uint32_t n)
{
    unsigned bits = 32 - (unsigned)__builtin_clz(n | 1);

    put_bits(o, bits - 1, 5);
    if (bits > 16) {
        put_bits(o, n & 0xFFFF, 16);
        n >>= 16;
        bits -= 16;
    }
    put_bits(o, n, bits);
}

/* Put a number of class `k`: the part above it as ones and a zero, then `k` bits. */
static void put_class(struct trace_unsent *o, uint32_t n, unsigned k)
{
    uint32_t above = n >> k;

    if (above < SPOOR_DENSE_UNARY) {
        put(o, ((UINT32_C(1) << above) - 1) | (n - (above << k)) << (above + 1), above + 1 + k);
    } else {
        put_bits(o, (UINT32_C(1) << SPOOR_DENSE_UNARY) - 1, SPOOR_DENSE_UNARY);
        put_sized(o, n);
    }
}

/* Put zeros up to a whole byte, and store all bytes. */
SMALL static void put_rest(struct trace_unsent *o)
{
    for (unsigned i = 0; i < o->n; i += 8) {
        *o->at++ = (uint8_t)(o->bits >> i);
    }
    o->n = 0;
    o->bits = 0;
}

/* ------------------------------------------------------------------ fields of a record */

static void put_id(struct trace_unsent *o, const struct record *r)
{
    unsigned byte = r->id - SPOOR_DENSE_ID_FIRST;

    if (byte == r->ids[0]) {
        put_bits(o, 1, 1);
        return;
    }
    if (byte == r->ids[1]) {
        put_bits(o, 2, 2);
    } else {
        put_bits(o, r->id << 2, 2 + SPOOR_DENSE_ID_BITS);
    }
    spoor_dense_follow(r->ids, r->id);
}

SMALL static void put_long(struct trace_unsent *o, uint32_t word)
{
    struct spoor_dense *m = o->model;
    unsigned slot = spoor_dense_slot(word);

    if (m->longs[slot] == word) {
        put_bits(o, 1 | slot << 2, 2 + SPOOR_DENSE_SLOT_BITS);
    } else {
        put_bits(o, 3, 2);
        put_sized(o, spoor_dense_fold(word - m->last_long));
        m->longs[slot] = word;
    }
    m->last_long = word;
}

static void put_word(struct trace_unsent *o, const struct record *r, unsigned i)
{
    uint32_t word = r->words[i];

    if (word >= SPOOR_WIRE_LONG_WORD) {
        put_long(o, word);
        return;
    }
    uint8_t *class = spoor_dense_class(o->model, r->id, i);
    unsigned k = *class;

    put_bits(o, 0, 1);
    put_class(o, word, k);
    *class = (uint8_t)spoor_dense_class_next(k, word);
}

/* Put two words: for each whether it is as predicted, or the word. */
static void put_two(struct trace_unsent *o, const struct record *r)
{
    uint16_t known = *r->known;
    const uint8_t bytes[2] = {(uint8_t)known, (uint8_t)(known >> 8)};
    bool same[2];

    for (unsigned i = 0; i < 2; i++) {
        same[i] = r->words[i] == spoor_dense_byte_word(o->model, bytes[i]);
    }
    *r->known = (uint16_t)(spoor_dense_byte(r->words[0]) | spoor_dense_byte(r->words[1]) << 8);
    for (unsigned i = 0; i < 2; i++) {
        put_bits(o, same[i], 1);
        if (!same[i]) {
            put_word(o, r, i);
        }
    }
}

static void put_words(struct trace_unsent *o, const struct record *r)
{
    if (r->n - 1 < SPOOR_DENSE_WORDS) {
        put_bits(o, r->same, 1);
        if (r->same) {
            return;
        }
        if (r->n == 2) {
            put_two(o, r);
            return;
        }
        *r->known = spoor_dense_token(r->words[0]);
    }
    for (unsigned i = 0; i < r->n; i++) {
        put_word(o, r, i);
    }
}

/* Put a time that may be periodic. @return whether it is */
static bool put_period(struct trace_unsent *o, const struct record *r)
{
    struct spoor_dense_period *p = spoor_dense_period(o->model, r->mark);
    uint32_t off = spoor_dense_fold(r->time - p->last - p->interval);
    bool periodic = off < SPOOR_DENSE_UNARY << SPOOR_DENSE_CLASS_PERIOD;

    put_bits(o, periodic, 1);
    if (periodic) {
        put_class(o, off, SPOOR_DENSE_CLASS_PERIOD);
    }
    spoor_dense_period_next(p, r->time);
    return periodic;
}

/* @param known  it isn't the predicted time, as the reader already knows */
static void put_time(struct trace_unsent *o, const struct record *r, bool known)
{
    uint16_t entry = *r->times;
    unsigned k = entry >> SPOOR_DENSE_TIME_BITS;
    bool same = r->ticks == (entry & SPOOR_DENSE_TIME_MASK);

    if (!known) {
        put_bits(o, same, 1);
    }
    if (same) {
        return;
    }
    if (k < SPOOR_DENSE_PERIODIC || !put_period(o, r)) {
        put_class(o, r->ticks, k);
    }
    *r->times = spoor_dense_time_next(entry, r->ticks);
}

/* ------------------------------------------------------------------ a record */

static __attribute__((noinline)) void put_other(struct trace_unsent *o, const struct record *r)
{
    bool known = r->ids[0] == r->id - SPOOR_DENSE_ID_FIRST && r->same;

    put_bits(o, 0, 1);
    put_id(o, r);
    put_words(o, r);
    put_time(o, r, known);
}

static inline bool are_same(const struct spoor_dense *m, uint16_t known, const uint32_t *words, unsigned n)
{
    if (n == 1) {
        return words[0] == spoor_dense_word(m, known);
    }
    return n == 2 && words[0] == spoor_dense_byte_word(m, (uint8_t)known) &&
           words[1] == spoor_dense_byte_word(m, (uint8_t)(known >> 8));
}

/* Most records are as predicted, and take one bit. */
static inline __attribute__((always_inline)) void put_record(struct trace_unsent *o, struct record *r)
{
    struct spoor_dense *m = o->model;
    uint32_t key = spoor_dense_key(m, r->id);

    r->ids = m->ids[spoor_dense_next(m)];
    r->times = spoor_dense_times(m, key);
    r->known = NULL;
    r->mark = r->id;
    r->same = true;
    if (r->n != 0) {
        r->mark = spoor_dense_mark(r->id, r->words[0]);
        r->known = spoor_dense_words(m, key);
        r->same = are_same(m, *r->known, r->words, r->n);
    }
    if (r->same && r->ids[0] == r->id - SPOOR_DENSE_ID_FIRST &&
        r->ticks == (*r->times & SPOOR_DENSE_TIME_MASK)) {
        put(o, 1, 1);
    } else {
        put_other(o, r);
    }
    spoor_dense_end(m, r->mark);
}

/* ------------------------------------------------------------------ packets */

void trace_encode_flush(struct trace_encoder *e)
{
    struct trace_unsent *o = &e->unsent;

    if (o->model != NULL) {
        o->model = NULL;
        put_rest(o);
        e->used = (unsigned)(o->at - e->frame);
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

    trace_encode_begin(e, SPOOR_WIRE_DENSE);
    trace_encode_all(e, run->cpu, run->sent->packets, run->sent->records);
    trace_encode_number(e, ticks);
    trace_encode_u32(e, continues);
    if (!continues) {
        spoor_dense_reset(model);
        run->sent->until_reset = CONFIG_TRACE_DENSE_RECORDS;
    }
    run->sent->packets++;
    e->unsent = (struct trace_unsent){model, run->sent, ticks, e->frame + e->used, 0, 0};
}

/* @return whether the CPU's packet is open and has room for a record of `bytes` bytes */
static bool has_room(const struct run *run, size_t bytes)
{
    const struct trace_encoder *e = run->e;

    return e->unsent.model == &e->models[run->cpu] && e->unsent.at + bytes <= e->frame + PACKET_LIMIT;
}

/*
 * Count a record of up to `bytes` bytes at the time `run->time`, and open a packet if necessary. A new packet
 * has its own time, so that no time between records exceeds 32 bits.
 *
 * @return the ticks since the last record
 */
SMALL static uint32_t begin_record(struct run *run, size_t bytes)
{
    struct trace_unsent *o = &run->e->unsent;
    uint64_t ticks = run_ticks(run);

    if (!has_room(run, bytes) || ticks - o->time > UINT32_MAX) {
        open_packet(run, ticks);
    }
    uint32_t since = (uint32_t)(ticks - o->time);

    o->time = ticks;
    run->sent->records++;
    run->sent->until_reset -= run->sent->until_reset != 0;
    return since;
}

#if TRACE_DATA_MAX > SPOOR_WIRE_DATA_WHOLE

/* Send the data that don't fit into the packet in others. */
SMALL static void put_split(struct run *run, const uint8_t *data, uint32_t bytes)
{
    struct trace_encoder *e = run->e;
    uint8_t *at = e->unsent.at;

    while (bytes != 0) {
        uint32_t room = (uint32_t)(e->frame + PACKET_LIMIT - at), n = bytes < room ? bytes : room;

        memcpy(at, data, n);
        data += n;
        bytes -= n;
        if (e->unsent.model != NULL) {
            e->unsent.at = at + n;
            trace_encode_flush(e);
        } else {
            e->used += n;
            trace_encode_end(e);
            run->sent->packets++;
        }
        if (bytes != 0) {
            trace_encode_begin(e, SPOOR_WIRE_DATA);
            trace_encode_all(e, run->cpu, run->sent->packets, run->sent->records);
            at = e->frame + e->used;
        }
    }
}

#endif

/* Put a record with data, after zeros up to a whole byte. */
SMALL static void put_data(struct run *run, unsigned id, const uint32_t *data, uint32_t bytes)
{
    struct trace_unsent *o = &run->e->unsent;
    size_t whole = bytes > SPOOR_WIRE_DATA_WHOLE ? 0 : bytes;
    struct record r = {.id = id, .mark = id, .ticks = begin_record(run, RECORD_MAX + LENGTH_MAX + whole)};
    uint32_t key = spoor_dense_key(o->model, id);

    r.time = (uint32_t)o->time;
    r.ids = o->model->ids[spoor_dense_next(o->model)];
    r.times = spoor_dense_times(o->model, key);
    put_bits(o, 0, 1);
    put_id(o, &r);
    put_time(o, &r, false);
    put_bits(o, bytes, SPOOR_DENSE_DATA_BITS);
    put_rest(o);
    spoor_dense_end(o->model, id);
#if TRACE_DATA_MAX > SPOOR_WIRE_DATA_WHOLE
    if (bytes > SPOOR_WIRE_DATA_WHOLE) {
        put_split(run, (const uint8_t *)data, bytes);
        return;
    }
#endif
    memcpy(o->at, data, bytes);
    if (id == SPOOR_WIRE_ID_STACK && bytes >= 4) { /* the stack refers to its record by the time as sent */
        uint32_t header = data[0] >> run->e->shift << run->e->shift;

        memcpy(o->at, &header, sizeof header);
    }
    o->at += bytes;
}

/*
 * Encode any record, opening a packet if necessary.
 *
 * @param left  words from here to the sub-buffer's end
 * @return the number of words of the record, or 0 if it is damaged
 */
SMALL static uint32_t put_any(struct run *run, const uint32_t *record, uint32_t left)
{
    unsigned id = *record >> SPOOR_WIRE_TIME_BITS;
    unsigned words = id < CONFIG_TRACE_IDS ? trace_words[id] : TRACE_WORDS_NONE;

    run->time += (*record - (uint32_t)run->time) & SPOOR_WIRE_TIME_MASK;
    if (CONFIG_TRACE_DATA && words == SPOOR_WIRE_WORDS_DATA) {
        uint32_t bytes = left > 1 ? record[1] : UINT32_MAX;

        words = 1 + (bytes + 3) / 4;
        if (bytes > TRACE_DATA_MAX || left <= words) {
            return 0;
        }
        if (id != SPOOR_WIRE_ID_UNFINISHED) { /* only left by a reset */
            put_data(run, id, record + 2, bytes);
        }
    } else if (words > SPOOR_WIRE_WORDS_MAX || left <= words) {
        return 0;
    } else if (id == SPOOR_WIRE_ID_TIME) {
        run->time = (uint64_t)record[2] << 32 | record[1];
    } else {
        struct record r = {.words = record + 1, .id = id, .n = words};

        r.ticks = begin_record(run, RECORD_MAX + WORD_MAX * words);
        r.time = (uint32_t)run->e->unsent.time;
        put_record(&run->e->unsent, &r);
    }
    return 1 + words;
}

/*
 * The fast path: records of fixed length, close in time, in the open packet.
 *
 * @return the first record that needs the slow path
 */
static inline __attribute__((always_inline)) const uint32_t *put_common(struct run *run, const uint32_t *at,
                                                                        const uint32_t *end, unsigned shift)
{
    struct trace_unsent o = run->e->unsent;
    const uint8_t *limit = run->e->frame + PACKET_LIMIT - RECORD_MAX;
    uint32_t time = (uint32_t)run->time, ticks = (uint32_t)(run->time >> shift);
    uint32_t since = ticks - (uint32_t)o.time, records = 0;

    while (at < end) {
        unsigned id = *at >> SPOOR_WIRE_TIME_BITS;

        if (id - SPOOR_WIRE_ID_ENTER >= CONFIG_TRACE_IDS - SPOOR_WIRE_ID_ENTER) {
            break;
        }
        struct record r = {.words = at + 1, .id = id, .n = trace_words[id]};

        if (r.n > SPOOR_WIRE_WORDS_MAX || (size_t)(end - at) <= r.n || o.at + WORD_MAX * r.n > limit) {
            break;
        }
        uint32_t cycles = (*at - time) & SPOOR_WIRE_TIME_MASK;
        uint32_t part = shift != 0 ? ((time & ((UINT32_C(1) << shift) - 1)) + cycles) >> shift : cycles;

        time += cycles;
        ticks += part;
        r.ticks = since + part;
        r.time = ticks;
        since = 0;
        records++;
        at += 1 + r.n;
        put_record(&o, &r);
    }
    run->time += (uint32_t)(time - (uint32_t)run->time);
    if (records != 0) {
        o.time = run_ticks(run);
    }
    run->e->unsent = o;
    run->sent->records += records;
    run->sent->until_reset -= records < run->sent->until_reset ? records : run->sent->until_reset;
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

/* @return whether the next record may continue the open packet, at most 2^31 ticks after its last one */
static bool is_open(const struct run *run)
{
    return has_room(run, 0) && run_ticks(run) - run->e->unsent.time <= INT32_MAX;
}

void spoor_encode_records(struct run *run, const uint32_t *at, const uint32_t *end)
{
    while (at < end) {
        if (is_open(run)) {
            at = run->e->shift == 0 ? put_fast(run, at, end) : put_fast_ticks(run, at, end);
        }
        if (at < end) {
            uint32_t words = put_any(run, at, (uint32_t)(end - at));

            if (words == 0) {
                break;
            }
            at += words;
        }
    }
}

#endif
