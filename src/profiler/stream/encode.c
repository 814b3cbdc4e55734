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

/* Checksum of a byte. */
static const uint32_t crc_of[256] = {
    0x00000000, 0x77073096, 0xEE0E612C, 0x990951BA, 0x076DC419, 0x706AF48F, 0xE963A535, 0x9E6495A3,
    0x0EDB8832, 0x79DCB8A4, 0xE0D5E91E, 0x97D2D988, 0x09B64C2B, 0x7EB17CBD, 0xE7B82D07, 0x90BF1D91,
    0x1DB71064, 0x6AB020F2, 0xF3B97148, 0x84BE41DE, 0x1ADAD47D, 0x6DDDE4EB, 0xF4D4B551, 0x83D385C7,
    0x136C9856, 0x646BA8C0, 0xFD62F97A, 0x8A65C9EC, 0x14015C4F, 0x63066CD9, 0xFA0F3D63, 0x8D080DF5,
    0x3B6E20C8, 0x4C69105E, 0xD56041E4, 0xA2677172, 0x3C03E4D1, 0x4B04D447, 0xD20D85FD, 0xA50AB56B,
    0x35B5A8FA, 0x42B2986C, 0xDBBBC9D6, 0xACBCF940, 0x32D86CE3, 0x45DF5C75, 0xDCD60DCF, 0xABD13D59,
    0x26D930AC, 0x51DE003A, 0xC8D75180, 0xBFD06116, 0x21B4F4B5, 0x56B3C423, 0xCFBA9599, 0xB8BDA50F,
    0x2802B89E, 0x5F058808, 0xC60CD9B2, 0xB10BE924, 0x2F6F7C87, 0x58684C11, 0xC1611DAB, 0xB6662D3D,
    0x76DC4190, 0x01DB7106, 0x98D220BC, 0xEFD5102A, 0x71B18589, 0x06B6B51F, 0x9FBFE4A5, 0xE8B8D433,
    0x7807C9A2, 0x0F00F934, 0x9609A88E, 0xE10E9818, 0x7F6A0DBB, 0x086D3D2D, 0x91646C97, 0xE6635C01,
    0x6B6B51F4, 0x1C6C6162, 0x856530D8, 0xF262004E, 0x6C0695ED, 0x1B01A57B, 0x8208F4C1, 0xF50FC457,
    0x65B0D9C6, 0x12B7E950, 0x8BBEB8EA, 0xFCB9887C, 0x62DD1DDF, 0x15DA2D49, 0x8CD37CF3, 0xFBD44C65,
    0x4DB26158, 0x3AB551CE, 0xA3BC0074, 0xD4BB30E2, 0x4ADFA541, 0x3DD895D7, 0xA4D1C46D, 0xD3D6F4FB,
    0x4369E96A, 0x346ED9FC, 0xAD678846, 0xDA60B8D0, 0x44042D73, 0x33031DE5, 0xAA0A4C5F, 0xDD0D7CC9,
    0x5005713C, 0x270241AA, 0xBE0B1010, 0xC90C2086, 0x5768B525, 0x206F85B3, 0xB966D409, 0xCE61E49F,
    0x5EDEF90E, 0x29D9C998, 0xB0D09822, 0xC7D7A8B4, 0x59B33D17, 0x2EB40D81, 0xB7BD5C3B, 0xC0BA6CAD,
    0xEDB88320, 0x9ABFB3B6, 0x03B6E20C, 0x74B1D29A, 0xEAD54739, 0x9DD277AF, 0x04DB2615, 0x73DC1683,
    0xE3630B12, 0x94643B84, 0x0D6D6A3E, 0x7A6A5AA8, 0xE40ECF0B, 0x9309FF9D, 0x0A00AE27, 0x7D079EB1,
    0xF00F9344, 0x8708A3D2, 0x1E01F268, 0x6906C2FE, 0xF762575D, 0x806567CB, 0x196C3671, 0x6E6B06E7,
    0xFED41B76, 0x89D32BE0, 0x10DA7A5A, 0x67DD4ACC, 0xF9B9DF6F, 0x8EBEEFF9, 0x17B7BE43, 0x60B08ED5,
    0xD6D6A3E8, 0xA1D1937E, 0x38D8C2C4, 0x4FDFF252, 0xD1BB67F1, 0xA6BC5767, 0x3FB506DD, 0x48B2364B,
    0xD80D2BDA, 0xAF0A1B4C, 0x36034AF6, 0x41047A60, 0xDF60EFC3, 0xA867DF55, 0x316E8EEF, 0x4669BE79,
    0xCB61B38C, 0xBC66831A, 0x256FD2A0, 0x5268E236, 0xCC0C7795, 0xBB0B4703, 0x220216B9, 0x5505262F,
    0xC5BA3BBE, 0xB2BD0B28, 0x2BB45A92, 0x5CB36A04, 0xC2D7FFA7, 0xB5D0CF31, 0x2CD99E8B, 0x5BDEAE1D,
    0x9B64C2B0, 0xEC63F226, 0x756AA39C, 0x026D930A, 0x9C0906A9, 0xEB0E363F, 0x72076785, 0x05005713,
    0x95BF4A82, 0xE2B87A14, 0x7BB12BAE, 0x0CB61B38, 0x92D28E9B, 0xE5D5BE0D, 0x7CDCEFB7, 0x0BDBDF21,
    0x86D3D2D4, 0xF1D4E242, 0x68DDB3F8, 0x1FDA836E, 0x81BE16CD, 0xF6B9265B, 0x6FB077E1, 0x18B74777,
    0x88085AE6, 0xFF0F6A70, 0x66063BCA, 0x11010B5C, 0x8F659EFF, 0xF862AE69, 0x616BFFD3, 0x166CCF45,
    0xA00AE278, 0xD70DD2EE, 0x4E048354, 0x3903B3C2, 0xA7672661, 0xD06016F7, 0x4969474D, 0x3E6E77DB,
    0xAED16A4A, 0xD9D65ADC, 0x40DF0B66, 0x37D83BF0, 0xA9BCAE53, 0xDEBB9EC5, 0x47B2CF7F, 0x30B5FFE9,
    0xBDBDF21C, 0xCABAC28A, 0x53B39330, 0x24B4A3A6, 0xBAD03605, 0xCDD70693, 0x54DE5729, 0x23D967BF,
    0xB3667A2E, 0xC4614AB8, 0x5D681B02, 0x2A6F2B94, 0xB40BBE37, 0xC30C8EA1, 0x5A05DF1B, 0x2D02EF8D,
};

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

/*
 * Checksum and consistent overhead byte stuffing in one pass, in place: each zero becomes the distance to the
 * next one. Returns where the last code stands.
 */
static uint8_t *stuff(uint8_t *code, const uint8_t *end, uint32_t *crc)
{
    uint32_t sum = *crc;

    for (uint8_t *at = code + 1; at < end; at++) {
        uint32_t byte = *at;

        if (byte == 0) {
            *code = (uint8_t)(at - code);
            code = at;
        }
        sum = sum >> 8 ^ crc_of[(sum ^ byte) & 0xFF];
    }
    *crc = sum;
    return code;
}

void trace_encode_end(struct trace_encoder *e)
{
    uint8_t *end = e->frame + e->used;
    uint32_t crc = UINT32_MAX;
    uint8_t *code = stuff(e->frame + PACKET_START - 1, end, &crc);

    for (unsigned i = 0; i < WIRE_CRC_BYTES; i++, end++) {
        *end = (uint8_t)(~crc >> 8 * i);
        if (*end == 0) {
            *code = (uint8_t)(end - code);
            code = end;
        }
    }
    *code = (uint8_t)(end - code);
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
    uint8_t *at = put_number(e->frame + e->used, c->id);

    at = delta <= UINT32_MAX ? put_number(at, (uint32_t)delta) : put_number64(at, delta);

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
