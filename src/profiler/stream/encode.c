/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Packets. A packet is built behind the frame's first two bytes, so that it is stuffed where it lies. It ends
 * when the longest record that may follow doesn't fit.
 */
#include <string.h>
#include <profiler/encode.h>

#if CONFIG_TRACE_EVENTS

#define PACKET_START 2 /* behind a zero and the first code of COBS */
#define PACKET_LIMIT (PACKET_START + WIRE_PACKET_MAX - WIRE_CRC_BYTES)

#define NUMBER_MAX   5
#define NUMBER64_MAX 10

/* Checksum of a nibble. */
static const uint32_t crc_of[16] = {
    0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
    0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C, 0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C,
};

static uint32_t crc32(const uint8_t *data, const uint8_t *end)
{
    uint32_t crc = UINT32_MAX;

    for (; data < end; data++) {
        crc ^= *data;
        crc = crc >> 4 ^ crc_of[crc & 15];
        crc = crc >> 4 ^ crc_of[crc & 15];
    }
    return ~crc;
}

static inline uint8_t *put_number(uint8_t *at, uint32_t n)
{
    for (; n >= 0x80; n >>= 7) {
        *at++ = (uint8_t)(n | 0x80);
    }
    *at++ = (uint8_t)n;
    return at;
}

static uint8_t *put_number64(uint8_t *at, uint64_t n)
{
    for (; n > UINT32_MAX; n >>= 7) {
        *at++ = (uint8_t)(n | 0x80);
    }
    return put_number(at, (uint32_t)n);
}

/* A word of a record; see WIRE_LONG_WORD. */
static inline uint8_t *put_word(struct trace_encoder *e, uint8_t *at, uint32_t word)
{
    if (word >= WIRE_LONG_WORD) {
        unsigned slot = wire_long_slot(word);

        if (e->longs[slot] == word) {
            *at++ = (uint8_t)(0x80 | slot);
            *at++ = 0;
            return at;
        }
        e->longs[slot] = word;
    }
    return put_number(at, word);
}

void trace_encode_begin(struct trace_encoder *e, enum wire_type type)
{
    e->used = PACKET_START;
    e->frame[e->used++] = (uint8_t)type;
}

void trace_encode_number(struct trace_encoder *e, uint64_t n)
{
    e->used = (unsigned)(put_number64(e->frame + e->used, n) - e->frame);
}

void trace_encode_bytes(struct trace_encoder *e, const void *data, size_t n)
{
    size_t room = PACKET_LIMIT - e->used - 2; /* a packet's length takes two bytes at most */
    size_t fits = n < room ? n : room;

    trace_encode_number(e, fits);
    memcpy(e->frame + e->used, data, fits);
    e->used += (unsigned)fits;
}

/* Consistent overhead byte stuffing in place: each zero becomes the distance to the next one. */
static void stuff(uint8_t *code, uint8_t *end)
{
    for (uint8_t *at = code + 1; at < end; at++) {
        if (*at == 0) {
            *code = (uint8_t)(at - code);
            code = at;
        }
    }
    *code = (uint8_t)(end - code);
}

void trace_encode_end(struct trace_encoder *e)
{
    uint8_t *end = e->frame + e->used;
    uint32_t crc = crc32(e->frame + PACKET_START, end);

    for (unsigned i = 0; i < WIRE_CRC_BYTES; i++) {
        *end++ = (uint8_t)(crc >> 8 * i);
    }
    stuff(e->frame + 1, end);
    e->frame[0] = 0;
    *end++ = 0;
    e->bytes_sent += (unsigned)(end - e->frame);
    e->send(e->frame, (size_t)(end - e->frame));
}

/* ------------------------------------------------------------------ records */

/* Where one is in a part. */
struct cursor {
    const uint32_t *at, *end;
    uint64_t time;
    /* of the record under it */
    unsigned id, words;
    uint32_t bytes; /* of one with WIRE_WORDS_DATA */
};

/* Move on to a record. @return false at the end, or when what follows is none */
static bool next_record(struct cursor *c)
{
    while (c->at < c->end) {
        uint32_t header = *c->at;
        size_t left = (size_t)(c->end - c->at);

        c->id = header >> WIRE_TIME_BITS;
        if (c->id == WIRE_ID_TIME) {
            if (left < 3) {
                return false;
            }
            c->time = (uint64_t)c->at[2] << 32 | c->at[1];
            c->at += 3;
            continue;
        }
        c->time += (header - (uint32_t)c->time) & WIRE_TIME_MASK;
        c->words = c->id < CONFIG_TRACE_IDS ? trace_words[c->id] : 0;
        if (c->words != WIRE_WORDS_DATA) {
            return left > c->words;
        }
        c->bytes = left > 1 ? c->at[1] : UINT32_MAX;
        return c->bytes <= TRACE_DATA_MAX && left >= 2 + (c->bytes + 3) / 4;
    }
    return false;
}

static unsigned longest(const struct cursor *c)
{
    unsigned body = c->words == WIRE_WORDS_DATA ? NUMBER_MAX + c->bytes : NUMBER_MAX * c->words;

    return NUMBER_MAX + NUMBER64_MAX + body;
}

static void begin_records(struct trace_encoder *e, unsigned cpu, uint64_t time)
{
    const struct trace_sent *sent = &e->cpu[cpu];

    trace_encode_begin(e, WIRE_EVENTS);
    trace_encode_number(e, cpu);
    trace_encode_number(e, sent->packets);
    trace_encode_number(e, sent->records);
    trace_encode_number(e, time);
    memset(e->longs, 0, sizeof e->longs);
}

static void end_records(struct trace_encoder *e, unsigned cpu)
{
    e->cpu[cpu].packets++;
    trace_encode_end(e);
}

/* Put the record under the cursor and step over it. */
static void put_record(struct trace_encoder *e, struct cursor *c, uint64_t delta)
{
    const uint32_t *words = c->at + 1;
    uint8_t *at = put_number64(put_number(e->frame + e->used, c->id), delta);

    if (c->words == WIRE_WORDS_DATA) {
        at = put_number(at, c->bytes);
        memcpy(at, words + 1, c->bytes);
        at += c->bytes;
        c->at = words + 1 + (c->bytes + 3) / 4;
    } else {
        for (unsigned i = 0; i < c->words; i++) {
            at = put_word(e, at, words[i]);
        }
        c->at = words + c->words;
    }
    e->used = (unsigned)(at - e->frame);
}

/* Behind the last part, or after the rings were cleared, when counts begin anew. */
static void note_part(struct trace_encoder *e, unsigned cpu, const struct wire_part *head, uint64_t opened)
{
    struct trace_sent *sent = &e->cpu[cpu];

    if (head->dropped < sent->dropped) {
        sent->dropped = 0;
    }
    if (head->dropped != sent->dropped) {
        trace_encode_begin(e, WIRE_GAP);
        trace_encode_number(e, cpu);
        trace_encode_number(e, head->dropped - sent->dropped);
        trace_encode_number(e, sent->time);
        trace_encode_number(e, opened);
        trace_encode_end(e);
    }
    sent->dropped = head->dropped;
}

void trace_encode_part(struct trace_encoder *e, unsigned cpu, const struct trace_part *p)
{
    uint32_t used = p->head.used_words < TRACE_PART_ROOM ? p->head.used_words : TRACE_PART_ROOM;
    struct cursor c = {
        .at = p->records,
        .end = p->records + used,
        .time = (uint64_t)p->head.time_high << 32 | p->head.time_low,
    };
    struct trace_sent *sent = &e->cpu[cpu];
    bool open = false;

    note_part(e, cpu, &p->head, c.time);
    while (next_record(&c)) {
        if (open && e->used + longest(&c) > PACKET_LIMIT) {
            end_records(e, cpu);
            open = false;
        }
        if (!open) {
            begin_records(e, cpu, c.time);
            sent->time = c.time;
            open = true;
        }
        put_record(e, &c, c.time - sent->time);
        sent->time = c.time;
        sent->records++;
    }
    if (open) {
        end_records(e, cpu);
    }
    sent->time = c.time;
}

static void begin_losses(struct trace_encoder *e, unsigned cpu, uint32_t total)
{
    trace_encode_begin(e, WIRE_LOSSES);
    trace_encode_number(e, cpu);
    trace_encode_number(e, e->cpu[cpu].records);
    trace_encode_number(e, total);
}

void trace_encode_losses(struct trace_encoder *e, unsigned cpu, uint32_t total, const uint32_t *lost)
{
    begin_losses(e, cpu, total);
    for (unsigned id = 0; id < CONFIG_TRACE_IDS; id++) {
        if (lost[id] == 0) {
            continue;
        }
        if (e->used + 2 * NUMBER_MAX > PACKET_LIMIT) {
            trace_encode_end(e);
            begin_losses(e, cpu, total);
        }
        trace_encode_number(e, id);
        trace_encode_number(e, lost[id]);
    }
    trace_encode_end(e);
}

#endif
