/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Each CPU has an open packet. A reader can sort records of several CPUs up to the last time that all of them
 * have sent, so counts are sent ten times a second.
 */
#include <stdio.h>
#include <string.h>
#include <base/count.h>
#include <encode/encode.h>

static void put(struct encoder *e, struct packet *p)
{
    struct packet_frame frame;

    if (packet_end(p, &frame)) {
        out_bytes(e->out, (const char *)frame.bytes, frame.used);
    } else {
        e->failed = true;
    }
    p->used = 0;
}

#define NOTE_BYTES 200 /* text that fits in a packet */

const char *encode_note(struct packet_frame *frame, enum spoor_wire_note kind, bool more, uint64_t ms,
                        const char *text)
{
    char part[NOTE_BYTES + 1];
    struct packet p;

    snprintf(part, sizeof part, "%s", text);
    packet_begin(&p, SPOOR_WIRE_NOTE);
    packet_number(&p, (unsigned)kind + (more ? SPOOR_WIRE_NOTE_MORE : 0));
    packet_number(&p, ms);
    packet_text(&p, part);
    (void)packet_end(&p, frame);
    text += strlen(part);
    return *text != 0 ? text : NULL;
}

/* ------------------------------------------------------------------ headers and names */

/* Convert the wall clock to another time than the header's. */
static uint64_t wall_at(const struct spoor_header *h, uint64_t now)
{
    uint64_t apart = now < h->now ? h->now - now : now - h->now;
    uint64_t ms = h->hz != 0 ? apart / (h->hz / 1000 + (h->hz < 1000)) : 0;

    return h->wall_ms == 0 ? 0 : now < h->now ? h->wall_ms - ms : h->wall_ms + ms;
}

static void put_header(struct encoder *e, uint64_t now, bool first)
{
    const struct spoor_header *h = &e->header;
    const uint64_t numbers[] = {SPOOR_WIRE_VERSION, e->recording,   h->boots,  first,     e->cpus,   h->hz,
                                h->shift,           h->tick_hz,     h->events, h->blocks, h->points, h->mode,
                                now >> h->shift,    wall_at(h, now)};
    struct packet p;

    packet_begin(&p, SPOOR_WIRE_HEADER);
    for (size_t n = 0; n < COUNT_OF(numbers); n++) {
        packet_number(&p, numbers[n]);
    }
    packet_number(&p, h->build_id_bytes);
    packet_bytes(&p, h->build_id, h->build_id_bytes);
    packet_text(&p, h->board);
    packet_number(&p, h->costs_n);
    for (uint32_t n = 0; n < h->costs_n; n++) {
        packet_number(&p, h->costs[n]);
    }
    put(e, &p);
}

static void put_note(struct encoder *e, enum spoor_wire_note kind, const char *text, uint64_t ms)
{
    for (bool more = false; text != NULL; more = true) {
        struct packet_frame frame;

        text = encode_note(&frame, kind, more, ms, text);
        out_bytes(e->out, (const char *)frame.bytes, frame.used);
    }
}

void encode_begin(struct encoder *e, struct out *out, const struct spoor_elf *elf,
                  const struct spoor_recording *r, uint64_t now, bool first, const char *note,
                  uint64_t note_ms)
{
    memset(e, 0, sizeof *e);
    e->out = out;
    e->elf = elf;
    e->recording = r->id;
    e->cpus = r->cpus;
    e->shift = r->header.shift;
    e->count_interval = r->header.hz / 10;
    e->counted = e->headed = now;
    e->header = r->header;
    put_note(e, SPOOR_WIRE_NOTE_COMMAND, note, note_ms);
    if (r->header.seen) {
        put_header(e, now, first);
    }
}

void encode_thread(struct encoder *e, const struct spoor_thread *t)
{
    struct packet p;

    packet_begin(&p, SPOOR_WIRE_THREAD);
    packet_number(&p, e->recording);
    packet_number(&p, t->number);
    packet_number(&p, t->priority);
    packet_text(&p, t->name);
    packet_number(&p, t->idle ? SPOOR_WIRE_THREAD_IDLE : 0);
    put(e, &p);
}

void encode_name(struct encoder *e, enum spoor_wire_named kind, uint32_t key, const char *name)
{
    struct packet p;

    packet_begin(&p, SPOOR_WIRE_NAME);
    packet_number(&p, e->recording);
    packet_number(&p, kind);
    packet_number(&p, key);
    packet_number(&p, 0);
    packet_text(&p, name);
    put(e, &p);
}

/* ------------------------------------------------------------------ records */

static void end_packet(struct encoder *e, struct encode_cpu *c)
{
    if (c->packet.used != 0) {
        put(e, &c->packet);
    }
}

static void begin_packet(struct encoder *e, unsigned cpu, uint64_t ticks)
{
    struct encode_cpu *c = &e->cpu[cpu];

    packet_begin(&c->packet, SPOOR_WIRE_EVENTS);
    packet_number(&c->packet, e->recording);
    packet_number(&c->packet, cpu);
    packet_number(&c->packet, (uint32_t)c->packets++);
    packet_number(&c->packet, (uint32_t)c->records);
    packet_number(&c->packet, ticks);
    memset(c->longs, 0, sizeof c->longs);
    c->last_long = 0;
    c->time = ticks;
}

static void put_word(struct encode_cpu *c, struct packet *p, uint32_t word)
{
    unsigned slot = spoor_wire_long_slot(word);

    if (word < SPOOR_WIRE_LONG_WORD) {
        packet_number(p, word);
    } else if (c->longs[slot] == word) {
        packet_bytes(p, (const uint8_t[]){(uint8_t)(0x80 | slot), 0}, 2);
        c->last_long = word;
    } else {
        uint32_t step = word - c->last_long;

        packet_number(p, (uint64_t)SPOOR_WIRE_LONG_WORD + (step << 1 ^ -(step >> 31)));
        c->last_long = c->longs[slot] = word;
    }
}

struct record {
    unsigned cpu, id, words;
    uint64_t ticks;
    const uint32_t *word;
    const uint8_t *data; /* with words SPOOR_WIRE_WORDS_DATA */
    uint32_t bytes;
};

static void put_record(struct encode_cpu *c, const struct record *r)
{
    unsigned code = spoor_wire_code(r->id);

    packet_number(&c->packet, (r->ticks - c->time) << SPOOR_WIRE_CODE_BITS | code);
    if (code == SPOOR_WIRE_CODE_OTHER) {
        packet_number(&c->packet, r->id);
    }
    if (r->words == SPOOR_WIRE_WORDS_DATA) {
        packet_number(&c->packet, r->bytes);
        packet_bytes(&c->packet, r->data, r->data != NULL ? r->bytes : 0);
    } else {
        for (unsigned n = 0; n < r->words; n++) {
            put_word(c, &c->packet, r->word[n]);
        }
    }
}

/* Put a record with long data in a packet of its own, and what doesn't fit into others. */
static void add_split(struct encoder *e, const struct record *r)
{
    struct encode_cpu *c = &e->cpu[r->cpu];
    const uint8_t *data = r->data;
    uint32_t left = r->bytes;

    end_packet(e, c);
    begin_packet(e, r->cpu, r->ticks);
    put_record(c, &(struct record){.id = r->id, .words = r->words, .ticks = r->ticks, .bytes = r->bytes});
    c->time = r->ticks;
    c->records++;
    c->some = true;
    for (;;) {
        uint32_t room = PACKET_LIMIT - c->packet.used, n = left < room ? left : room;

        packet_bytes(&c->packet, data, n);
        end_packet(e, c);
        data += n;
        left -= n;
        if (left == 0) {
            break;
        }
        packet_begin(&c->packet, SPOOR_WIRE_DATA);
        packet_number(&c->packet, e->recording);
        packet_number(&c->packet, r->cpu);
        packet_number(&c->packet, (uint32_t)c->packets++);
        packet_number(&c->packet, (uint32_t)c->records);
    }
}

/* Append a record to the open packet, or to a new one if it doesn't fit. */
static void add_record(struct encoder *e, const struct record *r)
{
    struct encode_cpu *c = &e->cpu[r->cpu];
    uint32_t longs[SPOOR_WIRE_LONG_SLOTS];

    if (r->words == SPOOR_WIRE_WORDS_DATA && r->bytes > SPOOR_WIRE_DATA_WHOLE) {
        add_split(e, r);
        return;
    }
    if (c->packet.used == 0) {
        begin_packet(e, r->cpu, r->ticks);
        put_record(c, r);
    } else {
        unsigned used = c->packet.used;
        uint32_t last = c->last_long;

        memcpy(longs, c->longs, sizeof longs);
        put_record(c, r);
        if (c->packet.failed) {
            c->packet.used = used;
            c->packet.failed = false;
            c->last_long = last;
            memcpy(c->longs, longs, sizeof longs);
            end_packet(e, c);
            begin_packet(e, r->cpu, r->ticks);
            put_record(c, r);
        }
    }
    c->time = r->ticks;
    c->records++;
    c->some = true;
}

void encode_words(struct encoder *e, unsigned cpu, uint64_t time, unsigned id, const uint32_t *word,
                  unsigned words)
{
    add_record(
        e, &(struct record){.cpu = cpu, .id = id, .words = words, .ticks = time >> e->shift, .word = word});
}

/* ------------------------------------------------------------------ counts */

static void put_losses(struct encoder *e, unsigned cpu, uint64_t until)
{
    struct encode_cpu *c = &e->cpu[cpu];
    struct packet p;

    end_packet(e, c);
    packet_begin(&p, SPOOR_WIRE_LOSSES);
    packet_number(&p, e->recording);
    packet_number(&p, cpu);
    packet_number(&p, c->clears);
    packet_number(&p, (uint32_t)c->cleared);
    packet_number(&p, (uint32_t)(c->records + c->never_came));
    packet_number(&p, (uint32_t)c->lost);
    packet_number(&p, (c->ended != 0 && c->ended < until ? c->ended : until) >> e->shift);
    put(e, &p);
}

static void put_events_off(const struct encoder *e, struct packet *p, const struct spoor_filter *f)
{
    for (unsigned id = SPOOR_WIRE_ID_FIRST, ids = spoor_ids(e->elf); id < ids;) {
        unsigned begin = id;

        while (id < ids && !(f->off[id / 32] >> id % 32 & 1)) {
            id++;
        }
        if (id == ids) {
            return;
        }
        packet_number(p, id - begin);
        begin = id;
        while (id < ids && (f->off[id / 32] >> id % 32 & 1 || p->used > SPOOR_WIRE_PACKET_MAX - 40)) {
            id++;
        }
        packet_number(p, id - begin);
    }
}

void encode_filter(struct encoder *e, uint64_t time, const struct spoor_filter *f)
{
    static const struct spoor_filter none;
    struct packet p;

    for (unsigned cpu = 0; cpu < e->cpus; cpu++) {
        end_packet(e, &e->cpu[cpu]);
    }
    packet_begin(&p, SPOOR_WIRE_FILTER);
    packet_number(&p, e->recording);
    packet_number(&p, ++e->filters);
    packet_number(&p, time >> e->shift);
    packet_number(&p, f != NULL ? time >> e->shift : 0);
    f = f != NULL ? f : &none;
    packet_number(&p, f->only);
    packet_number(&p, f->threads);
    for (unsigned n = 0; n < f->threads; n++) {
        packet_number(&p, f->thread[n]);
    }
    packet_number(&p, (uint64_t)__builtin_popcountll(f->cpus));
    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        if (f->cpus >> cpu & 1) {
            packet_number(&p, cpu);
        }
    }
    put_events_off(e, &p, f);
    put(e, &p);
}

static void write_counts(struct encoder *e, uint64_t until)
{
    for (unsigned cpu = 0; cpu < e->cpus; cpu++) {
        put_losses(e, cpu, until);
    }
    e->counted = until;
    if (e->header.seen && until >= e->headed + e->header.hz) {
        put_header(e, until, false);
        e->headed = until;
    }
}

static void put_span(struct encoder *e, unsigned type, const struct spoor_item *item, uint64_t number,
                     uint64_t count)
{
    struct packet p;

    end_packet(e, &e->cpu[item->cpu]);
    packet_begin(&p, type);
    packet_number(&p, e->recording);
    packet_number(&p, item->cpu);
    packet_number(&p, number);
    packet_number(&p, (uint32_t)count);
    packet_number(&p, item->time >> e->shift);
    packet_number(&p, item->until >> e->shift);
    put(e, &p);
    e->cpu[item->cpu].packets++;
}

void encode_before(struct encoder *e, unsigned cpu, uint64_t records, uint64_t cleared)
{
    struct encode_cpu *c = &e->cpu[cpu];

    c->cleared_before = cleared;
    c->before = records;
    if (records != 0) {
        c->clears = 1;
        c->cleared = records;
    }
    if (cpu < e->cpus) {
        put_losses(e, cpu, e->counted);
    }
}

void encode_item(struct encoder *e, const struct spoor_item *item)
{
    struct encode_cpu *c = &e->cpu[item->cpu];

    if (item->kind <= SPOOR_MISSING && item->time >= e->counted + e->count_interval) {
        write_counts(e, item->time);
    }
    switch (item->kind) {
    case SPOOR_RECORD:
        add_record(e, &(struct record){.cpu = item->cpu,
                                       .id = item->id,
                                       .words = spoor_id(e->elf, item->id)->words,
                                       .ticks = item->time >> e->shift,
                                       .word = item->word,
                                       .data = item->data,
                                       .bytes = item->bytes});
        break;
    case SPOOR_GAP:
        c->lost += item->count;
        put_span(e, SPOOR_WIRE_GAP, item, (uint32_t)c->packets, item->count);
        break;
    case SPOOR_CLEARED:
        c->cleared = c->before + item->count - c->cleared_before;
        c->lost = 0;
        put_span(e, SPOOR_WIRE_CLEARED, item, ++c->clears, c->cleared);
        break;
    case SPOOR_FILTER:
        encode_filter(e, item->time, item->filter);
        break;
    case SPOOR_ENDED:
        c->ended = item->time;
        break;
    case SPOOR_MISSING:
        end_packet(e, c);
        c->packets += item->packets != 0 ? item->packets : 1;
        c->records += item->count;
        break;
    default:
        break;
    }
}

void encode_end(struct encoder *e, uint64_t until, const char *note, uint64_t note_ms)
{
    write_counts(e, until);
    put_note(e, SPOOR_WIRE_NOTE_END, *note != 0 ? note : NULL, note_ms);
}
