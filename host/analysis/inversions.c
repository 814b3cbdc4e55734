/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * inversions: a thread waits for a mutex whose owner is ready but doesn't run, while a third thread with a
 * lower priority than the waiter runs. If the owner waits for another mutex, its owner counts, and so on.
 */
#include <analysis/group.h>
#include <analysis/spread.h>
#include <analysis/analysis.h>

#define WAITS_MAX 256

/* Part of a wait in which the owner is ready and a third thread runs on a CPU. */
struct stretch {
    uint32_t owner, third;
    bool inherited;
    uint64_t from, to; /* equal: unused */
};

/* A thread that waits for an object with an owner. */
struct wait {
    uint32_t waiter, owner, object;
    bool inherited; /* the owner's priority has changed during the wait */
    struct stretch stretch[SPOOR_CPUS_MAX];
};

struct inversion {
    struct group_row row; /* key: waiter and owner; third thread and object */
    uint32_t object;
    struct spread length;
    uint64_t inherited;
};

struct inversions {
    struct wait wait[WAITS_MAX];
    unsigned waits;
    struct group found;
};

/* @return whether `thread` has a lower priority than `other`; false if a priority is unknown */
static bool has_lower_priority(const struct stats *s, uint32_t thread, uint32_t other)
{
    const struct spoor_thread *t = spoor_thread(s->reader, thread), *o = spoor_thread(s->reader, other);

    return t != NULL && o != NULL && spoor_urgency(s->elf, t->priority) < spoor_urgency(s->elf, o->priority);
}

/* ------------------------------------------------------------------ stretches */

static void end_stretch(struct stats *s, const struct wait *w, struct stretch *now)
{
    struct inversions *v = s->state;

    if (now->to > now->from) {
        v->found.row_bytes = sizeof(struct inversion);
        struct inversion *row = group_get(&v->found, (uint64_t)w->waiter << 32 | now->owner,
                                          (uint64_t)now->third << 32 | w->object);

        if (row == NULL) {
            s->failed = true;
            return;
        }
        row->object = w->object;
        row->inherited += now->inherited;
        spread_add(&row->length, now->to - now->from, now->from);
    }
    now->to = now->from;
}

static uint64_t latest(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* @return the time since which a thread is in a state, or UINT64_MAX if it isn't */
static uint64_t since(const struct stats *s, uint32_t thread, enum follow_state state)
{
    const struct follow_thread *t = follow_thread(intervals_follow(s->intervals), thread);

    return t != NULL && t->state == state ? latest(t->since, s->begin) : UINT64_MAX;
}

/*
 * Follow the owners that wait for a mutex themselves.
 *
 * @param from  set to the time since which all of them wait and the last one is ready, or UINT64_MAX
 * @return the last one
 */
static uint32_t last_owner(const struct stats *s, const struct wait *w, uint64_t *from)
{
    const struct inversions *v = s->state;
    uint32_t owner = w->owner;

    *from = since(s, w->waiter, FOLLOW_WAITS);
    for (unsigned steps = 0; steps < v->waits; steps++) { /* a deadlock is a cycle */
        uint64_t waits = since(s, owner, FOLLOW_WAITS);
        const struct wait *next = v->wait;

        while (next < v->wait + v->waits && next->waiter != owner) {
            next++;
        }
        if (next == v->wait + v->waits || waits == UINT64_MAX) {
            break;
        }
        *from = latest(*from, waits);
        owner = next->owner;
    }
    *from = latest(*from, since(s, owner, FOLLOW_READY));
    return owner;
}

/* Extend the current states of all threads to `time`. */
static void reach(struct stats *s, uint64_t time)
{
    struct inversions *v = s->state;
    const struct follow *f = intervals_follow(s->intervals);
    unsigned cpus = spoor_recording(s->reader)->cpus;

    for (struct wait *w = v->wait; w < v->wait + v->waits; w++) {
        uint64_t all;
        uint32_t owner = last_owner(s, w, &all);

        for (unsigned cpu = 0; cpu < cpus; cpu++) {
            struct stretch *now = &w->stretch[cpu];
            uint32_t third = f->cpu[cpu].thread;
            bool runs = all < time && f->cpu[cpu].known && has_lower_priority(s, third, w->waiter);
            uint64_t from = runs ? latest(all, since(s, third, FOLLOW_RUNS)) : UINT64_MAX;

            if (now->to > now->from && (now->from != from || now->third != third || now->owner != owner)) {
                end_stretch(s, w, now);
            }
            if (from < time) {
                *now = (struct stretch){owner, third, w->inherited, from, time};
            }
        }
    }
}

static void end_wait(struct stats *s, struct wait *w)
{
    struct inversions *v = s->state;

    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        end_stretch(s, w, &w->stretch[cpu]);
    }
    *w = v->wait[--v->waits];
}

static void end_waits_of(struct stats *s, uint32_t waiter)
{
    struct inversions *v = s->state;

    for (unsigned n = v->waits; n-- > 0;) {
        if (v->wait[n].waiter == waiter) {
            end_wait(s, &v->wait[n]);
        }
    }
}

/* ------------------------------------------------------------------ records */

static void begin_wait(struct stats *s, uint32_t waiter, uint32_t object, uint32_t owner)
{
    struct inversions *v = s->state;

    end_waits_of(s, waiter);
    if (v->waits < WAITS_MAX && owner != FOLLOW_NO_THREAD && owner != waiter) {
        v->wait[v->waits++] = (struct wait){.waiter = waiter, .owner = owner, .object = object};
    }
}

static void inversions_item(struct stats *s, const struct spoor_item *item, const struct spoor_id *id)
{
    struct inversions *v = s->state;
    const struct follow_cpu *cpu = &intervals_follow(s->intervals)->cpu[item->cpu];

    if (v->waits != 0) {
        reach(s, item->time);
    }
    if (id->role == SPOOR_WIRE_ROLE_WAIT && id->field_count > 2 && cpu->known &&
        follow_is_whole(intervals_follow(s->intervals), item->time)) {
        begin_wait(s, cpu->thread, spoor_value(&id->fields[0], item->word),
                   spoor_value(&id->fields[2], item->word));
    } else if (id->role == SPOOR_WIRE_ROLE_PRIORITY) {
        uint64_t unused;

        for (unsigned n = 0; n < v->waits; n++) {
            v->wait[n].inherited |=
                last_owner(s, &v->wait[n], &unused) == spoor_value(&id->fields[0], item->word);
        }
    } else if (id->role == SPOOR_WIRE_ROLE_WAKE) {
        end_waits_of(s, spoor_value(&id->fields[1], item->word));
    }
}

/* End all waits, at the end or if records are missing, which may include a wake-up. */
static void end_all(struct stats *s, uint64_t time)
{
    struct inversions *v = s->state;

    reach(s, time);
    while (v->waits > 0) {
        end_wait(s, &v->wait[v->waits - 1]);
    }
}

static void inversions_note(struct stats *s, const struct spoor_item *item)
{
    end_all(s, item->time);
}

static void inversions_end(struct stats *s)
{
    const struct inversions *v = s->state;

    end_all(s, s->end);
    for (size_t n = 0; n < v->found.count; n++) {
        const struct inversion *row = group_nth(&v->found, n);
        const struct spread *d = &row->length;

        analysis_thread(s, (uint32_t)(row->row.a >> 32));
        analysis_thread(s, (uint32_t)row->row.a);
        analysis_object(s, row->object);
        analysis_thread(s, (uint32_t)(row->row.b >> 32));
        table_number(s->table, (int64_t)d->count);
        table_number(s->table, (int64_t)row->inherited);
        analysis_us(s, d->sum);
        analysis_us(s, d->max);
        analysis_time(s, d->max_at);
        table_end_row(s->table);
    }
}

static void free_row(void *row)
{
    spread_free(&((struct inversion *)row)->length);
}

static void inversions_free(struct stats *s)
{
    group_free(&((struct inversions *)s->state)->found, free_row);
}

static const struct column columns[] = {
    {"waiter", COLUMN_TEXT, "the thread that waits for the mutex"},
    {"owner", COLUMN_TEXT,
     "the thread that holds the mutex, or the last in a chain of waiting owners: it is ready and doesn't "
     "run"},
    {"object", COLUMN_TEXT, "the mutex"},
    {"third", COLUMN_TEXT, "the running thread, of lower priority than the waiter"},
    {"count", COLUMN_NUMBER, "number of times that the third thread ran"},
    {"inherited", COLUMN_NUMBER, "number of these after the owner's priority had changed"},
    {"total_us", COLUMN_US, "total time that the third thread ran"},
    {"max_us", COLUMN_US, "the longest such time"},
    {"max_at_s", COLUMN_TIME, "when the longest began"},
};

SPOOR_ANALYSIS(inversions, "inversions",
               "priority inversions: waiter, owner, third thread, duration, inherited or not",
               NEEDS_SWITCH | NEEDS_WAKE | NEEDS_SYNC, NO_METRIC,
               PAGE(WAITS, 50, "Priority inversions",
                    "A lower-priority thread ran while the owner of a mutex was ready.", 20,
                    .card = {"Priority inversions", "total_us", {"waiter", "owner", "object"}}),
               struct inversions, columns, .sort = "-total_us", .item = inversions_item,
               .note = inversions_note, .end = inversions_end, .free = inversions_free);
