/* SPDX-License-Identifier: BSD-2-Clause */
/* Assigns packets to recordings and dispatches them by type; names. Section 3 of docs/wire-format.md. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "../reader_priv.h"

typedef unsigned long long ull;

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
    if (c->at < c->end && (cursor_u32(c) & SPOOR_WIRE_THREAD_IDLE) != 0) {
        recording_idle(r, number);
    }
    reader_push(r, SPOOR_THREAD, LANES_COMMON, r->last_time)->thread = number;
    return true;
}

#define KIND_BYTES 32

/* A name may be given as address, whose symbol is then the name. A text sent by the target takes
 * precedence. */
static bool take_name(struct spoor_reader *r, struct cursor *c)
{
    uint32_t kind = cursor_u32(c);
    uint32_t key = cursor_u32(c);
    uint32_t address = cursor_u32(c);
    size_t bytes = cursor_u32(c);
    const uint8_t *name = cursor_bytes(c, bytes);
    uint32_t maker = c->at < c->end ? cursor_u32(c) : 0;
    const char *symbol = address != 0 ? spoor_elf_symbol(r->elf, address, NULL) : NULL;

    if (c->bad) {
        return false;
    }
    if (bytes == 0 && symbol != NULL) {
        name = (const uint8_t *)symbol;
        bytes = strlen(symbol);
    }
    if (kind < SPOOR_WIRE_NAMED_IRQ || kind > SPOOR_WIRE_NAMED_PROGRAM || bytes == 0) {
        return true; /* sent by a later version */
    }
    if (maker != 0 && kind == SPOOR_WIRE_NAMED_OBJECT) {
        char text[KIND_BYTES];

        snprintf(text, sizeof text, "%.*s", (int)bytes, (const char *)name);
        recording_name_kind(r, key, text, spoor_thread(r, maker));
    } else {
        recording_name(r, (enum spoor_wire_named)kind, key, name, bytes);
    }
    if (kind == SPOOR_WIRE_NAMED_PROGRAM) {
        snprintf(r->now->program, sizeof r->now->program, "%.*s", (int)bytes, (const char *)name);
    }
    struct spoor_item *item = reader_push(r, SPOOR_NAME, LANES_COMMON, r->last_time);

    item->packets = kind;
    item->thread = key;
    return true;
}

/* ------------------------------------------------------------------ any packet */

static bool is_repeated(const struct spoor_reader *r, uint32_t sum)
{
    unsigned n = r->recents < READER_RECENT ? r->recents : READER_RECENT;

    for (unsigned i = 0; i < n; i++) {
        if (r->recent_sums[i] == sum) {
            return true;
        }
    }
    return false;
}

/* @return whether packets of this type are never sent twice with the same contents */
static bool is_unique(unsigned type)
{
    return type == SPOOR_WIRE_HEADER || type == SPOOR_WIRE_EVENTS || type == SPOOR_WIRE_SUBBUF ||
           type == SPOOR_WIRE_GAP || type == SPOOR_WIRE_CLEARED || type == SPOOR_WIRE_DATA ||
           type == SPOOR_WIRE_DENSE;
}

/* @return whether the packet follows a header and also applies to earlier records, which wait for it */
static bool describes_state(unsigned type)
{
    return type == SPOOR_WIRE_HEADER || type == SPOOR_WIRE_THREAD || type == SPOOR_WIRE_NAME ||
           type == SPOOR_WIRE_FILTER;
}

static void remember(struct spoor_reader *r, uint32_t sum)
{
    r->recent_sums[r->recents++ % READER_RECENT] = sum;
}

/* @return whether two headers differ in the board, program or clock, which never change in a recording */
static bool is_other_target(const struct spoor_header *a, const struct spoor_header *b)
{
    return a->cpus != b->cpus || a->hz != b->hz || a->shift != b->shift || strcmp(a->board, b->board) != 0 ||
           a->build_id_bytes != b->build_id_bytes || memcmp(a->build_id, b->build_id, a->build_id_bytes) != 0;
}

/* @return whether the current recording has events */
static bool has_events(const struct spoor_reader *r)
{
    bool any = false;

    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        any |= r->cpu[cpu].seen;
    }
    return any;
}

/*
 * Decide whether a packet begins another recording. It does if its number differs or a recorder's note
 * preceded it. After a power loss, or on another target, the number may be the same: then the first header
 * shows it, or a clock that decreases.
 */
static bool begins(const struct spoor_reader *r, const uint8_t *packet, uint32_t id, struct cursor c)
{
    const struct spoor_recording *rec = r->now;
    struct spoor_header h = {.seen = true};

    if (rec == NULL || id != rec->id || r->border) {
        return true;
    }
    if (packet[0] != SPOOR_WIRE_HEADER || !rec->header.seen || !header_parse(&c, &h)) {
        return false;
    }
    return is_other_target(&rec->header, &h) ||
           (has_events(r) && (h.first || h.now < rec->header.now || h.boots != rec->header.boots));
}

static void say_another(struct spoor_reader *r, uint32_t id, struct cursor c)
{
    struct spoor_header h = {.seen = true};

    if (r->now == NULL || r->now->id != id || r->border) {
        return;
    }
    header_parse(&c, &h); /* valid: see begins() */
    if (is_other_target(&r->now->header, &h)) {
        reader_say(r,
                   "offset %llu: recording %u has a header of another board, program or rate: "
                   "another recording begins",
                   (ull)r->offset, id);
    }
}

/* @return whether an earlier recording has this number */
static bool was_before(const struct spoor_reader *r, uint32_t id)
{
    for (size_t i = 0; i + 1 < r->recording_count; i++) {
        if (r->recordings[i]->id == id) {
            return true;
        }
    }
    return false;
}

/* Keep the first of the recorder's notes of each kind, and its continuations. */
static void take_note(struct spoor_reader *r, struct cursor *c)
{
    uint32_t kind = cursor_u32(c);
    uint64_t ms = cursor_u64(c);
    size_t bytes = cursor_u32(c);
    const uint8_t *text = cursor_bytes(c, bytes);
    struct spoor_note *note = (kind & ~SPOOR_WIRE_NOTE_MORE) == SPOOR_WIRE_NOTE_COMMAND ? &r->note
                              : (kind & ~SPOOR_WIRE_NOTE_MORE) == SPOOR_WIRE_NOTE_END   ? &r->end_note
                                                                                        : NULL;

    if ((kind & SPOOR_WIRE_NOTE_MORE) == 0) {
        r->note_open = note != NULL && note->text[0] == 0 ? note : NULL;
    }
    if (!c->bad && kind == SPOOR_WIRE_NOTE_COMMAND && r->now != NULL) {
        r->border = true;
        r->recents = 0;
    }
    if (c->bad || note == NULL || r->note_open != note) {
        return;
    }
    size_t used = strlen(note->text), room = sizeof note->text - 1 - used;

    note->ms = used == 0 ? ms : note->ms;
    bytes = bytes < room ? bytes : room;
    memcpy(note->text + used, text, bytes);
    note->text[used + bytes] = 0;
}

static bool take_body(struct spoor_reader *r, unsigned type, struct cursor *c)
{
    switch (type) {
    case SPOOR_WIRE_HEADER:
        return header_take(r, c);
    case SPOOR_WIRE_EVENTS:
    case SPOOR_WIRE_DENSE:
        return events_take(r, c, type == SPOOR_WIRE_DENSE);
    case SPOOR_WIRE_SUBBUF:
        return subbuf_take(r, c);
    case SPOOR_WIRE_THREAD:
        return take_thread(r, c);
    case SPOOR_WIRE_NAME:
        return take_name(r, c);
    case SPOOR_WIRE_GAP:
        return gap_take(r, c);
    case SPOOR_WIRE_CLEARED:
        return cleared_take(r, c);
    case SPOOR_WIRE_FILTER:
        return filter_take(r, c);
    case SPOOR_WIRE_DATA:
        return data_take(r, c);
    default:
        return losses_take(r, c);
    }
}

/* Put off a packet until all items of the current recording have been returned. */
static void put_off(struct spoor_reader *r, const uint8_t *packet, size_t n, uint32_t sum)
{
    memcpy(r->next.bytes, packet, n);
    r->next.n = n;
    r->next.sum = sum;
    r->next.offset = r->offset;
    recording_end(r);
    r->demux.stop = true;
}

bool packets_take(struct spoor_reader *r, const uint8_t *packet, size_t n, uint32_t sum)
{
    struct cursor c = {packet + 1, packet + n, false};
    unsigned type = packet[0];

    if (r->failed != 0) {
        return true;
    }
    if (type == SPOOR_WIRE_NOTE) {
        take_note(r, &c);
        return true;
    }
    if (type < SPOOR_WIRE_HEADER || type > SPOOR_WIRE_DENSE) {
        r->traffic.unknown++;
        return true;
    }
    uint32_t version = type == SPOOR_WIRE_HEADER ? cursor_u32(&c) : SPOOR_WIRE_VERSION;

    if (!c.bad && !is_version(version)) {
        reader_say(r, "offset %llu: format version %u; this tool reads versions %u to %u", (ull)r->offset,
                   version, SPOOR_WIRE_VERSION_OLD, SPOOR_WIRE_VERSION_DENSE);
        reader_fail(r, -EPROTONOSUPPORT);
        return false;
    }
    r->version = type == SPOOR_WIRE_HEADER ? version : r->version;
    uint32_t id = cursor_u32(&c);

    if (!c.bad && is_unique(type) && is_repeated(r, sum)) {
        r->traffic.repeated++;
        reader_say(r, "offset %llu: repeated packet of type %u skipped", (ull)r->offset, type);
        return true;
    }
    if (!c.bad && begins(r, packet, id, c)) {
        if (type != SPOOR_WIRE_HEADER && !r->border && was_before(r, id)) {
            r->traffic.late++;
            reader_say(r, "offset %llu: a packet of recording %u, which has ended, skipped", (ull)r->offset,
                       id);
            return true;
        }
        bool is_last = r->now != NULL && r->recordings_begun == r->most;
        bool all_out = lanes_empty(&r->lanes) && r->turns_out == r->turn_count && !is_last;

        if (r->now != NULL && !all_out) {
            put_off(r, packet, n, sum);
            return true;
        }
        if (type == SPOOR_WIRE_HEADER) {
            say_another(r, id, c);
        }
        if (!recording_begin(r, id)) {
            return true;
        }
    }
    if (!c.bad && is_unique(type)) {
        remember(r, sum);
    }
    if (!c.bad && r->stated && !describes_state(type)) {
        r->lanes.cpus = r->now->header.cpus;
        r->stated = r->unsure = false;
    }
    bool good = !c.bad && take_body(r, type, &c);

    if (!good && r->failed == 0 && type != SPOOR_WIRE_EVENTS && type != SPOOR_WIRE_DENSE) {
        reader_say(r, "offset %llu: invalid packet of type %u skipped", (ull)r->offset, type);
    }
    return good;
}
