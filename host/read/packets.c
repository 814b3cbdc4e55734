/* SPDX-License-Identifier: BSD-2-Clause */
/* Packets to items, all types but EVENTS: section 3 of docs/wire-format.md. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "reader_priv.h"

/* Report the ELF file that the target ran. */
static void say_other_build(struct spoor_reader *r, const struct spoor_header *h)
{
    char text[2 * sizeof h->build_id + 1] = "";

    for (uint32_t i = 0; i < h->build_id_bytes; i++) {
        snprintf(text + 2 * i, 3, "%02x", h->build_id[i]);
    }
    reader_say(r,
               "offset %llu: recorded with another ELF file: the build IDs differ; readelf -n shows %s for "
               "the right one",
               (unsigned long long)r->offset, text);
}

/* The ELF file must agree with the target's header, or each name would be wrong. */
static bool elf_fits(struct spoor_reader *r, const struct spoor_header *h)
{
    size_t bytes;
    const uint8_t *id = spoor_elf_build_id(r->elf, &bytes);

    if (r->elf == NULL) {
        return true;
    }
    if (id != NULL && h->build_id_bytes != 0 &&
        (bytes != h->build_id_bytes || memcmp(id, h->build_id, bytes) != 0)) {
        say_other_build(r, h);
        return false;
    }
    uint64_t ids = (uint64_t)WIRE_ID_FIRST + h->events + h->blocks + h->points;

    if (ids != spoor_ids(r->elf)) {
        reader_say(r, "offset %llu: recorded with another ELF file: %llu IDs there, %u in this one",
                   (unsigned long long)r->offset, (unsigned long long)ids, spoor_ids(r->elf));
        return false;
    }
    return true;
}

static bool take_header(struct spoor_reader *r, struct cursor *c)
{
    struct spoor_header h = {.seen = true};

    h.version = cursor_u32(c);
    if (!c->bad && h.version != WIRE_VERSION) {
        reader_say(r, "offset %llu: format version %u; this reads version %u", (unsigned long long)r->offset,
                   h.version, WIRE_VERSION);
        reader_fail(r, -EPROTONOSUPPORT);
        return false;
    }
    uint32_t *const numbers[] = {&h.cpus,   &h.hz,     &h.tick_hz, &h.events,
                                 &h.blocks, &h.points, &h.mode,    &h.cost_centi_ns};

    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        *numbers[i] = cursor_u32(c);
    }
    h.build_id_bytes = cursor_u32(c);
    const uint8_t *id = cursor_bytes(c, h.build_id_bytes);
    size_t board_bytes = cursor_u32(c);
    const uint8_t *board = cursor_bytes(c, board_bytes);

    if (c->bad || h.build_id_bytes > sizeof h.build_id || h.cpus == 0 || h.cpus > READER_CPUS_MAX) {
        return false;
    }
    memcpy(h.build_id, id, h.build_id_bytes);
    memcpy(h.board, board, board_bytes < sizeof h.board ? board_bytes : sizeof h.board - 1);
    if (!elf_fits(r, &h)) {
        reader_fail(r, -EBADMSG);
        return true;
    }
    r->header = h;
    reader_push(r, SPOOR_HEADER);
    return true;
}

static bool take_thread(struct spoor_reader *r, struct cursor *c)
{
    uint32_t number = cursor_u32(c);
    uint32_t priority = cursor_u32(c);
    size_t bytes = cursor_u32(c);
    const uint8_t *name = cursor_bytes(c, bytes);

    if (c->bad) {
        return false;
    }
    reader_thread(r, number, priority, name, bytes);
    struct spoor_item *item = reader_push(r, SPOOR_THREAD);

    if (item != NULL) {
        item->thread = number;
    }
    return true;
}

static bool take_gap(struct spoor_reader *r, struct cursor *c)
{
    uint32_t cpu = cursor_u32(c);
    uint32_t count = cursor_u32(c);
    uint64_t time = cursor_u64(c);
    uint64_t until = cursor_u64(c);
    struct reader_cpu *state = c->bad || c->at != c->end || until < time ? NULL : reader_cpu(r, cpu);

    if (state == NULL) {
        return false;
    }
    state->counts.in_gaps += count;
    struct spoor_item *item = reader_push(r, SPOOR_GAP);

    if (item != NULL) {
        item->cpu = (uint16_t)cpu;
        item->count = count;
        item->time = time;
        item->until = until;
    }
    return true;
}

/* Compare with the counts so far: packets before this one on the link were sent before it. */
static void check_counts(struct spoor_reader *r, struct reader_cpu *state, uint32_t cpu, uint32_t sent,
                         uint32_t lost)
{
    int32_t cut = (int32_t)(sent - state->next_before);

    if (cut < 0 && state->seen) {
        r->traffic.wrong++;
        reader_say(r, "offset %llu: CPU %u: %u events came and %u were sent", (unsigned long long)r->offset,
                   cpu, state->next_before, sent);
    }
    state->counts.cut = cut > 0 && !state->unread ? (uint32_t)cut : 0;
    if (state->counts.in_gaps > lost) {
        r->traffic.wrong++;
        reader_say(r, "offset %llu: CPU %u: gaps hold %u events, and %u were lost in all",
                   (unsigned long long)r->offset, cpu, state->counts.in_gaps, lost);
    }
}

/* Checked as a whole before any of it is used. */
static bool take_losses(struct spoor_reader *r, struct cursor *c)
{
    uint32_t cpu = cursor_u32(c);
    uint32_t sent = cursor_u32(c);
    uint32_t lost = cursor_u32(c);
    struct cursor pairs = *c;

    while (cursor_more(c)) {
        uint32_t id = cursor_u32(c);

        cursor_u32(c);
        if (id >= WIRE_IDS) {
            return false;
        }
    }
    struct reader_cpu *state = c->bad ? NULL : reader_cpu(r, cpu);

    if (state == NULL) {
        return false;
    }
    if (sent == 0 && state->seen) {
        reader_say(r, "offset %llu: CPU %u restarts, with nothing sent", (unsigned long long)r->offset, cpu);
        reader_restart(r);
    }
    if (lost < state->counts.lost) { /* the rings were cleared */
        memset(state->lost_by_id, 0, WIRE_IDS * sizeof *state->lost_by_id);
        state->counts.in_gaps = 0;
    }
    check_counts(r, state, cpu, sent, lost);
    state->counts.told = true;
    state->counts.sent = sent;
    state->counts.lost = lost;
    while (cursor_more(&pairs)) {
        uint32_t id = cursor_u32(&pairs);

        state->lost_by_id[id] = cursor_u32(&pairs);
    }
    struct spoor_item *item = reader_push(r, SPOOR_LOSSES);

    if (item != NULL) {
        item->cpu = (uint16_t)cpu;
    }
    return true;
}

bool packets_take(struct spoor_reader *r, const uint8_t *packet, size_t n)
{
    struct cursor c = {packet + 1, packet + n, false};
    bool good;

    if (r->failed != 0) {
        return true;
    }
    switch (packet[0]) {
    case WIRE_HEADER:
        good = take_header(r, &c);
        break;
    case WIRE_EVENTS:
        return events_take(r, &c, packet_sum(packet, n));
    case WIRE_THREAD:
        good = take_thread(r, &c);
        break;
    case WIRE_GAP:
        good = take_gap(r, &c);
        break;
    case WIRE_LOSSES:
        good = take_losses(r, &c);
        break;
    default:
        r->traffic.unknown++;
        return true;
    }
    if (!good && r->failed == 0) {
        reader_say(r, "offset %llu: packet of type %u makes no sense, skipped", (unsigned long long)r->offset,
                   packet[0]);
    }
    return good;
}
