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

/* Maximum words of a record of fixed length. */
#define RECORD_WORDS (1 + SPOOR_WIRE_WORDS_MAX)

/* Put zeros up to a whole byte, and store all bytes. */
SMALL static void put_rest(struct trace_bits *o)
{
    for (; o->unit > 1; o->unit >>= 8) {
        *o->at++ = (uint8_t)o->bits;
        o->bits >>= 8;
    }
    o->unit = 1;
    o->bits = 0;
}

/* Continue with bits at a byte of the frame, after those before it in its word. */
SMALL static void start_bits(struct trace_bits *o, uint8_t *at)
{
    unsigned before = (uintptr_t)at % sizeof(uint32_t);

    o->at = at - before;
    o->unit = UINT32_C(1) << 8 * before;
    o->bits = *(const uint32_t *)(const void *)o->at & (o->unit - 1);
}

/* ------------------------------------------------------------------ a record */

/* Same as spoor_dense_mark(), in straight code. */
INLINE uint32_t mark_of(unsigned id, uint32_t word)
{
    uint32_t mark = id ^ spoor_dense_hash(word, SPOOR_DENSE_ID_BITS);

    COMPUTE(mark);
    return word - SPOOR_DENSE_MARK_MAX < SPOOR_WIRE_LONG_WORD - SPOOR_DENSE_MARK_MAX ? id : mark;
}

/* Take note of a record, and @return the place of its words. */
INLINE uint16_t *note_words(struct spoor_dense *m, uint32_t key, unsigned id, uint32_t word)
{
    uint16_t *known = place_of(m, spoor_dense_hash(key ^ m->mark_before << 18, SPOOR_DENSE_CONTEXT_BITS));

    m->mark_before = m->mark;
    m->mark = mark_of(id, word);
    return known;
}

/*
 * Put a record of `n` words, at `time`, `ticks` after the last one. Most records are as predicted, and take
 * one bit.
 *
 * @return false if it has variable length or may not fit: nothing was done
 */
INLINE bool put_record(struct trace_unsent *u, struct spoor_dense *m, const uint32_t *record, unsigned n,
                       uint32_t time, uint32_t ticks)
{
    unsigned id = *record >> SPOOR_WIRE_TIME_BITS;
    uint32_t key = spoor_dense_key(m, id);
    uint16_t *times = place_of(m, spoor_dense_hash(key, SPOOR_DENSE_CONTEXT_BITS));
    uint16_t *ids = place_of(m, spoor_dense_hash(m->mark, SPOOR_DENSE_CONTEXT_BITS));

    if (n == 1) {
        uint32_t word = record[1];
        uint16_t *known = note_words(m, key, id, word);

        if (word != spoor_dense_word(m, *words_at(known))) {
            spoor_dense_put_words(u, record, ticks, times, ids, known, time);
            return true;
        }
    } else if (n == 0) {
        spoor_dense_end(m, id);
    } else if (n == 2 || (n <= SPOOR_WIRE_WORDS_MAX && u->bits.at + WORD_MAX * (n - 2) <= u->bits.safe)) {
        uint32_t first = record[1];
        uint16_t *known = note_words(m, key, id, first);

        if (n != 2 || first != spoor_dense_byte_word(m, (uint8_t)*words_at(known)) ||
            record[2] != spoor_dense_byte_word(m, (uint8_t)(*words_at(known) >> 8))) {
            spoor_dense_put_words(u, record, ticks, times, ids, known, time);
            return true;
        }
    } else {
        return false;
    }
    if (*ids_at(ids) != id - SPOOR_DENSE_ID_FIRST) {
        spoor_dense_put_id(u, record, ticks, times, ids, n, time);
    } else if (ticks != (*times_at(times) & SPOOR_DENSE_TIME_MASK)) {
        spoor_dense_put_time(u, ticks, times, n, time);
    } else {
        put(&u->bits, 1, 1);
    }
    return true;
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
    uint16_t *times = place_of(m, spoor_dense_hash(spoor_dense_key(m, id), SPOOR_DENSE_CONTEXT_BITS));
    uint16_t *ids = place_of(m, spoor_dense_next(m));

    spoor_dense_end(m, id);
    spoor_dense_put_data(u, id, (uint32_t)(ticks - u->time), times, ids, (uint32_t)ticks);
    put(&u->bits, bytes, SPOOR_DENSE_DATA_BITS);
    put_rest(&u->bits);
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

/* @return whether a whole record fits into the packet, whose other records end at `limit` at most */
static inline bool fits(const struct trace_bits *o, uint32_t header, const uint8_t *limit)
{
    return (ptrdiff_t)(WORD_MAX * trace_words[header >> SPOOR_WIRE_TIME_BITS]) <= limit - o->at;
}

/*
 * The fast path: records of fixed length, close in time, in the open packet.
 *
 * @param gap  ticks from the packet's last record to run->time
 * @return the first record that wasn't put
 */
INLINE const uint32_t *put_common(struct run *run, const uint32_t *at, const uint32_t *end, unsigned shift,
                                  uint32_t gap)
{
    struct trace_unsent u = run->e->unsent;
    struct spoor_dense *m = u.model;
    struct run *volatile kept = run; /* volatile, so that it is in memory: a record needs all registers */
    const uint8_t *limit = run->e->frame + PACKET_LIMIT - RECORD_MAX;
    uint32_t time = (uint32_t)run->time, ticks = (uint32_t)(run->time >> shift);
    uint32_t records = 0;

    u.bits.safe = limit - WORD_MAX * SPOOR_DENSE_WORDS;
    u.bits.check_from = at;
    if (u.bits.at <= u.bits.safe && end - at > SPOOR_WIRE_WORDS_MAX) {
        u.bits.check_from = end - SPOOR_WIRE_WORDS_MAX;
    }
    for (;;) {
        /* Volatile for the same reason. */
        const uint32_t *check_from = *(const uint32_t *const volatile *)&u.bits.check_from;

        if (at >= check_from && (!is_whole(at, end) || !fits(&u.bits, *at, limit))) {
            break;
        }
        unsigned id = *at >> SPOOR_WIRE_TIME_BITS;

        if (id - SPOOR_WIRE_ID_ENTER >= CONFIG_TRACE_IDS - SPOOR_WIRE_ID_ENTER) {
            break;
        }
        unsigned n = trace_words[id];
        uint32_t cycles = (*at - time) & SPOOR_WIRE_TIME_MASK;

        COMPUTE(cycles);
        uint32_t since = shift != 0 ? ((time & ((UINT32_C(1) << shift) - 1)) + cycles) >> shift : cycles;

        ticks += since;
        time += cycles;
        COMPUTE(time);
        if (!put_record(&u, m, at, n, shift != 0 ? ticks : time, since + gap)) {
            time -= cycles;
            break;
        }
        gap = 0;
        records++;
        at += 1 + n;
    }
    run = kept;
    run->time += (uint32_t)(time - (uint32_t)run->time);
    if (records != 0) {
        u.time = run->time >> shift;
    }
    run->e->unsent = u;
    count_records(run, records);
    return at;
}

#ifndef __OPTIMIZE_SIZE__
static __attribute__((noinline, hot)) const uint32_t *put_fast(struct run *run, const uint32_t *at,
                                                               const uint32_t *end)
{
    return put_common(run, at, end, 0, 0);
}
#endif

SMALL static __attribute__((noinline)) const uint32_t *put_fast_ticks(struct run *run, const uint32_t *at,
                                                                      const uint32_t *end)
{
    unsigned shift = run->e->shift;
    uint32_t gap = (uint32_t)(run->time >> shift) - (uint32_t)run->e->unsent.time;

    return put_common(run, at, end, shift, gap);
}

/*
 * Put records in a fast path, all but those that need the slow one. put_fast() takes the time of the first
 * one from the packet's last record. If that is too long ago, put_fast_ticks() puts the first one, and maybe
 * some after it.
 */
static inline const uint32_t *put_any(struct run *run, const uint32_t *at, const uint32_t *end)
{
#ifndef __OPTIMIZE_SIZE__
    if (run->e->shift == 0) {
        uint64_t time = run->time, last = run->e->unsent.time;
        uint32_t gap = (uint32_t)(time - last);

        if (gap + ((*at - (uint32_t)time) & SPOOR_WIRE_TIME_MASK) > SPOOR_WIRE_TIME_MASK) {
            return put_fast_ticks(run, at, end - at > RECORD_WORDS ? at + RECORD_WORDS : end);
        }
        run->time = last;
        const uint32_t *next = put_fast(run, at, end);

        if (next == at) {
            run->time = time;
        }
        return next;
    }
#endif
    return put_fast_ticks(run, at, end);
}

void spoor_encode_records(struct run *run, const uint32_t *at, const uint32_t *end)
{
    while (at < end) {
        const uint32_t *from = at;

        if (has_room(run, 0) && is_close(run, run->time)) {
            at = put_any(run, at, end);
        }
        if (at != from) {
            continue;
        }
        uint32_t words = put_slow(run, at, (uint32_t)(end - at));

        if (words == DAMAGED) {
            break;
        }
        at += words;
    }
}

#endif
