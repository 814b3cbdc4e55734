/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Keeps the events of all locations in one temporary file, in pieces. The library needs 4 MB for each
 * location that is being written, so that they are written one after the other.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <base/spill.h>
#include <base/vector.h>
#include "otf2_priv.h"

#define EVENT_MAX 34 /* bytes: a kind, and three numbers of at most 10 bytes */

static void put_number(struct place *p, uint64_t n)
{
    for (; n >= 0x80; n >>= 7) {
        p->piece[p->used++] = (uint8_t)(n | 0x80);
    }
    p->piece[p->used++] = (uint8_t)n;
}

static void write_piece(struct otf2 *o, struct place *p)
{
    if (!VECTOR_GROW(p->pieces, p->piece_count)) {
        o->failed = true;
        return;
    }
    p->pieces[p->piece_count++] = o->spooled;
    if (o->spool == NULL) {
        o->spool = spill_open();
    }
    memset(p->piece + p->used, 0, PIECE_BYTES - p->used); /* kind 0 marks the end of a piece */
    if (o->spool == NULL || fwrite(p->piece, 1, PIECE_BYTES, o->spool) != PIECE_BYTES) {
        o->error = errno;
        o->failed = true;
    }
    o->spooled += PIECE_BYTES;
    p->used = 0;
}

void otf2_put(struct otf2 *o, struct place *p, enum event_kind kind, uint64_t time, uint64_t a, uint64_t b)
{
    if (p->used + EVENT_MAX > PIECE_BYTES) {
        write_piece(o, p);
    }
    p->piece[p->used++] = (uint8_t)kind;
    put_number(p, time - p->spooled_time);
    put_number(p, a);
    put_number(p, b);
    p->spooled_time = time;
}

/* ------------------------------------------------------------------ writing */

static uint64_t take_number(const uint8_t **at)
{
    uint64_t n = 0;

    for (unsigned shift = 0; shift < 64; shift += 7) {
        uint8_t byte = *(*at)++;

        n |= (uint64_t)(byte & 0x7F) << shift;
        if (byte < 0x80) {
            break;
        }
    }
    return n;
}

static void write_event(struct otf2 *o, OTF2_EvtWriter *w, enum event_kind kind, uint64_t time, uint64_t a,
                        uint64_t b)
{
    OTF2_Type type = OTF2_TYPE_INT64;
    OTF2_MetricValue value = {.signed_int = (int64_t)b};

    switch (kind) {
    case EVENT_ENTER:
        otf2_check(o, OTF2_EvtWriter_Enter(w, NULL, time, (uint32_t)a));
        break;
    case EVENT_LEAVE:
        otf2_check(o, OTF2_EvtWriter_Leave(w, NULL, time, (uint32_t)a));
        break;
    case EVENT_SEND:
        if (o->is_received[b]) {
            otf2_check(o, OTF2_EvtWriter_MpiSend(w, NULL, time, (uint32_t)a, COMM_MESSAGES, 0, 0));
        }
        break;
    case EVENT_RECEIVE:
        otf2_check(o, OTF2_EvtWriter_MpiRecv(w, NULL, time, (uint32_t)a, COMM_MESSAGES, 0, 0));
        break;
    case EVENT_SWITCH_FROM:
        otf2_check(o, OTF2_EvtWriter_MpiSend(w, NULL, time, (uint32_t)a, COMM_SWITCHES, 0, 0));
        break;
    case EVENT_SWITCH_TO:
        otf2_check(o, OTF2_EvtWriter_MpiRecv(w, NULL, time, (uint32_t)a, COMM_SWITCHES, 0, 0));
        break;
    case EVENT_METRIC:
        otf2_check(o, OTF2_EvtWriter_Metric(w, NULL, time, (uint32_t)a, 1, &type, &value));
        break;
    default:
        otf2_check(o, OTF2_EvtWriter_BufferFlush(w, NULL, time, a));
        break;
    }
}

/* @return the time of the last event */
static uint64_t write_events(struct otf2 *o, OTF2_EvtWriter *w, const uint8_t *at, const uint8_t *end,
                             uint64_t time)
{
    while (at < end && *at != 0) {
        enum event_kind kind = *at++;

        time += take_number(&at);
        uint64_t a = take_number(&at), b = take_number(&at);

        write_event(o, w, kind, time, a, b);
    }
    return time;
}

void otf2_write_place(struct otf2 *o, uint32_t number, uint64_t *events)
{
    struct place *p = &o->places[number];
    OTF2_EvtWriter *w = OTF2_Archive_GetEvtWriter(o->archive, number);
    uint8_t piece[PIECE_BYTES + EVENT_MAX] = {0};
    uint64_t time = 0;

    if (w == NULL) {
        o->failed = true;
        return;
    }
    for (size_t n = 0; n < p->piece_count && !o->failed; n++) {
        if (fseeko(o->spool, (off_t)p->pieces[n], SEEK_SET) != 0 ||
            fread(piece, 1, PIECE_BYTES, o->spool) != PIECE_BYTES) {
            o->error = errno;
            o->failed = true;
        }
        time = write_events(o, w, piece, piece + PIECE_BYTES, time);
    }
    memcpy(piece, p->piece, p->used);
    (void)write_events(o, w, piece, piece + p->used, time);
    otf2_check(o, OTF2_EvtWriter_GetNumberOfEvents(w, events));
    otf2_check(o, OTF2_Archive_CloseEvtWriter(o->archive, w));
}
