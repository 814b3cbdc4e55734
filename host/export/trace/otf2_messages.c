/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Messages of OTF2. Readers refuse or misdraw a message with one end: an end is written only if the recording
 * has the other. A thread that sends waits for the reply, so a pair of threads has at most one open message.
 */
#include <base/vector.h>
#include "otf2_priv.h"

struct open_message {
    uint64_t number;
    bool is_open;
};

static uint64_t pair_of(const struct otf2 *o, const struct place *from, const struct place *to)
{
    return (uint64_t)(from - o->places) << 32 | (uint64_t)(to - o->places);
}

/* @return the open message of a pair, created on first use; NULL if out of memory */
static struct open_message *open_of(struct otf2 *o, const struct place *from, const struct place *to)
{
    uint32_t n = hash_find_key(&o->by_pair, pair_of(o, from, to));

    if (n != HASH_NONE) {
        return &o->open[n];
    }
    if (!VECTOR_GROW(o->open, o->open_count) ||
        !hash_add(&o->by_pair, pair_of(o, from, to), (uint32_t)o->open_count)) {
        o->failed = true;
        return NULL;
    }
    o->open[o->open_count] = (struct open_message){.is_open = false};
    return &o->open[o->open_count++];
}

void otf2_sent(struct otf2 *o, struct place *from, const struct place *to, uint64_t time)
{
    struct open_message *m = open_of(o, from, to);

    if (m == NULL || !VECTOR_GROW(o->is_received, o->sent_count)) {
        o->failed = true;
        return;
    }
    *m = (struct open_message){.number = o->sent_count, .is_open = true};
    o->is_received[o->sent_count++] = false;
    otf2_put(o, from, EVENT_SEND, time, (uint64_t)(to - o->places), m->number);
}

void otf2_received(struct otf2 *o, const struct place *from, struct place *to, uint64_t time)
{
    struct open_message *m = open_of(o, from, to);

    if (m == NULL || !m->is_open) {
        o->unmatched++;
        return;
    }
    m->is_open = false;
    o->is_received[m->number] = true;
    otf2_put(o, to, EVENT_RECEIVE, time, (uint64_t)(from - o->places), 0);
}

void otf2_forget_messages(struct otf2 *o)
{
    for (size_t n = 0; n < o->open_count; n++) {
        o->open[n].is_open = false;
    }
}

uint64_t otf2_unmatched(const struct otf2 *o)
{
    uint64_t unmatched = o->unmatched;

    for (size_t n = 0; n < o->sent_count; n++) {
        unmatched += !o->is_received[n];
    }
    return unmatched;
}
