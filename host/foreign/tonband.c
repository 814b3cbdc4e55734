/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads a stream of Tonbandgeraet, of FreeRTOS or without a kernel. Names, the kinds of queues and the idle
 * tasks are metadata, which a first scan collects. With several cores, an event tells the core of those that
 * follow, and their times are put in order.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <base/hash.h>
#include <base/sort.h>
#include <base/vector.h>
#include "tonband_priv.h"

#define RANGE        1u /* kind of an event that begins and ends */
#define NS           1000000000u
#define QUEUE_KINDS  "queue|counting_semaphore|binary_semaphore|mutex|recursive_mutex|queue_set|unknown"
#define KIND_UNKNOWN 6
#define NAMED        7 /* in place of a kind: a marker */

enum { READY, DELAY = 2, SUSPENDED = 3, ENDED = 4, ON_QUEUE = 5 /* plus the kind */ };

struct place {
    size_t at; /* of a frame */
    uint64_t time;
    unsigned core;
};

struct named {
    char name[48];
    unsigned kind; /* of a queue */
};

struct reading {
    struct foreign *to;
    const uint8_t *bytes;
    struct place *places; /* of events with a time */
    size_t place_count;
    struct hash by_key;
    struct named *named;
    size_t named_count;
    struct hash by_task;
    uint8_t *states; /* why each task leaves the CPU */
    size_t state_count;
    uint64_t ns; /* of a tick; 0: unknown */
    uint32_t highest, drops;
    struct core {
        uint32_t runs;
        uint64_t before;
        bool known;
    } cores[FOREIGN_CPUS];
    unsigned core_number, runs, again, wakes, waits;
    uint64_t time;
    size_t bad;
    bool sorted, failed;
};

/* ------------------------------------------------------------------ names */

/* Key of a name: what has it, the task for the markers of a task, and its number. */
static struct named *named(struct reading *r, unsigned id, uint32_t task, uint32_t number, bool add)
{
    uint64_t key = hash_number(hash_number(hash_number(0, id), task), number);
    uint32_t index = hash_find_key(&r->by_key, key);

    if (index != HASH_NONE || !add) {
        return index != HASH_NONE ? &r->named[index] : NULL;
    }
    if (!VECTOR_GROW(r->named, r->named_count) || !hash_add(&r->by_key, key, (uint32_t)r->named_count)) {
        r->failed = true;
        return NULL;
    }
    r->named[r->named_count] = (struct named){.kind = KIND_UNKNOWN};
    return &r->named[r->named_count++];
}

/* Set a name, without characters that separate fields in a descriptor. A marker with two names has none. */
static void set_name(struct named *to, struct part text)
{
    char name[sizeof to->name] = "";
    size_t used = 0;

    while (text.left > 0 && used < sizeof name - 1) {
        char c = (char)part_number(&text, 1);

        name[used++] = c <= ' ' || c > '~' || strchr(",+:/|", c) != NULL ? '_' : c;
    }
    if (to != NULL && to->kind == KIND_UNKNOWN) {
        to->kind = NAMED;
        memcpy(to->name, name, sizeof name);
    } else if (to != NULL && strcmp(to->name, name) != 0) {
        to->name[0] = 0;
    }
}

/* @return the name of a marker, or "what_N". The recorder writes 0 for the task that names its marker. */
static const char *name_of(struct reading *r, unsigned id, uint32_t number, const char *what, char *room)
{
    bool of_task = id == TONBAND_TASK_MARKER_NAME || id == TONBAND_TASK_VALUE_NAME;
    const struct named *of_any = named(r, id, 0, number, false),
                       *n = of_task ? named(r, id, r->cores[r->core_number].runs, number, false) : NULL;

    n = n != NULL ? n : of_any;

    snprintf(room, sizeof n->name, "%s_%u", what, (unsigned)number);
    return n != NULL && n->name[0] != 0 ? n->name : room;
}

static void take_metadata(struct reading *r, const struct tonband_event *e)
{
    const char *text = (const char *)e->text.at;
    struct named *queue;

    switch (e->id) {
    case TONBAND_RESOLUTION:
        r->ns = e->time;
        break;
    case TONBAND_ISR_NAME:
        foreign_name(r->to, SPOOR_WIRE_NAMED_IRQ, e->number[0], text, e->text.left);
        break;
    case TONBAND_TASK_NAME:
        foreign_thread(r->to, e->number[0], text, e->text.left, FOREIGN_NO_PRIORITY, false);
        break;
    case TONBAND_IDLE_TASK:
        foreign_thread(r->to, e->number[0], "", 0, FOREIGN_NO_PRIORITY, true);
        break;
    case TONBAND_QUEUE_NAME:
        foreign_name(r->to, SPOOR_WIRE_NAMED_OBJECT, e->number[0], text, e->text.left);
        break;
    case TONBAND_QUEUE_KIND:
        queue = named(r, TONBAND_QUEUE_KIND, 0, e->number[0], true);
        if (queue != NULL && e->number[1] < KIND_UNKNOWN) {
            queue->kind = e->number[1];
        }
        break;
    case TONBAND_MARKER_NAME:
    case TONBAND_VALUE_NAME:
        set_name(named(r, e->id, 0, e->number[0], true), e->text);
        break;
    case TONBAND_TASK_MARKER_NAME:
    case TONBAND_TASK_VALUE_NAME:
        set_name(named(r, e->id, e->number[1], e->number[0], true), e->text);
        break;
    default:
        break;
    }
}

/* ------------------------------------------------------------------ tasks */

static uint8_t *state_of(struct reading *r, uint32_t task)
{
    uint32_t index = hash_find_key(&r->by_task, task);

    if (index == HASH_NONE) {
        if (!VECTOR_GROW(r->states, r->state_count) ||
            !hash_add(&r->by_task, task, (uint32_t)r->state_count)) {
            r->failed = true;
            return NULL;
        }
        index = (uint32_t)r->state_count++;
        r->states[index] = READY;
    }
    return &r->states[index];
}

static void set_state(struct reading *r, uint32_t task, unsigned state)
{
    uint8_t *at = state_of(r, task);

    if (at != NULL) {
        *at = (uint8_t)state;
    }
}

static void set_current(struct reading *r, unsigned state)
{
    if (r->cores[r->core_number].known) {
        set_state(r, r->cores[r->core_number].runs, state);
    }
}

static void put(struct reading *r, unsigned event, const uint32_t *word, unsigned words)
{
    foreign_record(r->to, r->core_number, r->time, event, word, words);
}

static void put_switch(struct reading *r, uint32_t next)
{
    struct core *c = &r->cores[r->core_number];
    const uint8_t *state = c->known ? state_of(r, c->runs) : NULL;

    if (c->known && c->runs == next) {
        put(r, r->again, &next, 1);
    } else {
        put(r, r->runs, (uint32_t[]){state != NULL ? *state : READY, next}, 2);
    }
    set_state(r, next, READY);
    c->runs = next;
    c->known = true;
}

static void put_block(struct reading *r, const struct tonband_event *e)
{
    const struct named *queue = named(r, TONBAND_QUEUE_KIND, 0, e->number[0], false);
    unsigned kind = queue != NULL ? queue->kind : KIND_UNKNOWN;

    put(r, r->waits + (e->id - TONBAND_BLOCK_ON_PEEK), (uint32_t[]){e->number[0], kind}, 2);
    set_current(r, ON_QUEUE + kind);
}

/* ------------------------------------------------------------------ markers */

static void put_text(struct reading *r, const char *name, struct part text)
{
    foreign_data(r->to, r->core_number, r->time, foreign_event(r->to, name, "text:str", FOREIGN_DATA),
                 text.left > 0 ? text.at : (const uint8_t *)"", text.left < 140 ? text.left : 140);
}

/* The message of a range is beside it. */
static void put_range(struct reading *r, const struct tonband_event *e, const char *name, uint32_t begins)
{
    char message[64];

    put(r, foreign_event(r->to, name, "begin", RANGE), &begins, 1);
    if (e->text.left > 0) {
        snprintf(message, sizeof message, "%s_message", name);
        put_text(r, message, e->text);
    }
}

static void put_value(struct reading *r, const char *name, int64_t value)
{
    uint32_t word = (uint32_t)value;
    char text[24];

    if (value >= INT32_MIN && value <= INT32_MAX) {
        put(r, foreign_event(r->to, name, "value:i32", FOREIGN_COUNTER), &word, 1);
        return;
    }
    snprintf(text, sizeof text, "%" PRId64, value);
    put_text(r, name, (struct part){(const uint8_t *)text, strlen(text), false});
}

static void put_marker(struct reading *r, const struct tonband_event *e)
{
    bool of_task = e->id >= TONBAND_TASK_MARKER;
    unsigned names = of_task ? TONBAND_TASK_MARKER_NAME : TONBAND_MARKER_NAME,
             values = of_task ? TONBAND_TASK_VALUE_NAME : TONBAND_VALUE_NAME;
    char room[sizeof(struct named)];

    switch (e->id) {
    case TONBAND_MARKER:
    case TONBAND_TASK_MARKER:
        put_text(r, name_of(r, names, e->number[0], "marker", room), e->text);
        break;
    case TONBAND_MARKER_BEGIN:
    case TONBAND_TASK_MARKER_BEGIN:
        put_range(r, e, name_of(r, names, e->number[0], "marker", room), 1);
        break;
    case TONBAND_MARKER_END:
    case TONBAND_TASK_MARKER_END:
        put_range(r, e, name_of(r, names, e->number[0], "marker", room), 0);
        break;
    default:
        put_value(r, name_of(r, values, e->number[0], "value", room), e->value);
        break;
    }
}

/* ------------------------------------------------------------------ events */

static void describe(struct reading *r)
{
    static const char *const blocks[] = {"curtask_block_on_queue_peek", "curtask_block_on_queue_send",
                                         "curtask_block_on_queue_receive"};

    r->runs = foreign_event(r->to, "task_switched_in",
                            "reason:ready||delay|suspended|ended|" QUEUE_KINDS ",next:thread",
                            SPOOR_WIRE_ROLE_SWITCH << SPOOR_WIRE_ROLE_SHIFT);
    r->again = foreign_event(r->to, "task_continues", "thread:thread", 0);
    r->wakes = foreign_event(r->to, "task_to_rdy_state", "how:ready|,thread:thread",
                             SPOOR_WIRE_ROLE_WAKE << SPOOR_WIRE_ROLE_SHIFT);
    r->waits = foreign_event(r->to, blocks[0], "object:ptr,kind:" QUEUE_KINDS,
                             SPOOR_WIRE_ROLE_WAIT << SPOOR_WIRE_ROLE_SHIFT);
    for (unsigned n = 1; n < 3; n++) {
        (void)foreign_event(r->to, blocks[n], "object:ptr,kind:" QUEUE_KINDS,
                            SPOOR_WIRE_ROLE_WAIT << SPOOR_WIRE_ROLE_SHIFT);
    }
}

static void put_numbers(struct reading *r, const struct tonband_event *e)
{
    const char *fields, *name;
    unsigned role, words;

    name = tonband_name(e->id, &fields, &role);
    if (name != NULL) {
        words = strchr(fields, ',') != NULL ? 2 : 1;
        put(r, foreign_event(r->to, name, fields, role << SPOOR_WIRE_ROLE_SHIFT), e->number, words);
    }
    if (e->id == TONBAND_DELAY || e->id == TONBAND_DELAY_UNTIL) {
        set_current(r, DELAY);
    } else if (e->id == TONBAND_SUSPENDED || e->id == TONBAND_DELETED) {
        set_state(r, e->number[0], e->id == TONBAND_DELETED ? ENDED : SUSPENDED);
    }
}

/* The counter is that of all cores. */
static void put_drops(struct reading *r, uint32_t drops)
{
    if (drops > r->drops) {
        foreign_loss(r->to, r->core_number, r->cores[r->core_number].before, r->time, drops - r->drops);
        r->cores[r->core_number].known = false;
    }
    r->drops = drops;
}

static void put_event(struct reading *r, const struct tonband_event *e)
{
    switch (e->id) {
    case TONBAND_DROPPED:
        put_drops(r, e->number[0]);
        break;
    case TONBAND_SWITCHED_IN:
        put_switch(r, e->number[0]);
        break;
    case TONBAND_READY:
        set_state(r, e->number[0], READY);
        put(r, r->wakes, (uint32_t[]){0, e->number[0]}, 2);
        break;
    case TONBAND_BLOCK_ON_PEEK:
    case TONBAND_BLOCK_ON_SEND:
    case TONBAND_BLOCK_ON_RECEIVE:
        put_block(r, e);
        break;
    case TONBAND_MARKER:
    case TONBAND_MARKER_BEGIN:
    case TONBAND_MARKER_END:
    case TONBAND_VALUE:
    case TONBAND_TASK_MARKER:
    case TONBAND_TASK_MARKER_BEGIN:
    case TONBAND_TASK_MARKER_END:
    case TONBAND_TASK_VALUE:
        put_marker(r, e);
        break;
    default:
        put_numbers(r, e);
        break;
    }
    r->cores[r->core_number].before = r->time;
}

/* ------------------------------------------------------------------ the file */

static void add_place(struct reading *r, size_t at, uint64_t time, unsigned core)
{
    if (!VECTOR_GROW(r->places, r->place_count)) {
        r->failed = true;
        return;
    }
    r->sorted &= r->place_count == 0 || r->places[r->place_count - 1].time <= time;
    r->places[r->place_count++] = (struct place){at, time, core};
}

/* Scan the file: collect metadata, and where the events are. @return false after a refusal */
static bool scan(struct reading *r, size_t size)
{
    struct part rest = {r->bytes, size, false};
    struct tonband_event e;
    enum tonband_next next;
    unsigned core = 0;

    for (const uint8_t *at = rest.at; (next = tonband_next(&rest, &e)) != TONBAND_END; at = rest.at) {
        if (next == TONBAND_BAD) {
            r->bad++;
        } else if (e.id == TONBAND_CORE_ID) {
            core = e.number[0];
        } else if (!e.has_time) {
            take_metadata(r, &e);
        } else {
            add_place(r, (size_t)(at - r->bytes), e.time, core);
        }
        if (next == TONBAND_EVENT && (e.id == TONBAND_PRIORITY || e.id == TONBAND_INHERIT)) {
            r->highest = e.number[1] > r->highest ? e.number[1] : r->highest;
            foreign_thread(r->to, e.number[0], "", 0,
                           e.id == TONBAND_PRIORITY ? e.number[1] : FOREIGN_NO_PRIORITY, false);
        }
        if (core >= FOREIGN_CPUS) {
            return foreign_refuse(r->to, "core %u: at most %d are supported", core, FOREIGN_CPUS);
        }
    }
    if (rest.left > 0) {
        foreign_note(r->to, "without its last %zu bytes, which aren't a whole frame", rest.left);
    }
    if (r->bad > 0) {
        foreign_note(r->to, "without %zu frames that aren't events", r->bad);
    }
    return true;
}

static int by_time(const void *a, const void *b)
{
    const struct place *x = a, *y = b;

    return (x->time > y->time) - (x->time < y->time);
}

static void read_all(struct reading *r, size_t size)
{
    struct tonband_event e;

    describe(r);
    if (!r->sorted) {
        sort_stable(r->places, r->place_count, sizeof *r->places, by_time);
    }
    for (size_t n = 0; n < r->place_count && !foreign_failed(r->to) && !r->failed; n++) {
        struct part rest = {r->bytes + r->places[n].at, size - r->places[n].at, false};

        (void)tonband_next(&rest, &e);
        r->core_number = r->places[n].core;
        r->time = e.time * r->ns;
        put_event(r, &e);
    }
}

/* A stream has no mark, but each frame must be an event, with times that increase. The first may be cut. */
static bool tonband_probe(const uint8_t *bytes, size_t size)
{
    struct part rest = {bytes, size < FOREIGN_PROBED ? size : FOREIGN_PROBED, false};
    struct tonband_event e;
    enum tonband_next next;
    size_t events = 0, times = 0, bad = 0, back = 0;
    uint64_t last = 0;

    while ((next = tonband_next(&rest, &e)) != TONBAND_END) {
        bad += next == TONBAND_BAD;
        events += next == TONBAND_EVENT;
        if (next == TONBAND_EVENT && e.has_time) {
            times++;
            back += e.time < last && e.id != TONBAND_CORE_ID;
            last = e.time;
        }
    }
    return events >= 8 && times >= 4 && bad <= 1 + events / 64 && back <= events / 4;
}

static bool tonband_read(struct foreign *f, const uint8_t *bytes, size_t size)
{
    struct reading r = {.to = f, .bytes = bytes, .sorted = true};
    bool good = scan(&r, size);

    if (good && r.ns != 0) {
        foreign_rate(f, NS);
    } else if (good && !foreign_has_rate(f)) {
        good = foreign_refuse(
            f, "the resolution of its times isn't in the file, as metadata is: give their rate "
               "by --rate HZ");
    }
    r.ns = r.ns != 0 ? r.ns : 1;
    if (good) {
        foreign_priorities(f, 0, r.highest);
        read_all(&r, size);
    }
    hash_free(&r.by_key);
    hash_free(&r.by_task);
    free(r.named);
    free(r.states);
    free(r.places);
    return good && !r.failed;
}

static const struct foreign_format tonband_format = {
    .name = "Tonbandgeraet",
    .summary = "a stream, snapshot or ring of Tonbandgeraet, with its metadata",
    .order = 7,
    .needs_code = false,
    .probe = tonband_probe,
    .read = tonband_read,
};
SPOOR_FOREIGN(tonband);
