/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads a trace of Perfetto. Events of ftrace are switches, wake-ups and interrupts of CPUs. Events of tracks
 * have no CPU: slices are calls of their thread, or of another track that stands for one, on the CPU after
 * the last; instants and counters are on the one after it.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <base/sort.h>
#include <base/vector.h>
#include "perfetto_priv.h"

#define ADDRESS   UINT32_C(0x1000) /* of the first name of a slice */
#define STEP      16u
#define NS_CLOCKS 64 /* numbers from here on are clocks of a sequence */

enum {
    P_FTRACE = 1,
    P_PROCESSES = 2,
    P_TIME = 8,
    P_SEQUENCE = 10,
    P_EVENT = 11,
    P_INTERNED = 12,
    P_TRACK = 60,
    P_CLOCK = 58
};
/* ------------------------------------------------------------------ events of tracks */

struct wanted {
    const struct perfetto *p;
    struct part name;
};

static bool same_name(void *arg, uint32_t index)
{
    const struct wanted *w = arg;
    struct part name = w->p->names[index];

    return name.left == w->name.left && (name.left == 0 || memcmp(name.at, w->name.at, name.left) == 0);
}

static uint32_t name_of(struct perfetto *p, struct part name)
{
    uint64_t hash = hash_bytes(0, name.at, name.left);
    uint32_t index = hash_find(&p->by_name, hash, same_name, &(struct wanted){p, name});

    if (index != HASH_NONE) {
        return index;
    }
    if (!VECTOR_GROW(p->names, p->name_count) || !hash_add(&p->by_name, hash, (uint32_t)p->name_count)) {
        p->failed = true;
        return 0;
    }
    p->names[p->name_count] = name;
    return (uint32_t)p->name_count++;
}

/* Fields of DebugAnnotation. */
static void print_annotation(struct perfetto *p, uint64_t sequence, struct part m)
{
    struct perfetto_field f;
    struct part name = {0}, text = {0};
    char number[32] = "";
    double real;

    while (perfetto_next(&m, &f)) {
        name = f.number == 1    ? perfetto_text(p, sequence, PERFETTO_FIELD, f.value)
               : f.number == 10 ? f.bytes
                                : name;
        text = f.number == 6    ? f.bytes
               : f.number == 17 ? perfetto_text(p, sequence, PERFETTO_VALUE, f.value)
                                : text;
        if (f.number == 4) {
            snprintf(number, sizeof number, "%" PRId64, (int64_t)f.value);
        } else if (f.number == 5) {
            memcpy(&real, &f.value, sizeof real);
            snprintf(number, sizeof number, "%g", real);
        } else if (f.number == 2 || f.number == 3 || f.number == 7) {
            snprintf(number, sizeof number, "%" PRIu64, f.value);
        }
    }
    bytes_text(&p->data, " ");
    bytes_add(&p->data, name.at, name.left);
    bytes_text(&p->data, "=");
    bytes_add(&p->data, text.at, text.left < 100 ? text.left : 100);
    bytes_text(&p->data, number);
}

static void add_slice(struct perfetto *p, uint64_t time, uint64_t uuid, uint32_t name)
{
    struct slice s = {.from = (int64_t)time,
                      .to = SLICE_OPEN,
                      .row = perfetto_row(p, uuid),
                      .name = name,
                      .is_begin = true};

    if (s.row == SLICE_NONE || !VECTOR_GROW(p->slices, p->slice_count)) {
        p->failed = true;
        return;
    }
    p->slices[p->slice_count++] = s;
}

/* Add an instant: its thread, and its annotations as text. */
static void add_instant(struct perfetto *p, uint64_t time, uint64_t uuid, struct part name, struct part event,
                        uint64_t sequence)
{
    char text[100] = "unnamed";
    struct perfetto_field f;
    uint32_t row = perfetto_row(p, uuid);
    size_t from = p->data.used;

    perfetto_set_name(text, sizeof text, name);
    for (char *c = text; *c != 0; c++) {
        *c = strchr(",+:/|= ", *c) != NULL || *c < ' ' ? '_' : *c;
    }
    if (row == SLICE_NONE) {
        return;
    }
    bytes_print(&p->data, "thread=%s", p->rows[row].name);
    size_t alone = p->data.used;

    while (perfetto_next(&event, &f)) {
        if (f.number == 4 && f.is_bytes && p->data.used - from < 200) {
            print_annotation(p, sequence, f.bytes);
        }
    }
    bool has_text = p->data.used > alone;
    struct perfetto_item *i = perfetto_item(
        p, time,
        foreign_event(p->to, text, has_text ? "text:str" : "thread:thread", has_text ? FOREIGN_DATA : 0),
        UINT32_MAX);

    if (i != NULL) {
        i->is_data = has_text;
        i->text = from;
        i->length = p->data.used - from;
        i->word[0] = row; /* its number isn't known before all tracks are described */
        i->words = 1;
    }
}

static void add_counter(struct perfetto *p, uint64_t time, uint64_t uuid, int64_t value, double real)
{
    uint32_t index = hash_find_key(&p->counter_by_track, uuid);
    struct perfetto_item *i = index != HASH_NONE ? perfetto_item(p, time, 0, UINT32_MAX) : NULL;
    size_t from = p->data.used;

    if (i == NULL) {
        p->unknown++;
        return;
    }
    if (real != 0) {
        bytes_print(&p->data, "%g", real);
    } else {
        bytes_print(&p->data, "%" PRId64, value);
    }
    i->is_counter = true;
    i->counter = index;
    i->text = from;
    i->length = p->data.used - from;
    i->word[0] = (uint32_t)value;
    i->words = 1;
    p->counters[index].as_text |= real != 0 || value < INT32_MIN || value > INT32_MAX;
}

/* Fields of TrackEvent. */
static void take_event(struct perfetto *p, uint64_t time, uint64_t sequence, struct part m)
{
    struct part rest = m, name = {0};
    struct perfetto_field f;
    uint64_t type = 0, uuid = 0;
    int64_t value = 0;
    double real = 0;

    while (perfetto_next(&rest, &f)) {
        type = f.number == 9 ? f.value : type;
        uuid = f.number == 11 ? f.value : uuid;
        name = f.number == 10   ? perfetto_text(p, sequence, PERFETTO_EVENT, f.value)
               : f.number == 23 ? f.bytes
                                : name;
        value = f.number == 30 ? (int64_t)f.value : value;
        if (f.number == 44) {
            memcpy(&real, &f.value, sizeof real);
        }
        p->with_args += f.number == 4 && type != 3;
    }
    if (type == 1) {
        add_slice(p, time, uuid, name_of(p, name));
    } else if (type == 2) {
        add_slice(p, time, uuid, SLICE_NONE);
    } else if (type == 3) {
        add_instant(p, time, uuid, name, m, sequence);
    } else if (type == 4) {
        add_counter(p, time, uuid, value, real);
    } else {
        p->unknown++;
    }
}

static void take_packet(struct perfetto *p, struct part packet)
{
    struct part rest = packet;
    struct perfetto_field f;
    uint64_t time = 0, sequence = 0, clock = 0;

    while (perfetto_next(&rest, &f)) {
        time = f.number == P_TIME ? f.value : time;
        clock = f.number == P_CLOCK ? f.value : clock;
        sequence = f.number == P_SEQUENCE ? f.value : sequence;
    }
    for (rest = packet; perfetto_next(&rest, &f);) {
        if (f.number == P_INTERNED && f.is_bytes) {
            perfetto_define(p, sequence, f.bytes);
        }
    }
    for (rest = packet; perfetto_next(&rest, &f) && f.number != 0;) {
        if (!f.is_bytes) {
            continue;
        }
        switch (f.number) {
        case P_FTRACE:
            perfetto_bundle(p, f.bytes);
            break;
        case P_PROCESSES:
            perfetto_processes(p, f.bytes);
            break;
        case P_TRACK:
            perfetto_track(p, f.bytes);
            break;
        case P_EVENT:
            if (clock >= NS_CLOCKS || time > INT64_MAX / 4) {
                p->other_clock++;
            } else {
                take_event(p, time, sequence, f.bytes);
            }
            break;
        default:
            p->unknown += f.number != P_INTERNED;
            break;
        }
    }
}

/* ------------------------------------------------------------------ records */

static int by_time(const void *a, const void *b)
{
    uint64_t one = ((const struct perfetto_item *)a)->time, two = ((const struct perfetto_item *)b)->time;

    return (one > two) - (one < two);
}

static void describe(struct perfetto *p)
{
    static const char switches[] = "reason:ready||waits||ended,next:thread";

    p->sched =
        foreign_event(p->to, "sched_switch", switches, SPOOR_WIRE_ROLE_SWITCH << SPOOR_WIRE_ROLE_SHIFT);
    p->waking = foreign_event(p->to, "sched_waking", "cpu,thread:thread",
                              SPOOR_WIRE_ROLE_WAKE << SPOOR_WIRE_ROLE_SHIFT);
    p->irq_entry = foreign_event(p->to, "irq_handler_entry", "line:irq",
                                 SPOOR_WIRE_ROLE_IRQ_ENTER << SPOOR_WIRE_ROLE_SHIFT);
    p->irq_exit = foreign_event(p->to, "irq_handler_exit", "line:irq",
                                SPOOR_WIRE_ROLE_IRQ_EXIT << SPOOR_WIRE_ROLE_SHIFT);
}

static void name_all(struct perfetto *p)
{
    for (size_t n = 0; n < p->row_count; n++) {
        if (p->rows[n].has_name || !foreign_has_thread(p->to, p->rows[n].number)) {
            foreign_thread(p->to, p->rows[n].number, p->rows[n].name, strlen(p->rows[n].name),
                           FOREIGN_NO_PRIORITY, false);
        }
    }
    for (size_t n = 0; n < p->name_count; n++) {
        bool has_name = p->names[n].left > 0;

        foreign_symbol(p->to, has_name ? (const char *)p->names[n].at : "(unnamed)",
                       has_name ? p->names[n].left : 9, ADDRESS + STEP * (uint32_t)n, STEP);
    }
    for (size_t n = 0; n < p->counter_count; n++) {
        struct perfetto_counter *c = &p->counters[n];
        char name[100] = "counter";

        perfetto_set_name(name, sizeof name, c->name);
        c->event = foreign_event(p->to, name, c->as_text ? "text:str" : "value:i32",
                                 c->as_text ? FOREIGN_DATA : FOREIGN_COUNTER);
    }
}

static void put_item(struct perfetto *p, const struct perfetto_item *i)
{
    unsigned cpu = i->cpu != UINT32_MAX ? i->cpu : p->cpus + (p->edges.count > 0);
    uint32_t word[2] = {i->word[0], i->word[1]};
    unsigned event = i->is_counter ? p->counters[i->counter].event : i->event;

    if (i->after != UINT64_MAX) {
        foreign_loss(p->to, cpu, i->after, i->time, 1);
    }
    if (i->is_data || (i->is_counter && p->counters[i->counter].as_text)) {
        foreign_data(p->to, cpu, i->time, event, p->data.data + i->text, i->length);
        return;
    }
    if (i->cpu == UINT32_MAX && !i->is_counter) {
        word[0] = p->rows[i->word[0]].number;
    }
    foreign_record(p->to, cpu, i->time, event, word, i->words);
}

static void put_all(struct perfetto *p)
{
    static const char fields[] = "slice:ptr,level,thread:thread";
    unsigned enter =
        foreign_event(p->to, "slice_begin", fields, SPOOR_WIRE_ROLE_ENTER << SPOOR_WIRE_ROLE_SHIFT);
    unsigned leave =
        foreign_event(p->to, "slice_end", fields, SPOOR_WIRE_ROLE_LEAVE << SPOOR_WIRE_ROLE_SHIFT);
    size_t edge = 0, item = 0;

    while ((edge < p->edges.count || item < p->item_count) && !foreign_failed(p->to)) {
        const struct slice_edge *e = edge < p->edges.count ? &p->edges.list[edge] : NULL;
        const struct perfetto_item *i = item < p->item_count ? &p->items[item] : NULL;

        if (i != NULL && (e == NULL || i->time < (uint64_t)e->time)) {
            put_item(p, i);
            item++;
        } else if (e != NULL) {
            foreign_record(p->to, p->cpus, (uint64_t)e->time, e->enters ? enter : leave,
                           (uint32_t[]){ADDRESS + STEP * e->name, 0, p->rows[e->row].number}, 3);
            edge++;
        }
    }
}

static void say(const struct perfetto *p)
{
    static const char *const what[] = {
        "without %llu parameters of slices",
        "%llu slices have no end",
        "without %llu ends of slices that didn't begin",
        "without %llu events whose times are of a clock of their own",
        "without %llu events and packets of other kinds",
        "without its last %llu bytes, which aren't a whole packet",
    };
    const unsigned long long counts[] = {p->with_args,   p->edges.unended, p->edges.unbegun,
                                         p->other_clock, p->unknown,       p->cut};

    for (size_t n = 0; n < sizeof counts / sizeof *counts; n++) {
        if (counts[n] != 0) {
            foreign_note(p->to, what[n], counts[n]); // NOLINT
        }
    }
}

static void free_all(struct perfetto *p)
{
    free(p->rows);
    free(p->counters);
    free(p->texts);
    free(p->names);
    free(p->slices);
    free(p->items);
    free(p->edges.list);
    hash_free(&p->row_by_track);
    hash_free(&p->counter_by_track);
    hash_free(&p->interned);
    hash_free(&p->by_name);
    bytes_free(&p->data);
}

static bool perfetto_read(struct foreign *f, const uint8_t *bytes, size_t size)
{
    struct perfetto *p = calloc(1, sizeof *p);
    struct part rest = {bytes, size, false};
    const uint8_t *end = bytes;
    struct perfetto_field packet;

    if (p == NULL) {
        return false;
    }
    p->to = f;
    foreign_rate(f, 1000000000);
    describe(p);
    while (!p->failed && perfetto_next(&rest, &packet)) {
        end = rest.at;
        if (packet.number == 1 && packet.is_bytes) {
            take_packet(p, packet.bytes);
        }
    }
    p->cut = (uint64_t)(bytes + size - end);
    slices_nest(p->slices, p->slice_count, &p->edges);
    sort_stable(p->items, p->item_count, sizeof *p->items, by_time);
    bool good = !(p->failed || p->edges.failed || p->data.failed);

    if (good) {
        name_all(p);
        put_all(p);
        say(p);
    }
    free_all(p);
    free(p);
    return good;
}

/* The first packets are whole, and have numbers of fields that begin a trace. */
static bool perfetto_probe(const uint8_t *bytes, size_t size)
{
    struct part rest = {bytes, size, false};
    struct perfetto_field packet, f;
    unsigned packets = 0, known = 0;

    while (packets < 3 && perfetto_next(&rest, &packet)) {
        if (packet.number != 1 || !packet.is_bytes || packet.bytes.left == 0) {
            return false;
        }
        while (perfetto_next(&packet.bytes, &f)) {
            known += (f.number == P_TIME || f.number == P_SEQUENCE) && !f.is_bytes;
        }
        if (packet.bytes.failed) {
            return false;
        }
        packets++;
    }
    return packets > 0 && known > 0;
}

static const struct foreign_format perfetto_format = {
    .name = "Perfetto",
    .summary = "a trace of Perfetto: events of tracks, and ftrace's of the scheduler",
    .order = 6,
    .probe = perfetto_probe,
    .read = perfetto_read,
};
SPOOR_FOREIGN(perfetto);
