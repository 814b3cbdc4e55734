/* SPDX-License-Identifier: BSD-2-Clause */
/* The texts that Perfetto's packets refer to by numbers, and the tracks of their events. */
#include <inttypes.h>
#include <string.h>
#include <base/vector.h>
#include "perfetto_priv.h"

#define TRACK UINT32_C(0x40000000) /* number of the first track that isn't a thread's */

static uint64_t text_key(uint64_t sequence, unsigned kind, uint64_t number)
{
    return hash_number(hash_number(hash_number(0, sequence), kind), number);
}

struct part perfetto_text(const struct perfetto *p, uint64_t sequence, unsigned kind, uint64_t number)
{
    uint32_t index = hash_find_key(&p->interned, text_key(sequence, kind, number));

    return index != HASH_NONE ? p->texts[index] : (struct part){0};
}

void perfetto_define(struct perfetto *p, uint64_t sequence, struct part m)
{
    struct perfetto_field entry, f;

    while (perfetto_next(&m, &entry)) {
        uint64_t number = 0;
        struct part text = {0};

        while (entry.is_bytes && perfetto_next(&entry.bytes, &f)) {
            number = f.number == 1 ? f.value : number;
            text = f.number == 2 && f.is_bytes ? f.bytes : text;
        }
        uint64_t key = text_key(sequence, entry.number, number);
        uint32_t index = hash_find_key(&p->interned, key);

        if (index == HASH_NONE) {
            index = (uint32_t)p->text_count;
            if (!VECTOR_GROW(p->texts, p->text_count) || !hash_add(&p->interned, key, index)) {
                p->failed = true;
                return;
            }
            p->text_count++;
        }
        p->texts[index] = text;
    }
}

uint32_t perfetto_row(struct perfetto *p, uint64_t uuid)
{
    uint32_t index = hash_find_key(&p->row_by_track, uuid);

    if (index != HASH_NONE) {
        return index;
    }
    if (!VECTOR_GROW(p->rows, p->row_count) || !hash_add(&p->row_by_track, uuid, (uint32_t)p->row_count)) {
        p->failed = true;
        return SLICE_NONE;
    }
    struct perfetto_row *row = &p->rows[p->row_count];

    *row = (struct perfetto_row){.number = TRACK + (uint32_t)p->row_count};
    snprintf(row->name, sizeof row->name, "track %" PRIu64, uuid);
    return (uint32_t)p->row_count++;
}

void perfetto_set_name(char *to, size_t room, struct part name)
{
    if (name.left > 0) {
        snprintf(to, room, "%.*s", (int)(name.left < room ? name.left : room - 1), (const char *)name.at);
    }
}

/* Fields of TrackDescriptor: uuid, name, process, thread, parent, counter; static_name. */
void perfetto_track(struct perfetto *p, struct part m)
{
    struct perfetto_field f, inner;
    uint64_t uuid = 0, tid = 0;
    struct part name = {0}, thread_name = {0};
    bool counter = false, thread = false;

    while (perfetto_next(&m, &f)) {
        uuid = f.number == 1 ? f.value : uuid;
        name = (f.number == 2 || f.number == 10) && f.is_bytes ? f.bytes : name;
        counter |= f.number == 8;
        thread |= f.number == 4;
        while ((f.number == 3 || f.number == 4) && f.is_bytes && perfetto_next(&f.bytes, &inner)) {
            tid = f.number == 4 && inner.number == 2 ? inner.value : tid;
            thread_name =
                inner.number == (f.number == 4 ? 5u : 6u) && inner.is_bytes ? inner.bytes : thread_name;
        }
    }
    if (counter && hash_find_key(&p->counter_by_track, uuid) == HASH_NONE) {
        if (!VECTOR_GROW(p->counters, p->counter_count) ||
            !hash_add(&p->counter_by_track, uuid, (uint32_t)p->counter_count)) {
            p->failed = true;
            return;
        }
        p->counters[p->counter_count++] = (struct perfetto_counter){.uuid = uuid, .name = name};
    } else if (!counter) {
        uint32_t row = perfetto_row(p, uuid);

        if (row != SLICE_NONE) {
            p->rows[row].number = thread && tid != 0 ? (uint32_t)tid : p->rows[row].number;
            name = name.left > 0 ? name : thread_name;
            perfetto_set_name(p->rows[row].name, sizeof p->rows[row].name, name);
            p->rows[row].has_name |= name.left > 0;
        }
    }
}

/* Fields of ProcessTree: process, thread {tid, name}. */
void perfetto_processes(struct perfetto *p, struct part m)
{
    struct perfetto_field f, inner;

    while (perfetto_next(&m, &f)) {
        uint64_t tid = 0;
        struct part name = {0};

        while (f.number == 2 && f.is_bytes && perfetto_next(&f.bytes, &inner)) {
            tid = inner.number == 1 ? inner.value : tid;
            name = inner.number == 2 && inner.is_bytes ? inner.bytes : name;
        }
        if (tid != 0 && name.left > 0) {
            (void)perfetto_thread(p, tid, 0, name);
        }
    }
}
