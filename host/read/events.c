/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * EVENTS packets: records with full times. Packet numbers and counts of records say exactly how much
 * the link lost. A packet is decoded as a whole before any of it counts.
 */
#include <string.h>
#include "reader_priv.h"

struct packet {
    uint32_t cpu, number, before, sum;
    uint64_t time, end_time;
    unsigned records;
};

/* Long words of this packet; 0: none yet. */
struct longs {
    uint32_t word[WIRE_LONG_SLOTS];
    uint32_t last;
};

/* A word, or its slot in the table, or its difference to the last long one. */
static uint32_t next_word(struct cursor *c, struct longs *longs)
{
    if (!c->bad && c->end - c->at >= 2 && c->at[0] >= 0x80 && c->at[1] == 0) {
        unsigned slot = c->at[0] & 0x7f;
        uint32_t word = slot < WIRE_LONG_SLOTS ? longs->word[slot] : 0;

        c->at += 2;
        c->bad = word == 0;
        longs->last = word;
        return word;
    }
    uint64_t number = cursor_u64(c);

    if (number < WIRE_LONG_WORD) {
        return (uint32_t)number;
    }
    number -= WIRE_LONG_WORD;
    uint32_t step = (uint32_t)(number >> 1) ^ -(uint32_t)(number & 1);
    uint32_t word = longs->last + step;

    c->bad |= number > UINT32_MAX || word < WIRE_LONG_WORD;
    longs->word[wire_long_slot(word)] = longs->last = word;
    return word;
}

/* One record at `c`. @return false when it is invalid */
static bool next_record(struct spoor_reader *r, struct cursor *c, struct longs *longs, uint64_t *time,
                        struct spoor_item *item)
{
    const uint8_t *begin = c->at;
    uint64_t number = cursor_u64(c);
    uint64_t delta = number >> WIRE_CODE_BITS;
    unsigned code = number & WIRE_CODE_OTHER;
    unsigned id = code == WIRE_CODE_OTHER ? cursor_u32(c) : WIRE_ID_ENTER + code;
    const struct spoor_id *meaning = spoor_id(r->elf, id);

    if (c->bad || meaning->class == SPOOR_NONE || meaning->class == SPOOR_TIME) {
        return false;
    }
    *time += delta;
    *item = (struct spoor_item){
        .kind = SPOOR_RECORD, .id = (uint16_t)id, .offset = r->offset, .time = *time, .until = *time};
    if (meaning->words == WIRE_WORDS_DATA) {
        item->bytes = cursor_u32(c);
        item->data = cursor_bytes(c, item->bytes);
    } else {
        for (unsigned i = 0; i < meaning->words; i++) {
            item->word[i] = next_word(c, longs);
        }
    }
    item->size = (uint32_t)(c->at - begin);
    return !c->bad && *time >= delta;
}

/* Count records and find the last one's time. */
static bool measure(struct spoor_reader *r, struct cursor c, struct packet *p)
{
    struct spoor_item item;
    struct longs longs = {.last = 0};

    p->end_time = p->time;
    for (p->records = 0; cursor_more(&c); p->records++) {
        if (!next_record(r, &c, &longs, &p->end_time, &item)) {
            return false;
        }
    }
    return !c.bad && p->records > 0;
}

static bool is_repeated(const struct reader_cpu *cpu, const struct packet *p)
{
    unsigned n = cpu->recents < READER_RECENT ? cpu->recents : READER_RECENT;

    for (unsigned i = 0; i < n; i++) {
        if (cpu->recent_number[i] == p->number && cpu->recent_sum[i] == p->sum) {
            return true;
        }
    }
    return false;
}

static struct spoor_item *push(struct spoor_reader *r, enum spoor_kind kind, const struct packet *p)
{
    struct spoor_item *item = reader_push(r, kind);
    static struct spoor_item nowhere;

    if (item == NULL) {
        item = &nowhere;
    }
    item->cpu = (uint16_t)p->cpu;
    return item;
}

static void missed(struct spoor_reader *r, struct reader_cpu *cpu, const struct packet *p)
{
    uint32_t packets = p->number - cpu->next_number;
    uint32_t records = p->before - cpu->next_before;

    if ((int32_t)records < 0) {
        return; /* reported already */
    }

    if (packets == 0 && cpu->unread) {
        cpu->counts.unread += records;
        return;
    }
    if (packets == 0 && records == 0) {
        return;
    }
    if (r->pending.frames > 0) {
        reader_flush_pending(r, records);
    } else if (packets > 0) {
        reader_say(r, "offset %llu: CPU %u: %u packet%s missing (%u events lost)",
                   (unsigned long long)r->offset, p->cpu, packets, packets == 1 ? " is" : "s are", records);
    } else {
        r->traffic.wrong++;
        reader_say(r, "offset %llu: CPU %u: %u events missing though no packet is",
                   (unsigned long long)r->offset, p->cpu, records);
    }
    cpu->counts.missing += records;
    struct spoor_item *item = push(r, SPOOR_MISSING, p);

    item->packets = packets;
    item->count = records;
    item->time = cpu->last_time;
    item->until = p->time;
}

/* Where this packet belongs after the ones before. @return false when it must not be taken again */
static bool place(struct spoor_reader *r, struct reader_cpu *cpu, const struct packet *p)
{
    bool older = (int32_t)(p->number - cpu->next_number) < 0;

    if (cpu->seen && older && is_repeated(cpu, p)) {
        r->traffic.repeated++;
        reader_say(r, "offset %llu: CPU %u: packet %u came before, skipped", (unsigned long long)r->offset,
                   p->cpu, p->number);
        return false;
    }
    if (cpu->seen && (older || p->time < cpu->last_time || (int32_t)(p->before - cpu->next_before) < 0)) {
        reader_say(r, "offset %llu: CPU %u restarts, with packet %u", (unsigned long long)r->offset, p->cpu,
                   p->number);
        reader_restart(r);
    }
    if (!cpu->seen) {
        struct spoor_item *item = push(r, SPOOR_JOINED, p);

        item->time = item->until = p->time;
        item->count = cpu->counts.before_joining = p->before;
    } else {
        missed(r, cpu, p);
    }
    return true;
}

static void remember(struct reader_cpu *cpu, const struct packet *p)
{
    unsigned i = cpu->recents++ % READER_RECENT;

    cpu->recent_number[i] = p->number;
    cpu->recent_sum[i] = p->sum;
    cpu->seen = true;
    cpu->counts.cut = 0;
    cpu->next_number = p->number + 1;
    cpu->next_before = p->before + p->records;
    cpu->last_time = p->end_time;
}

/* Records whose meaning isn't known: the next packet gives their number. */
static void take_unread(struct spoor_reader *r, struct reader_cpu *cpu, struct packet *p)
{
    p->end_time = p->time;
    p->records = 0;
    if (!place(r, cpu, p)) {
        return;
    }
    remember(cpu, p);
    cpu->unread = true;
}

bool events_take(struct spoor_reader *r, struct cursor *c, uint32_t sum)
{
    struct packet p = {.sum = sum};

    p.cpu = cursor_u32(c);
    p.number = cursor_u32(c);
    p.before = cursor_u32(c);
    p.time = cursor_u64(c);
    struct reader_cpu *cpu = c->bad ? NULL : reader_cpu(r, p.cpu);

    if (cpu == NULL) {
        reader_say(r, "offset %llu: packet of events makes no sense, skipped", (unsigned long long)r->offset);
        return false;
    }
    if (r->elf == NULL) {
        if (!r->said_no_elf) {
            reader_say(
                r, "offset %llu: no ELF file, so events can't be decoded; name the program that ran by --elf",
                (unsigned long long)r->offset);
        }
        r->said_no_elf = true;
        take_unread(r, cpu, &p);
        return true;
    }
    if (!measure(r, *c, &p)) {
        reader_say(r, "offset %llu: CPU %u: packet %u doesn't fit the ELF file, skipped",
                   (unsigned long long)r->offset, p.cpu, p.number);
        take_unread(r, cpu, &p);
        return false;
    }
    if (!place(r, cpu, &p)) {
        return true;
    }
    reader_flush_pending(r, -1);
    remember(cpu, &p);
    cpu->unread = false;
    cpu->counts.decoded += p.records;
    struct longs longs = {.last = 0};

    for (uint64_t time = p.time; cursor_more(c);) {
        struct spoor_item item;

        if (!next_record(r, c, &longs, &time, &item)) {
            break;
        }
        if (item.data != NULL) {
            item.data = reader_keep(r, item.data, item.bytes);
        }
        item.cpu = (uint16_t)p.cpu;
        *push(r, SPOOR_RECORD, &p) = item;
    }
    if (p.end_time > r->last_time) {
        r->last_time = p.end_time;
    }
    return true;
}
