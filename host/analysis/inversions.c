/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * inversions: a thread waits for a mutex whose owner is ready and doesn't run, while a third thread, less
 * urgent than the one that waits, does.
 */
#include <analysis/group.h>
#include <analysis/spread.h>
#include <analysis/analysis.h>

#define WAITS_MAX 256

/* A thread that waits for an object with an owner. */
struct wait {
    uint32_t waiter, owner, object;
    uint64_t from;
    bool inherited; /* the owner got another priority meanwhile */
};

struct inversion {
    struct group_row row; /* waiter and owner; third and object */
    uint32_t object;
    struct spread length;
    uint64_t inherited;
};

struct inversions {
    struct wait wait[WAITS_MAX];
    unsigned waits;
    struct group found;
};

/* @return false too when the priority of one isn't known */
static bool is_less_urgent(const struct stats *s, uint32_t thread, uint32_t other)
{
    const struct spoor_thread *t = spoor_thread(s->reader, thread), *o = spoor_thread(s->reader, other);

    return t != NULL && o != NULL && spoor_urgency(s->elf, t->priority) < spoor_urgency(s->elf, o->priority);
}

static void inversions_item(struct stats *s, const struct spoor_item *item, const struct spoor_id *id)
{
    struct inversions *v = s->state;
    const struct follow_cpu *cpu = &intervals_follow(s->intervals)->cpu[item->cpu];

    if (id->role == SPOOR_WIRE_ROLE_WAIT && id->field_count > 2 && cpu->known && v->waits < WAITS_MAX) {
        uint32_t owner = spoor_value(&id->fields[2], item->word);

        if (owner != FOLLOW_NOBODY && owner != cpu->thread) {
            v->wait[v->waits++] =
                (struct wait){cpu->thread, owner, spoor_value(&id->fields[0], item->word), item->time, false};
        }
    } else if (id->role == SPOOR_WIRE_ROLE_PRIORITY) {
        for (unsigned n = 0; n < v->waits; n++) {
            v->wait[n].inherited |= v->wait[n].owner == spoor_value(&id->fields[0], item->word);
        }
    } else if (id->role == SPOOR_WIRE_ROLE_WAKE) {
        uint32_t thread = spoor_value(&id->fields[1], item->word);

        for (unsigned n = 0; n < v->waits; n++) {
            if (v->wait[n].waiter == thread) {
                v->wait[n--] = v->wait[--v->waits];
            }
        }
    }
}

static void note(struct stats *s, const struct wait *w, const struct interval *i)
{
    struct inversions *v = s->state;
    uint64_t from = i->from > w->from ? i->from : w->from;

    v->found.row_bytes = sizeof(struct inversion);
    struct inversion *row =
        group_get(&v->found, (uint64_t)w->waiter << 32 | w->owner, (uint64_t)i->thread << 32 | w->object);

    if (row == NULL) {
        s->failed = true;
        return;
    }
    row->object = w->object;
    row->inherited += w->inherited;
    spread_add(&row->length, i->to - from, from);
}

/* A run of the third thread ends. */
static void inversions_interval(struct stats *s, const struct interval *i)
{
    struct inversions *v = s->state;

    if (i->kind != INTERVAL_STATE || i->state != FOLLOW_RUNS || i->begun_before) {
        return;
    }
    for (unsigned n = 0; n < v->waits; n++) {
        const struct wait *w = &v->wait[n];
        const struct follow_thread *owner = follow_thread(intervals_follow(s->intervals), w->owner);
        bool third = i->thread != w->owner && i->thread != w->waiter && i->to > w->from;

        /* At the switch that ends this run the owner may run next: until now it was ready. */
        if (third && owner != NULL && is_less_urgent(s, i->thread, w->waiter) &&
            (owner->state == FOLLOW_READY || (owner->state == FOLLOW_RUNS && owner->since == i->to))) {
            note(s, w, i);
        }
    }
}

/* Records are missing: a wake-up may be among them. */
static void inversions_note(struct stats *s, const struct spoor_item *item)
{
    (void)item;
    ((struct inversions *)s->state)->waits = 0;
}

static void inversions_end(struct stats *s)
{
    const struct inversions *v = s->state;

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
    {"owner", COLUMN_TEXT, "the thread that holds it, is ready and doesn't run"},
    {"object", COLUMN_TEXT, "the mutex"},
    {"third", COLUMN_TEXT, "the thread that runs, less urgent than the waiter"},
    {"count", COLUMN_NUMBER, "runs of the third thread"},
    {"inherited", COLUMN_NUMBER, "… after the owner had got another priority"},
    {"total_us", COLUMN_US, "how long in all"},
    {"max_us", COLUMN_US, "the longest run"},
    {"max_at_s", COLUMN_TIME, "… and when it began"},
};

SPOOR_ANALYSIS(inversions, "inversions",
               "priority inversions: waiter, owner, third thread, how long, inherited or not",
               NEEDS_SWITCH | NEEDS_WAKE | NEEDS_SYNC, NO_METRIC,
               PAGE(WAITS, 50, "Priority inversions",
                    "A less urgent thread ran while the owner of a mutex was ready.", 20,
                    .card = {"Priority inversions", "total_us", {"waiter", "owner", "object"}}),
               struct inversions, columns, .sort = "-total_us", .interval = inversions_interval,
               .item = inversions_item, .note = inversions_note, .end = inversions_end,
               .free = inversions_free);
