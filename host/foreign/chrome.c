/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads Chrome's trace events. Slices become calls: a made-up address stands for each name. The format has no
 * CPUs, and doesn't tell when a thread runs: all calls are on CPU 0, with the threads that they are in, and
 * last until their ends. All other events are on the next CPU, of which no thread is known.
 */
#define _GNU_SOURCE /* memmem() */
#include <stdlib.h>
#include <string.h>
#include <base/vector.h>
#include "chrome_priv.h"

#define ADDRESS UINT32_C(0x1000) /* of the first name */
#define STEP    16u

/* A thread, or another row of slices. */
struct row {
    struct chrome_text pid, tid;
    struct bytes name;
    char shown[32];
};

struct process {
    struct chrome_text pid;
    struct bytes name;
};

struct reading {
    struct foreign *to;
    struct row *rows;
    size_t row_count;
    struct process *processes;
    size_t process_count;
    struct chrome_text *names; /* of slices */
    size_t name_count;
    struct slice *slices;
    size_t slice_count;
    struct chrome_others others;
    struct chrome_text counting; /* the first process with a counter */
    struct slice_edges edges;
    struct hash by_row, by_name;
    uint64_t with_args, unknown, untimed; /* events of which something is left out */
    char phases[16];                      /* of the unknown ones */
    bool failed;
};

static bool same_text(struct chrome_text a, struct chrome_text b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.at, b.at, a.n) == 0);
}

/* ------------------------------------------------------------------ rows and names */

static struct process *process_of(struct reading *r, struct chrome_text pid)
{
    for (size_t n = 0; n < r->process_count; n++) {
        if (same_text(r->processes[n].pid, pid)) {
            return &r->processes[n];
        }
    }
    if (!VECTOR_GROW(r->processes, r->process_count)) {
        r->failed = true;
        return NULL;
    }
    r->processes[r->process_count] = (struct process){.pid = pid};
    return &r->processes[r->process_count++];
}

struct wanted {
    const struct reading *r;
    struct chrome_text one, two;
};

static bool same_row(void *arg, uint32_t index)
{
    const struct wanted *w = arg;

    return same_text(w->r->rows[index].pid, w->one) && same_text(w->r->rows[index].tid, w->two);
}

static bool same_name(void *arg, uint32_t index)
{
    const struct wanted *w = arg;

    return same_text(w->r->names[index], w->one);
}

static uint32_t row_of(struct reading *r, struct chrome_text pid, struct chrome_text tid)
{
    uint64_t hash = hash_bytes(hash_bytes(0, pid.at, pid.n), tid.at, tid.n);
    uint32_t index = hash_find(&r->by_row, hash, same_row, &(struct wanted){r, pid, tid});

    if (index != HASH_NONE) {
        return index;
    }
    if (process_of(r, pid) == NULL || !VECTOR_GROW(r->rows, r->row_count) ||
        !hash_add(&r->by_row, hash, (uint32_t)r->row_count)) {
        r->failed = true;
        return SLICE_NONE;
    }
    r->rows[r->row_count] = (struct row){.pid = pid, .tid = tid};
    return (uint32_t)r->row_count++;
}

static uint32_t name_of(struct reading *r, struct chrome_text name)
{
    uint64_t hash = hash_bytes(0, name.at, name.n);
    uint32_t index = hash_find(&r->by_name, hash, same_name, &(struct wanted){.r = r, .one = name});

    if (index != HASH_NONE) {
        return index;
    }
    if (!VECTOR_GROW(r->names, r->name_count) || !hash_add(&r->by_name, hash, (uint32_t)r->name_count)) {
        r->failed = true;
        return 0;
    }
    r->names[r->name_count] = name;
    return (uint32_t)r->name_count++;
}

/* Set a name once it is told: {"name": "main"}. */
static void take_name(struct bytes *to, struct chrome_text args)
{
    struct chrome_json j = chrome_inside(args);

    if (!chrome_open(&j, '{')) {
        return;
    }
    while (chrome_more(&j, '}') && !j.failed) {
        bool is_name = chrome_is(chrome_key(&j), "name");
        struct chrome_text value = chrome_value(&j);

        if (is_name && !j.failed) {
            to->used = 0;
            chrome_append(to, value);
        }
    }
}

/* ------------------------------------------------------------------ events */

static void add_slice(struct reading *r, const struct chrome_event *e)
{
    uint32_t row = row_of(r, e->pid, e->tid);
    struct slice s = {.from = e->time, .to = SLICE_OPEN, .row = row, .is_begin = e->phase == 'B'};

    s.name = e->phase == 'E' ? SLICE_NONE : name_of(r, e->name);
    if (e->phase == 'X') {
        s.to = e->time + (e->duration > 0 && e->duration < INT64_MAX / 4 ? e->duration : 0);
    }
    r->with_args += e->phase != 'E' && e->args.n > 2;
    if (row == SLICE_NONE || !VECTOR_GROW(r->slices, r->slice_count)) {
        r->failed = true;
        return;
    }
    r->slices[r->slice_count++] = s;
}

/* Counters of processes after the first that has any have the process' number in their names. */
static void add_counter(struct reading *r, const struct chrome_event *e)
{
    r->counting = r->counting.n == 0 ? e->pid : r->counting;
    chrome_add_counter(&r->others, e,
                       same_text(r->counting, e->pid) ? (struct chrome_text){NULL, 0} : e->pid);
}

static void add_metadata(struct reading *r, const struct chrome_event *e)
{
    uint32_t row;

    if (chrome_is(e->name, "process_name")) {
        struct process *p = process_of(r, e->pid);

        if (p != NULL) {
            take_name(&p->name, e->args);
        }
    } else if (chrome_is(e->name, "thread_name") && (row = row_of(r, e->pid, e->tid)) != SLICE_NONE) {
        take_name(&r->rows[row].name, e->args);
    }
}

static void add_unknown(struct reading *r, char phase)
{
    size_t n = strlen(r->phases);

    phase = phase > ' ' && phase < 127 ? phase : '?';
    r->unknown++;
    if (strchr(r->phases, phase) == NULL && n + 1 < sizeof r->phases) {
        r->phases[n] = phase;
    }
}

static void add_event(struct reading *r, const struct chrome_event *e)
{
    static const char *const suffixes[128] = {['i'] = "",
                                              ['I'] = "",
                                              ['R'] = "",
                                              ['b'] = "_begin",
                                              ['S'] = "_begin",
                                              ['n'] = "_step",
                                              ['T'] = "_step",
                                              ['p'] = "_step",
                                              ['e'] = "_end",
                                              ['F'] = "_end",
                                              ['s'] = "_flow_start",
                                              ['t'] = "_flow_step",
                                              ['f'] = "_flow_end"};
    const char *suffix = (unsigned char)e->phase < 128 ? suffixes[(unsigned char)e->phase] : NULL;

    if (e->phase == 'M') {
        add_metadata(r, e);
    } else if (!e->has_time || e->time > INT64_MAX / 4 || e->time < INT64_MIN / 4) {
        r->untimed++;
    } else if (e->phase == 'B' || e->phase == 'E' || e->phase == 'X') {
        add_slice(r, e);
    } else if (e->phase == 'C') {
        add_counter(r, e);
    } else if (suffix != NULL) {
        chrome_add(&r->others, e, suffix, suffix[0] != 0,
                   e->tid.n > 0 ? row_of(r, e->pid, e->tid) : SLICE_NONE);
    } else {
        add_unknown(r, e->phase);
    }
}

/* Go to the array of events. @return false if there is none */
static bool find_events(struct chrome_json *j)
{
    if (j->end - j->at >= 3 && memcmp(j->at, "\xef\xbb\xbf", 3) == 0) {
        j->at += 3;
    }
    if (chrome_open(j, '[')) {
        return true;
    }
    if (!chrome_open(j, '{')) {
        return false;
    }
    while (chrome_more(j, '}')) {
        bool found = chrome_is(chrome_key(j), "traceEvents");

        if (found || j->failed) {
            return found && chrome_open(j, '[');
        }
        (void)chrome_value(j);
    }
    return false;
}

static bool read_events(struct reading *r, const uint8_t *bytes, size_t size)
{
    struct chrome_json j = {.at = bytes, .end = bytes + size};
    struct chrome_event e;
    const uint8_t *whole = bytes;

    if (!find_events(&j)) {
        return foreign_refuse(r->to, "it has no array of events");
    }
    while (!r->failed && chrome_more(&j, ']')) {
        if (!chrome_event(&j, &e)) {
            foreign_note(r->to, "offset %zu: what follows isn't an event; without the last %zu bytes",
                         (size_t)(whole - bytes), (size_t)(bytes + size - whole));
            break;
        }
        whole = j.at;
        add_event(r, &e);
    }
    return true;
}

/* ------------------------------------------------------------------ records */

/* Append a name, or else the number, which may be a text. */
static void put_name(struct bytes *b, const struct bytes *name, const char *kind, struct chrome_text number)
{
    bool is_text = number.n > 0 && number.at[0] == '"';

    if (name->used > 0) {
        bytes_add(b, name->data, name->used);
    } else {
        bytes_text(b, is_text ? "" : kind);
        chrome_append(b, number);
    }
}

/* Name the threads, also by their processes if there are several. */
static void name_rows(struct reading *r)
{
    struct bytes text = {.used = 0};

    for (size_t n = 0; n < r->row_count; n++) {
        struct row *row = &r->rows[n];
        const struct process *p = process_of(r, row->pid);

        text.used = 0;
        if (p != NULL && r->process_count > 1) {
            put_name(&text, &p->name, "pid ", row->pid);
            bytes_text(&text, ": ");
        }
        put_name(&text, &row->name, "tid ", row->tid);
        if (text.failed) {
            break;
        }
        snprintf(row->shown, sizeof row->shown, "%.*s", text.used < sizeof row->shown ? (int)text.used : 31,
                 text.data != NULL ? (const char *)text.data : "");
        foreign_thread(r->to, (uint32_t)n + 1, row->shown, strlen(row->shown), FOREIGN_NO_PRIORITY, false);
    }
    r->failed |= text.failed;
    bytes_free(&text);
}

static void name_slices(struct reading *r)
{
    struct bytes text = {.used = 0};

    for (size_t n = 0; n < r->name_count; n++) {
        text.used = 0;
        chrome_append(&text, r->names[n]);
        bytes_text(&text, text.used == 0 ? "(unnamed)" : "");
        if (!text.failed) {
            foreign_symbol(r->to, (const char *)text.data, text.used, ADDRESS + STEP * (uint32_t)n, STEP);
        }
    }
    bytes_free(&text);
}

/* @return what to add to the times, so that none is below 0 */
static int64_t shift_of(const struct reading *r)
{
    int64_t first = 0;

    if (r->edges.count > 0 && r->edges.list[0].time < first) {
        first = r->edges.list[0].time;
    }
    if (r->others.count > 0 && r->others.list[0].time < first) {
        first = r->others.list[0].time;
    }
    return -first;
}

static void put_all(struct reading *r)
{
    unsigned enter = foreign_event(r->to, "slice_begin", "slice:ptr,level/4+thread:thread",
                                   SPOOR_WIRE_ROLE_ENTER << SPOOR_WIRE_ROLE_SHIFT);
    unsigned leave = foreign_event(r->to, "slice_end", "slice:ptr,level/4+thread:thread",
                                   SPOOR_WIRE_ROLE_LEAVE << SPOOR_WIRE_ROLE_SHIFT);
    int64_t shift = shift_of(r);
    size_t edge = 0, other = 0;

    while ((edge < r->edges.count || other < r->others.count) && !foreign_failed(r->to)) {
        const struct slice_edge *e = edge < r->edges.count ? &r->edges.list[edge] : NULL;
        const struct chrome_other *o = other < r->others.count ? &r->others.list[other] : NULL;

        if (e != NULL && (o == NULL || e->time <= o->time)) {
            foreign_record(r->to, 0, (uint64_t)(e->time + shift), e->enters ? enter : leave,
                           (uint32_t[]){ADDRESS + STEP * e->name, (e->row + 1) << 4}, 2);
            edge++;
        } else if (o != NULL) {
            chrome_put(&r->others, o, r->to, r->edges.count > 0, (uint64_t)(o->time + shift), o->row + 1,
                       o->row != SLICE_NONE ? r->rows[o->row].shown : "");
            other++;
        }
    }
}

static void say(struct reading *r)
{
    static const char *const what[] = {
        "without the parameters of %llu slices",
        "%llu slices have no end",
        "without %llu ends of slices that didn't begin",
        "%llu slices that overlap another one of their thread without being in it end with it",
        "without %llu events that have no time",
        "without %llu values of counters that are no numbers",
    };
    const unsigned long long counts[] = {r->with_args,         r->edges.unended, r->edges.unbegun,
                                         r->edges.overlapping, r->untimed,       r->others.no_numbers};

    for (size_t n = 0; n < sizeof counts / sizeof *counts; n++) {
        if (counts[n] != 0) {
            foreign_note(r->to, what[n], counts[n]); // NOLINT
        }
    }
    if (r->unknown != 0) {
        foreign_note(r->to, "without %llu events of the kinds %s", (unsigned long long)r->unknown, r->phases);
    }
    if (shift_of(r) != 0) {
        foreign_note(r->to, "times before 0: %lld us were added to all", (long long)shift_of(r) / 1000);
    }
}

static void free_all(struct reading *r)
{
    for (size_t n = 0; n < r->row_count; n++) {
        bytes_free(&r->rows[n].name);
    }
    for (size_t n = 0; n < r->process_count; n++) {
        bytes_free(&r->processes[n].name);
    }
    free(r->rows);
    free(r->processes);
    free(r->names);
    free(r->slices);
    free(r->edges.list);
    hash_free(&r->by_row);
    hash_free(&r->by_name);
    chrome_others_free(&r->others);
}

static bool chrome_read(struct foreign *f, const uint8_t *bytes, size_t size)
{
    struct reading r = {.to = f};
    bool good = read_events(&r, bytes, size);

    if (good) {
        slices_nest(r.slices, r.slice_count, &r.edges);
        good = !(r.failed || r.others.failed || r.edges.failed);
    }
    if (good) {
        foreign_rate(f, 1000000000);
        name_rows(&r);
        name_slices(&r);
        chrome_describe(&r.others, f);
        put_all(&r);
        say(&r);
    }
    free_all(&r);
    return good;
}

static bool chrome_probe(const uint8_t *bytes, size_t size)
{
    size_t n = size < FOREIGN_PROBED ? size : FOREIGN_PROBED;
    struct chrome_json j = {.at = bytes, .end = bytes + n};

    return find_events(&j) && chrome_open(&j, '{') &&
           memmem(j.at, (size_t)(j.end - j.at), "\"ph\"", 4) != NULL;
}

static const struct foreign_format chrome_format = {
    .name = "Chrome JSON",
    .summary = "trace events of Chrome, chrome://tracing and many tracers: JSON",
    .order = 5,
    .probe = chrome_probe,
    .read = chrome_read,
};
SPOOR_FOREIGN(chrome);
