/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * EVENTS and DENSE packets: records with full times. The packet numbers and counts of records show exactly
 * how much the link lost. A packet is decoded completely before any of it is counted.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "../ahead_priv.h"

typedef unsigned long long ull;

/** The clock in a header and the times in later packets differ by less: headers are sent every second. */
#define JUMP_MAX_S 3600

static void count(struct spoor_reader *r, struct spoor_account *a, const struct packet *p, unsigned first)
{
    for (unsigned i = first; i < first + p->records; i++) {
        const struct spoor_item *item = &p->block->items[i];

        recording_count(r, a, item);
        if (item->id == SPOOR_WIRE_ID_THREAD) {
            recording_take_name(r, item);
        }
    }
}

/* ------------------------------------------------------------------ the packet's place */

static struct spoor_item *note(struct spoor_reader *r, struct packet *p, enum spoor_kind kind)
{
    struct spoor_item *item = &p->block->items[p->block->count++];

    *item = (struct spoor_item){.kind = (uint8_t)kind, .cpu = (uint8_t)p->cpu, .offset = r->offset};
    return item;
}

static void say_wrong(struct spoor_reader *r, const struct packet *p, const char *what, uint64_t from,
                      uint64_t to)
{
    r->traffic.wrong++;
    reader_say(r, "offset %llu: CPU %u: packet %u: %s from %llu to %llu", (ull)r->offset, p->cpu, p->number,
               what, (ull)from, (ull)to);
}

/* Compare the counts of the last packet with those of this one, and account for missing packets and
 * records. */
static void missed(struct spoor_reader *r, struct spoor_account *a, struct packet *p, uint64_t time)
{
    struct reader_cpu *cpu = &r->cpu[p->cpu];
    uint32_t packets = p->number - cpu->next_number;
    uint32_t records = p->before - cpu->next_before;

    packets -= cpu->others < packets ? cpu->others : packets;

    if ((int32_t)records < 0) {
        say_wrong(r, p, "its count of earlier records decreases", cpu->next_before, p->before);
        return;
    }
    if (cpu->unread && packets == 0) {
        a->unread += records;
        return;
    }
    if (packets == 0 && records == 0) {
        return;
    }
    if (r->pending.frames > 0) {
        reader_flush_pending(r, records);
    } else if (packets > 0 && records == 0) {
        reader_say(r, "offset %llu: CPU %u: %u packet%s missing that reported events lost on the target",
                   (ull)r->offset, p->cpu, packets, packets == 1 ? " is" : "s are");
    } else if (packets > 0) {
        reader_say(r, "offset %llu: CPU %u: %u packet%s missing (%u events lost)", (ull)r->offset, p->cpu,
                   packets, packets == 1 ? " is" : "s are", records);
    } else {
        r->traffic.wrong++;
        reader_say(r, "offset %llu: CPU %u: %u events missing, but no packet", (ull)r->offset, p->cpu,
                   records);
    }
    a->missing += records;
    cpu->missed = true;
    filter_missed(r, cpu->last_time);
    struct spoor_item *item = note(r, p, SPOOR_MISSING);
    uint64_t sent_until = r->lanes.lane[p->cpu].until; /* everything before it was received */

    item->packets = packets;
    item->count = records;
    item->time = sent_until > cpu->last_time && sent_until < time ? sent_until : cpu->last_time;
    item->until = time > item->time ? time : item->time;
}

static void check_time(struct spoor_reader *r, const struct packet *p, uint64_t time)
{
    const struct spoor_header *h = &r->now->header;
    const struct reader_cpu *cpu = &r->cpu[p->cpu];

    if (cpu->seen && time < cpu->last_time) {
        say_wrong(r, p, "time decreases", cpu->last_time, time);
    } else if (h->seen && h->hz != 0 && time > h->now && (time - h->now) / h->hz > JUMP_MAX_S) {
        say_wrong(r, p, "time jumps by more than an hour", h->now, time);
    }
}

/* Keep the record that continues in the next packet, and its bytes up to `end`. */
static void begin_part(struct spoor_reader *r, const struct packet *p, const struct spoor_item *item,
                       const uint8_t *end)
{
    struct reader_part *part = &r->part[p->cpu];

    part->item = *item;
    part->got = (uint32_t)(end - part->item.data);
    part->bytes = part->bytes != NULL ? part->bytes : malloc(SPOOR_WIRE_DATA_MAX);
    if (part->bytes == NULL) {
        reader_fail(r, -ENOMEM);
        return;
    }
    memcpy(part->bytes, part->item.data, part->got);
    part->all = part->item.bytes;
}

void data_drop(struct spoor_reader *r, unsigned cpu)
{
    if (r->part[cpu].all != 0) {
        r->part[cpu].all = 0;
        r->cpu[cpu].next_before--;
    }
}

/* @return whether a packet with a higher number was received */
static bool is_late(const struct spoor_reader *r, const struct packet *p)
{
    const struct reader_cpu *cpu = &r->cpu[p->cpu];

    return cpu->seen && (int32_t)(p->number - cpu->next_number) < 0;
}

/* Check a packet against those before it. @return false if it must be skipped */
static bool place(struct spoor_reader *r, struct spoor_account *a, struct packet *p)
{
    struct reader_cpu *cpu = &r->cpu[p->cpu];
    uint64_t time = p->time << r->now->header.shift;

    if (is_late(r, p)) {
        r->traffic.late++;
        reader_say(r, "offset %llu: CPU %u: packet %u is late, skipped", (ull)r->offset, p->cpu, p->number);
        return false;
    }
    data_drop(r, p->cpu);
    check_time(r, p, time);
    if (cpu->seen) {
        missed(r, a, p, time);
    } else {
        struct spoor_item *item = note(r, p, SPOOR_JOINED);

        item->time = item->until = time;
        item->count = p->before;
        a->before = p->before;
        cpu->missed = p->number != 0;
        if (cpu->missed && !r->now->header.seen) {
            filter_missed(r, 0);
        }
    }
    return true;
}

static void remember(struct spoor_reader *r, struct spoor_account *a, const struct packet *p)
{
    struct reader_cpu *cpu = &r->cpu[p->cpu];

    cpu->seen = true;
    cpu->unread = a->unread_end = p->records == 0 && !p->split;
    cpu->next_number = p->number + 1;
    cpu->others = cpu->gone = cpu->placed = 0;
    if (r->now->header.version > SPOOR_WIRE_VERSION_OLD) {
        cpu->next_gap = cpu->next_number; /* a gap with a lower number would be late */
    }
    cpu->next_before = p->before + p->records + p->split;
    cpu->last_time = a->last_time = p->end_time;
    a->cut = 0;
    if (p->end_time > r->last_time) {
        r->last_time = p->end_time;
    }
    dense_keep(r, p, cpu->next_before);
}

/* Account for a packet whose records can't be decoded: the next packet or counts reveal their number. */
static void take_unread(struct spoor_reader *r, struct spoor_account *a, struct packet *p)
{
    p->block->count = 0;
    p->end_time = p->time << r->now->header.shift;
    p->records = 0;
    p->split = false;
    if (place(r, a, p)) {
        remember(r, a, p);
    }
}

/* Move the notes before the records. This is rare. */
static void put_notes_first(struct block *b, unsigned notes, unsigned records)
{
    struct spoor_item kept[2];

    memcpy(kept, b->items + records, notes * sizeof kept[0]);
    memmove(b->items + notes, b->items, records * sizeof kept[0]);
    memcpy(b->items, kept, notes * sizeof kept[0]);
}

static bool decode(struct spoor_reader *r, struct cursor *c, struct packet *p)
{
    return p->dense ? dense_take(r, c, p)
                    : p->decoded || records_decode(r->elf, r->offset, r->now->header.shift, c, p);
}

/* @return whether the packet is valid */
static bool take(struct spoor_reader *r, struct spoor_account *a, struct cursor *c, struct packet *p)
{
    if (r->elf == NULL) {
        if (!r->said_no_elf) {
            reader_say(
                r, "offset %llu: no ELF file: events can't be decoded; name the recorded program with --elf",
                (ull)r->offset);
        }
        r->said_no_elf = true;
        take_unread(r, a, p);
        return true;
    }
    if (p->dense && is_late(r, p)) {
        take_unread(r, a, p);
        return true;
    }
    if (p->dense && !dense_fits(r, p)) {
        reader_say(r, "offset %llu: CPU %u: packet %u continues one that is missing, skipped", (ull)r->offset,
                   p->cpu, p->number);
        return true; /* its records are lost with the missing ones: the next packet has the count of both */
    }
    if (!decode(r, c, p)) {
        reader_say(r, "offset %llu: CPU %u: packet %u doesn't fit the ELF file, skipped", (ull)r->offset,
                   p->cpu, p->number);
        take_unread(r, a, p);
        return false;
    }
    p->block->count = p->records;
    struct spoor_item split = p->block->items[p->records]; /* a note may take its place */

    if (!place(r, a, p)) {
        p->block->count = 0;
        return true;
    }
    unsigned notes = p->block->count - p->records;

    if (notes != 0) {
        put_notes_first(p->block, notes, p->records);
    }
    reader_flush_pending(r, -1);
    remember(r, a, p);
    count(r, a, p, notes);
    if (p->split) {
        begin_part(r, p, &split, c->end);
    }
    return true;
}

bool events_head(struct cursor *c, struct packet *p)
{
    p->cpu = cursor_u32(c);
    p->number = cursor_u32(c);
    p->before = cursor_u32(c);
    p->time = cursor_u64(c);
    p->continues = p->dense && cursor_u32(c) != 0;
    return !c->bad;
}

/* Take the records that were decoded ahead. @return whether there are any */
static bool take_decoded(struct spoor_reader *r, struct packet *p)
{
    struct ahead_frame *f = r->frame;

    if (f == NULL || !f->decoded || f->shift != r->now->header.shift) {
        return false;
    }
    *p = f->events;
    p->decoded = true;
    f->decoded = false;
    f->events.block = lanes_exchange(&r->lanes, p->block);
    return true;
}

bool events_take(struct spoor_reader *r, struct cursor *c, bool dense)
{
    struct packet p = {.dense = dense};

    (void)events_head(c, &p);
    struct spoor_account *a =
        c->bad || p.time > UINT64_MAX >> r->now->header.shift ? NULL : recording_account(r, p.cpu);

    if (a == NULL) {
        reader_say(r, "offset %llu: invalid packet of events skipped", (ull)r->offset);
        return false;
    }
    size_t n = (size_t)(c->end - c->at);

    if (!take_decoded(r, &p)) {
        p.block = lanes_block(&r->lanes, ITEMS_MAX, SPOOR_WIRE_PACKET_MAX + 1);
        if (p.block == NULL) {
            reader_fail(r, -ENOMEM);
            return true;
        }
        memcpy(p.block->bytes, c->at, n);
    }
    struct cursor body = {p.block->bytes, p.block->bytes + n, false};
    bool good = take(r, a, &body, &p);

    lanes_add(&r->lanes, p.cpu, p.block);
    return good;
}

/* ------------------------------------------------------------------ DATA */

/* Return the record whose last bytes were received. */
static void end_part(struct spoor_reader *r, struct spoor_account *a, unsigned cpu)
{
    struct reader_part *part = &r->part[cpu];
    struct block *b = lanes_block(&r->lanes, 1, part->all);

    if (b == NULL) {
        reader_fail(r, -ENOMEM);
        return;
    }
    memcpy(b->bytes, part->bytes, part->all);
    b->items[0] = part->item;
    b->items[0].data = b->bytes;
    b->count = 1;
    part->all = 0;
    recording_count(r, a, &b->items[0]);
    lanes_add(&r->lanes, cpu, b);
}

/* Account for a packet whose record began in a packet that is missing or couldn't be decoded. */
static void take_rest(struct spoor_reader *r, struct spoor_account *a, struct packet *p)
{
    p->time = r->cpu[p->cpu].last_time >> r->now->header.shift;
    p->block = lanes_block(&r->lanes, 2, 0);
    if (p->block == NULL) {
        reader_fail(r, -ENOMEM);
        return;
    }
    take_unread(r, a, p);
    r->cpu[p->cpu].unread = a->unread_end = false; /* it begins no record */
    lanes_add(&r->lanes, p->cpu, p->block);
}

bool data_take(struct spoor_reader *r, struct cursor *c)
{
    struct packet p = {.records = 0};

    p.cpu = cursor_u32(c);
    p.number = cursor_u32(c);
    p.before = cursor_u32(c);
    struct spoor_account *a = c->bad ? NULL : recording_account(r, p.cpu);
    size_t n = (size_t)(c->end - c->at);

    if (a == NULL) {
        return false;
    }
    struct reader_cpu *cpu = &r->cpu[p.cpu];
    struct reader_part *part = &r->part[p.cpu];

    if (part->all != 0 && p.number == cpu->next_number && p.before == cpu->next_before &&
        n <= part->all - part->got) {
        memcpy(part->bytes + part->got, c->at, n);
        part->got += (uint32_t)n;
        part->item.size = (uint16_t)(part->item.size + n);
        cpu->next_number++;
        cpu->next_gap = cpu->next_number;
        if (part->got == part->all) {
            end_part(r, a, p.cpu);
        }
    } else if (cpu->seen) { /* else the packets before it are unknown, too */
        take_rest(r, a, &p);
    }
    return true;
}
