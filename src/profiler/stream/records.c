/* SPDX-License-Identifier: BSD-2-Clause */
/* Encoding of records in packets. A packet ends when the longest possible next record might not fit. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS && CONFIG_TRACE_ENCODED && !CONFIG_TRACE_DENSE

#include <string.h>
#include <spoor/event.h>
#include <spoor/core/ids.h>
#include "records_priv.h"

/* Maximum bytes of a record without its words or data: 32 bits of time and the code, ID and length. */
#define HEADER_MAX (6 + 2 + 2)

/* Encode a long word (see SPOOR_WIRE_LONG_WORD) that its slot doesn't contain. */
static __attribute__((noinline)) uint8_t *put_new_long(struct trace_encoder *e, uint8_t *at, uint32_t word)
{
    uint32_t step = word - e->last_long;

    e->last_long = e->longs[spoor_wire_long_slot(word)] = word;
    return spoor_packet_put_number64(at, (uint64_t)SPOOR_WIRE_LONG_WORD + (step << 1 ^ -(step >> 31)));
}

static inline uint8_t *put_word(struct trace_encoder *e, uint8_t *at, uint32_t word)
{
    if (word < SPOOR_WIRE_LONG_WORD) {
        return put_number(at, word);
    }
    unsigned slot = spoor_wire_long_slot(word);

    if (e->longs[slot] != word) {
        return put_new_long(e, at, word);
    }
    e->last_long = word;
    *at++ = (uint8_t)(0x80 | slot);
    *at++ = 0;
    return at;
}

SMALL static void end_packet(struct run *run)
{
    if (run->at != NULL) {
        run->e->used = (unsigned)(run->at - run->e->frame);
        run->sent->packets++;
        trace_encode_end(run->e);
        run->at = NULL;
    }
}

/*
 * Start a record of up to `bytes` after its header, at the time `run->time`, in a packet with room for it. A
 * new packet has its own time, so that no delta exceeds its number.
 */
SMALL static void begin_record(struct run *run, unsigned id, size_t bytes)
{
    struct trace_encoder *e = run->e;
    uint64_t ticks = spoor_packet_ticks(e, run->time);
    unsigned code = spoor_wire_code(id);

    if (run->at == NULL || run->at + HEADER_MAX + bytes > e->frame + PACKET_LIMIT ||
        ticks - run->sent->time > UINT32_MAX) {
        end_packet(run);
        trace_encode_begin(e, SPOOR_WIRE_EVENTS);
        trace_encode_all(e, run->cpu, run->sent->packets, run->sent->records);
        trace_encode_number(e, ticks);
        for (unsigned slot = 0; slot < SPOOR_WIRE_LONG_SLOTS;
             slot += 4) { /* a small library's memset() is slower */
            e->longs[slot] = e->longs[slot + 1] = e->longs[slot + 2] = e->longs[slot + 3] = 0;
        }
        e->last_long = 0;
        run->sent->time = ticks;
        run->at = e->frame + e->used;
    }
    run->at = spoor_packet_put_number64(run->at, (ticks - run->sent->time) << SPOOR_WIRE_CODE_BITS | code);
    if (code == SPOOR_WIRE_CODE_OTHER) {
        run->at = put_number(run->at, id);
    }
    run->sent->time = ticks;
    run->sent->records++;
}

#if TRACE_DATA_MAX > SPOOR_WIRE_DATA_WHOLE

/* Send a record with data that may not fit into a packet: as much as fits, and the rest in others. */
SMALL static void put_split(struct run *run, unsigned id, const uint8_t *data, uint32_t bytes)
{
    struct trace_encoder *e = run->e;

    begin_record(run, id, 0);
    run->at = put_number(run->at, bytes);
    for (;;) {
        uint32_t room = (uint32_t)(e->frame + PACKET_LIMIT - run->at), n = bytes < room ? bytes : room;

        memcpy(run->at, data, n);
        run->at += n;
        data += n;
        bytes -= n;
        end_packet(run);
        if (bytes == 0) {
            break;
        }
        trace_encode_begin(e, SPOOR_WIRE_DATA);
        trace_encode_all(e, run->cpu, run->sent->packets, run->sent->records);
        run->at = e->frame + e->used;
    }
}

#endif

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
#if TRACE_DATA_MAX > SPOOR_WIRE_DATA_WHOLE
        if (id != SPOOR_WIRE_ID_UNFINISHED && bytes > SPOOR_WIRE_DATA_WHOLE) {
            put_split(run, id, (const uint8_t *)(record + 2), bytes);
            return 1 + words;
        }
#endif
        if (id != SPOOR_WIRE_ID_UNFINISHED) { /* only left by a reset */
            begin_record(run, id, bytes);
            run->at = put_number(run->at, bytes);
            memcpy(run->at, record + 2, bytes);
            if (id == SPOOR_WIRE_ID_STACK &&
                bytes >= 4) { /* the stack refers to its record by the time as sent */
                uint32_t header = record[2] >> run->e->shift << run->e->shift;

                memcpy(run->at, &header, sizeof header);
            }
            run->at += bytes;
        }
    } else if (words > SPOOR_WIRE_WORDS_MAX || left <= words) {
        return 0;
    } else if (id == SPOOR_WIRE_ID_TIME) {
        run->time = (uint64_t)record[2] << 32 | record[1];
    } else {
        begin_record(run, id, NUMBER_MAX * words);
        for (unsigned i = 1; i <= words; i++) {
            run->at = put_word(run->e, run->at, record[i]);
        }
    }
    return 1 + words;
}

/*
 * The fast path for common records: those of fixed length, close in time, and in the open packet. It leaves
 * `run->time` rounded down to a tick, which is near enough to complete the next record's time.
 *
 * @return the first record that needs the slow path
 */
static __attribute__((noinline, hot)) const uint32_t *put_common(struct run *run, const uint32_t *at,
                                                                 const uint32_t *end)
{
    struct trace_encoder *e = run->e;
    uint8_t *to = run->at;
    const uint8_t *limit = e->frame + PACKET_LIMIT - 2 * NUMBER_MAX;
    const uint8_t *safe = limit - NUMBER_MAX * SPOOR_WIRE_WORDS_MAX; /* any record fits up to here */
    const uint32_t *near_end = end - at > SPOOR_WIRE_WORDS_MAX ? end - SPOOR_WIRE_WORDS_MAX : at;
    unsigned shift = e->shift;
    uint32_t mask = SPOOR_WIRE_TIME_MASK >> shift; /* of the ticks that a header contains */
    uint32_t ticks = (uint32_t)run->sent->time, records = 0;

    for (;;) {
        if (at >= near_end && !is_whole(at, end)) {
            break;
        }
        uint32_t header = *at;
        unsigned id = header >> SPOOR_WIRE_TIME_BITS, code = id - SPOOR_WIRE_ID_ENTER;

        if (code >= CONFIG_TRACE_IDS - SPOOR_WIRE_ID_ENTER) {
            break;
        }
        unsigned words = trace_words[id];

        if (words > SPOOR_WIRE_WORDS_MAX || (to > safe && to + NUMBER_MAX * words > limit)) {
            break;
        }
        uint32_t delta = ((header >> shift) - ticks) & mask;

        ticks += delta;
        records++;
        at++;
        if (code < SPOOR_WIRE_CODE_OTHER) {
            to = put_number(to, delta << SPOOR_WIRE_CODE_BITS | code);
        } else {
            to = put_number(to, delta << SPOOR_WIRE_CODE_BITS | SPOOR_WIRE_CODE_OTHER);
            to = put_number(to, code + SPOOR_WIRE_ID_ENTER);
        }
        while (words-- != 0) {
            uint32_t word = *at++;

            __asm__("" : "+r"(at)); /* else GCC 12 has two copies of it */
            if (__builtin_expect(word < 0x80, 1)) {
                *to++ = (uint8_t)word;
            } else {
                to = put_word(e, to, word);
            }
        }
    }
    run->at = to;
    run->sent->time += ticks - (uint32_t)run->sent->time;
    run->time = run->sent->time << shift;
    run->sent->records += records;
    return at;
}

void spoor_encode_records(struct run *run, const uint32_t *at, const uint32_t *end)
{
    while (at < end) {
        uint32_t sent = run->sent->records, words = put_any(run, at, (uint32_t)(end - at));

        if (words == 0) {
            break;
        }
        at += words;
        if (run->at != NULL && run->sent->records != sent) { /* run->time is the time of the last one sent */
            at = put_common(run, at, end);
        }
    }
    end_packet(run);
}

#endif
