/* SPDX-License-Identifier: BSD-2-Clause */
/* Packets to items, all types but EVENTS: section 3 of docs/wire-format.md. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "elf_priv.h"
#include "reader_priv.h"

typedef unsigned long long ull;

/* ------------------------------------------------------------------ HEADER */

/* Report the ELF file that the target ran. */
static void say_other_build(struct spoor_reader *r, const struct spoor_header *h)
{
    char text[2 * sizeof h->build_id + 1] = "";

    for (uint32_t i = 0; i < h->build_id_bytes; i++) {
        snprintf(text + 2 * i, 3, "%02x", h->build_id[i]);
    }
    reader_say(r,
               "offset %llu: recorded with another ELF file: its build ID is %s (readelf -n shows that of a "
               "file)",
               (ull)r->offset, text);
}

/* The ELF file must agree with the target's header, or each name would be wrong. */
static enum spoor_fit fit_of(struct spoor_reader *r, const struct spoor_header *h)
{
    size_t bytes;
    const uint8_t *id = spoor_elf_build_id(r->elf, &bytes);

    if (r->elf == NULL) {
        return SPOOR_FIT_UNKNOWN;
    }
    if (id != NULL && h->build_id_bytes != 0 &&
        (bytes != h->build_id_bytes || memcmp(id, h->build_id, bytes) != 0)) {
        say_other_build(r, h);
        return SPOOR_FIT_WRONG;
    }
    uint64_t ids = (uint64_t)WIRE_ID_FIRST + h->events + h->blocks + h->points;

    if (ids != spoor_ids(r->elf)) {
        reader_say(r, "offset %llu: recorded with another ELF file: %llu IDs there, %u in this one%s",
                   (ull)r->offset, (ull)ids, spoor_ids(r->elf),
                   spoor_ids(r->elf) == WIRE_ID_FIRST ? "; is it stripped?" : "");
        return SPOOR_FIT_WRONG;
    }
    return id != NULL && h->build_id_bytes != 0 ? SPOOR_FIT : SPOOR_FIT_UNKNOWN;
}

static bool parse_header(struct cursor *c, struct spoor_header *h)
{
    h->boots = cursor_u32(c);
    h->first = cursor_u32(c) != 0;
    uint32_t *const numbers[] = {&h->cpus,   &h->hz,     &h->shift,  &h->tick_hz,
                                 &h->events, &h->blocks, &h->points, &h->mode};

    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        *numbers[i] = cursor_u32(c);
    }
    h->now = cursor_u64(c);
    h->wall_ms = cursor_u64(c);
    h->build_id_bytes = cursor_u32(c);
    const uint8_t *id = cursor_bytes(c, h->build_id_bytes);
    size_t board_bytes = cursor_u32(c);
    const uint8_t *board = cursor_bytes(c, board_bytes);

    if (c->bad || h->build_id_bytes > sizeof h->build_id || h->cpus == 0 || h->cpus > SPOOR_CPUS_MAX ||
        h->shift > 31) {
        return false;
    }
    memcpy(h->build_id, id, h->build_id_bytes);
    memcpy(h->board, board, board_bytes < sizeof h->board ? board_bytes : sizeof h->board - 1);
    uint32_t costs = cursor_more(c) ? cursor_u32(c) : 0;

    for (uint32_t i = 0; i < costs && !c->bad; i++) {
        uint32_t cost = cursor_u32(c);

        if (i < sizeof h->costs / sizeof h->costs[0]) {
            h->costs[h->costs_n++] = cost;
        }
    }
    h->now <<= h->shift;
    return !c->bad;
}

/* Records are later than the clock of a header that was sent after them: no time is right. */
static void check_clock(struct spoor_reader *r, const struct spoor_header *h)
{
    for (unsigned cpu = 0; cpu < r->now->cpus; cpu++) {
        if (r->cpu[cpu].seen && r->cpu[cpu].last_time > h->now + (UINT64_C(1) << h->shift)) {
            r->traffic.wrong++;
            reader_say(r, "offset %llu: CPU %u: records up to time %llu came before the header of time %llu",
                       (ull)r->offset, cpu, (ull)r->cpu[cpu].last_time, (ull)h->now);
        }
    }
}

/* Records that came before the first header have their times in ticks: from here on the ticks' length is
 * known. */
static void scale(struct spoor_reader *r, unsigned shift)
{
    for (unsigned n = 0; n < LANES; n++) {
        lanes_scale(&r->lanes, n, shift);
    }
    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        r->cpu[cpu].last_time <<= shift;
    }
    r->last_time <<= shift;
}

static bool take_header(struct spoor_reader *r, struct cursor *c)
{
    struct spoor_header h = {.seen = true, .version = WIRE_VERSION};
    struct spoor_recording *rec = r->now;

    if (!parse_header(c, &h) || h.cpus < rec->cpus) {
        return false;
    }
    h.first |= rec->header.first;
    if (!rec->header.seen && r->last_time > UINT64_MAX >> h.shift) {
        return false;
    }
    if (!rec->header.seen && h.shift != 0) {
        scale(r, h.shift);
    }
    check_clock(r, &h);
    if (!rec->header.seen || rec->header.build_id_bytes != h.build_id_bytes ||
        memcmp(rec->header.build_id, h.build_id, h.build_id_bytes) != 0) {
        rec->fit = fit_of(r, &h);
    }
    rec->header = h;
    rec->cpus = h.cpus;
    if (rec->fit == SPOOR_FIT_WRONG) {
        reader_fail(r, -EBADMSG);
        return true;
    }
    r->lanes.cpus = h.cpus;
    reader_push(r, SPOOR_HEADER, LANES_COMMON, r->last_time);
    return true;
}

/* ------------------------------------------------------------------ THREAD, NAME */

static bool take_thread(struct spoor_reader *r, struct cursor *c)
{
    uint32_t number = cursor_u32(c);
    uint32_t priority = cursor_u32(c);
    size_t bytes = cursor_u32(c);
    const uint8_t *name = cursor_bytes(c, bytes);

    if (c->bad) {
        return false;
    }
    recording_thread(r, number, priority, name, bytes);
    reader_push(r, SPOOR_THREAD, LANES_COMMON, r->last_time)->thread = number;
    return true;
}

/* An address whose symbol is the name; a name that the target sends goes before. */
static bool take_name(struct spoor_reader *r, struct cursor *c)
{
    uint32_t kind = cursor_u32(c);
    uint32_t key = cursor_u32(c);
    uint32_t address = cursor_u32(c);
    size_t bytes = cursor_u32(c);
    const uint8_t *name = cursor_bytes(c, bytes);
    const char *symbol = address != 0 ? spoor_elf_symbol(r->elf, address, NULL) : NULL;

    if (c->bad) {
        return false;
    }
    if (bytes == 0 && symbol != NULL) {
        name = (const uint8_t *)symbol;
        bytes = strlen(symbol);
    }
    if ((kind != WIRE_NAMED_IRQ && kind != WIRE_NAMED_OBJECT) || bytes == 0) {
        return true; /* of a later version */
    }
    recording_name(r, (enum wire_named)kind, key, name, bytes);
    struct spoor_item *item = reader_push(r, SPOOR_NAME, LANES_COMMON, r->last_time);

    item->packets = kind;
    item->thread = key;
    return true;
}

/* ------------------------------------------------------------------ GAP, CLEARED, LOSSES */

struct interval {
    uint32_t cpu, number, count;
    uint64_t time, until;
};

/* @return the CPU's account, or NULL when the packet makes no sense */
static struct spoor_account *parse_interval(struct spoor_reader *r, struct cursor *c, struct interval *i)
{
    i->cpu = cursor_u32(c);
    i->number = cursor_u32(c);
    i->count = cursor_u32(c);
    i->time = cursor_u64(c);
    i->until = cursor_u64(c);
    if (c->bad || i->until < i->time) {
        return NULL;
    }
    i->time <<= r->now->header.shift;
    i->until <<= r->now->header.shift;
    return recording_account(r, i->cpu);
}

static void push_interval(struct spoor_reader *r, enum spoor_kind kind, const struct interval *i)
{
    struct spoor_item *item = reader_push(r, kind, i->cpu, i->time);

    item->count = i->count;
    item->until = i->until;
}

static bool take_gap(struct spoor_reader *r, struct cursor *c)
{
    struct interval i;
    struct spoor_account *a = parse_interval(r, c, &i);

    if (a == NULL) {
        return false;
    }
    struct reader_cpu *cpu = &r->cpu[i.cpu];

    if ((int32_t)(i.number - cpu->next_gap) < 0) {
        r->traffic.repeated++;
        return true;
    }
    cpu->next_gap = i.number + 1;
    a->in_gaps += i.count;
    push_interval(r, SPOOR_GAP, &i);
    return true;
}

/* After a clear the counts of losses begin again; earlier losses are among the cleared records. */
static void note_clears(struct spoor_reader *r, uint32_t cpu, uint32_t clears, uint32_t cleared)
{
    struct spoor_account *a = &r->now->account[cpu];
    struct reader_cpu *state = &r->cpu[cpu];

    if (clears == state->clears) {
        return;
    }
    state->clears = clears;
    recording_widen(&a->cleared, &state->cleared, cleared);
    a->lost = a->in_gaps = 0;
    state->lost = 0;
    for (unsigned id = 0; id < WIRE_IDS; id++) {
        a->ids[id].lost = 0;
    }
}

static bool take_cleared(struct spoor_reader *r, struct cursor *c)
{
    struct interval i;

    if (parse_interval(r, c, &i) == NULL) {
        return false;
    }
    if ((int32_t)(i.number - r->cpu[i.cpu].clears) <= 0) {
        r->traffic.repeated++;
        return true;
    }
    note_clears(r, i.cpu, i.number, i.count);
    push_interval(r, SPOOR_CLEARED, &i);
    return true;
}

struct losses {
    uint32_t cpu, clears, cleared, sent, lost;
    uint64_t until;
};

/* Compare with the counts so far: packets before this one on the link were sent before it. */
static void check_counts(struct spoor_reader *r, const struct losses *l)
{
    struct spoor_account *a = &r->now->account[l->cpu];
    struct reader_cpu *cpu = &r->cpu[l->cpu];
    int32_t cut = (int32_t)(l->sent - cpu->next_before);

    if (cut < 0 && cpu->seen) {
        r->traffic.wrong++;
        reader_say(r, "offset %llu: CPU %u: %u events came and %u were sent", (ull)r->offset, l->cpu,
                   cpu->next_before, l->sent);
    }
    if (cpu->unread && cut >= 0) { /* the last packet's records, and those of packets after it */
        a->unread += (uint32_t)cut;
        cpu->next_before += (uint32_t)cut;
        cpu->unread = a->unread_end = false;
        cut = 0;
    }
    a->cut = cut > 0 ? (uint32_t)cut : 0;
    if (a->in_gaps > a->lost) {
        r->traffic.wrong++;
        reader_say(r, "offset %llu: CPU %u: gaps hold %llu events, and %llu were lost in all", (ull)r->offset,
                   l->cpu, (ull)a->in_gaps, (ull)a->lost);
    }
}

/* Checked as a whole before any of it is used. */
static bool take_losses(struct spoor_reader *r, struct cursor *c)
{
    struct losses l;

    l.cpu = cursor_u32(c);
    l.clears = cursor_u32(c);
    l.cleared = cursor_u32(c);
    l.sent = cursor_u32(c);
    l.lost = cursor_u32(c);
    l.until = cursor_u64(c);
    struct cursor pairs = *c;

    while (cursor_more(c)) {
        uint32_t id = cursor_u32(c);

        cursor_u32(c);
        if (id >= WIRE_IDS) {
            return false;
        }
    }
    struct spoor_account *a = c->bad ? NULL : recording_account(r, l.cpu);

    if (a == NULL) {
        return false;
    }
    struct reader_cpu *cpu = &r->cpu[l.cpu];

    l.until <<= r->now->header.shift;
    if ((a->told && l.until < r->lanes.lane[l.cpu].until && (int32_t)(l.sent - cpu->sent) < 0) ||
        (int32_t)(l.clears - cpu->clears) < 0) {
        r->traffic.late++;
        reader_say(r, "offset %llu: CPU %u: counts from before the last ones, skipped", (ull)r->offset,
                   l.cpu);
        return true;
    }
    note_clears(r, l.cpu, l.clears, l.cleared);
    recording_widen(&a->sent, &cpu->sent, l.sent);
    if ((int32_t)(l.lost - cpu->lost) < 0) {
        r->traffic.wrong++;
        reader_say(r, "offset %llu: CPU %u: %u events were lost so far, and %u before that", (ull)r->offset,
                   l.cpu, l.lost, cpu->lost);
    } else {
        recording_widen(&a->lost, &cpu->lost, l.lost);
    }
    a->told = true;
    check_counts(r, &l);
    lanes_until(&r->lanes, l.cpu, l.until);
    while (cursor_more(&pairs)) {
        uint32_t id = cursor_u32(&pairs);

        a->ids[id].lost = cursor_u32(&pairs);
    }
    reader_push(r, SPOOR_LOSSES, LANES_COMMON, r->last_time)->cpu = (uint8_t)l.cpu;
    return true;
}

/* ------------------------------------------------------------------ any packet */

bool packets_repeated(const struct spoor_reader *r, uint32_t sum)
{
    unsigned n = r->recents < READER_RECENT ? r->recents : READER_RECENT;

    for (unsigned i = 0; i < n; i++) {
        if (r->recent_sums[i] == sum) {
            return true;
        }
    }
    return false;
}

/* Others may come again and again as they are. */
static bool is_unique(unsigned type)
{
    return type == WIRE_HEADER || type == WIRE_EVENTS || type == WIRE_SUBBUF || type == WIRE_GAP ||
           type == WIRE_CLEARED;
}

static void remember(struct spoor_reader *r, uint32_t sum)
{
    r->recent_sums[r->recents++ % READER_RECENT] = sum;
}

/*
 * Whether a packet belongs to another recording than the present one: its number says so; and a target that
 * lost its power may begin with the same number again, which its first header shows, or a clock that goes
 * back.
 */
static bool begins(const struct spoor_reader *r, const uint8_t *packet, uint32_t id, struct cursor c)
{
    const struct spoor_recording *rec = r->now;
    struct spoor_header h = {.seen = true};

    if (rec == NULL || id != rec->id) {
        return true;
    }
    if (packet[0] != WIRE_HEADER || !parse_header(&c, &h)) {
        return false;
    }
    bool anything = false;

    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        anything |= r->cpu[cpu].seen;
    }
    return rec->header.seen && anything &&
           (h.first || h.now < rec->header.now || h.boots != rec->header.boots);
}

/* @return whether a recording of this number was begun before the present one */
static bool was_before(const struct spoor_reader *r, uint32_t id)
{
    for (size_t i = 0; i + 1 < r->recording_count; i++) {
        if (r->recordings[i]->id == id) {
            return true;
        }
    }
    return false;
}

static bool take_body(struct spoor_reader *r, unsigned type, struct cursor *c)
{
    switch (type) {
    case WIRE_HEADER:
        return take_header(r, c);
    case WIRE_EVENTS:
        return events_take(r, c);
    case WIRE_SUBBUF:
        return subbuf_take(r, c);
    case WIRE_THREAD:
        return take_thread(r, c);
    case WIRE_NAME:
        return take_name(r, c);
    case WIRE_GAP:
        return take_gap(r, c);
    case WIRE_CLEARED:
        return take_cleared(r, c);
    default:
        return take_losses(r, c);
    }
}

/* It waits until the present recording was given out. */
static void put_off(struct spoor_reader *r, const uint8_t *packet, size_t n, uint32_t sum)
{
    memcpy(r->next.bytes, packet, n);
    r->next.n = n;
    r->next.sum = sum;
    r->next.offset = r->offset;
    r->lanes.open = true;
    r->demux.stop = true;
}

bool packets_take(struct spoor_reader *r, const uint8_t *packet, size_t n, uint32_t sum)
{
    struct cursor c = {packet + 1, packet + n, false};
    unsigned type = packet[0];

    if (r->failed != 0) {
        return true;
    }
    if (type < WIRE_HEADER || type > WIRE_SUBBUF) {
        r->traffic.unknown++;
        return true;
    }
    uint32_t version = type == WIRE_HEADER ? cursor_u32(&c) : WIRE_VERSION;

    if (!c.bad && version != WIRE_VERSION) {
        reader_say(r, "offset %llu: format version %u; this reads version %u", (ull)r->offset, version,
                   WIRE_VERSION);
        reader_fail(r, -EPROTONOSUPPORT);
        return false;
    }
    uint32_t id = cursor_u32(&c);

    if (!c.bad && is_unique(type) && packets_repeated(r, sum)) {
        r->traffic.repeated++;
        reader_say(r, "offset %llu: a packet of type %u came before, skipped", (ull)r->offset, type);
        return true;
    }
    if (!c.bad && begins(r, packet, id, c)) {
        if (type != WIRE_HEADER && was_before(r, id)) {
            r->traffic.late++;
            reader_say(r, "offset %llu: a packet of recording %u, which has ended, skipped", (ull)r->offset,
                       id);
            return true;
        }
        if (r->now != NULL && (!lanes_empty(&r->lanes) || r->lanes.out != NULL)) {
            put_off(r, packet, n, sum);
            return true;
        }
        if (!recording_begin(r, id)) {
            return true;
        }
    }
    if (!c.bad && is_unique(type)) {
        remember(r, sum);
    }
    bool good = !c.bad && take_body(r, type, &c);

    if (!good && r->failed == 0 && type != WIRE_EVENTS) {
        reader_say(r, "offset %llu: packet of type %u makes no sense, skipped", (ull)r->offset, type);
    }
    return good;
}
