/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * intervals: from one event to another with an equal key, both given by the user. If several are open with
 * one key, the last begun ends first, so that they may be nested. An interval with a parent counts only while
 * that is open.
 */
#include <stdio.h>
#include <string.h>
#include <analysis/group.h>
#include <analysis/spread.h>
#include <analysis/analysis.h>

#define NESTED 16

struct pair {
    struct group_row row; /* key: the value of the key, and the interval's index */
    uint64_t begun[NESTED];
    unsigned depth;
    uint64_t unmatched; /* ends without a beginning, and beginnings that were lost or nested too deeply */
    struct spread length;
};

/* Get the value of the key's field. Without a key all events match.
 *
 * @return whether the event has the field */
static bool key_of(const struct stats *s, const struct analysis_interval *d, const struct spoor_item *item,
                   const struct spoor_id *id, uint64_t *key)
{
    const char *name = d->key;
    const struct follow_cpu *cpu = &intervals_follow(s->intervals)->cpu[item->cpu];

    *key = 0;
    if (name == NULL) {
        return true;
    }
    for (unsigned n = 0; n < id->field_count && id->words != SPOOR_WIRE_WORDS_DATA; n++) {
        if (strcmp(id->fields[n].name, name) == 0) {
            *key = spoor_value(&id->fields[n], item->word);
            return true;
        }
    }
    if (strcmp(name, "thread") == 0) {
        *key = cpu->thread;
        return cpu->known;
    }
    if (strcmp(name, "cpu") == 0) {
        *key = item->cpu;
        return true;
    }
    return false;
}

/* @return whether an interval with this name and key is open */
static bool is_open(const struct stats *s, const char *name, uint64_t key)
{
    const struct analysis_options *o = s->options;

    for (unsigned n = 0; n < o->interval_count; n++) {
        const struct pair *p = strcmp(o->intervals[n].name, name) == 0 ? group_find(s->state, key, n) : NULL;

        if (p != NULL && p->depth > 0) {
            return true;
        }
    }
    return false;
}

/* @return whether no events with this key are missing; if a filter selects threads, theirs are complete */
static bool is_whole(const struct stats *s, const struct analysis_interval *d, uint64_t time)
{
    const struct follow *f = intervals_follow(s->intervals);
    bool chosen =
        d->key != NULL && strcmp(d->key, "thread") == 0 && f->filter != NULL && f->filter->cpus == 0;

    return follow_is_whole(f, time) || (chosen && !f->changing && time >= f->missing_until);
}

static void take(struct stats *s, unsigned n, const struct spoor_item *item, const struct spoor_id *id)
{
    const struct analysis_interval *d = &s->options->intervals[n];
    bool begins = strcmp(id->name, d->begin_event) == 0, ends = strcmp(id->name, d->end_event) == 0;
    struct group *g = s->state;
    uint64_t key;

    if ((!begins && !ends) || !key_of(s, d, item, id, &key)) {
        return;
    }
    g->row_bytes = sizeof(struct pair);
    struct pair *p = group_get(g, key, n);

    if (p == NULL) {
        s->failed = true;
        return;
    }
    if (ends) { /* an event that is both begin and end ends one interval and begins the next */
        if (p->depth > 0) {
            uint64_t from = p->begun[--p->depth];

            spread_add(&p->length, item->time - from, from);
        } else {
            p->unmatched += !begins && d->parent == NULL;
        }
    }
    if (begins && (d->parent == NULL || is_open(s, d->parent, key))) {
        if (p->depth == NESTED || !is_whole(s, d, item->time)) {
            p->unmatched++;
        } else {
            p->begun[p->depth++] = item->time;
        }
    }
}

static void pairs_item(struct stats *s, const struct spoor_item *item, const struct spoor_id *id)
{
    for (unsigned n = 0; n < s->options->interval_count; n++) {
        take(s, n, item, id);
    }
}

/* Records are missing, possibly ends of intervals. */
static void pairs_note(struct stats *s, const struct spoor_item *item)
{
    const struct group *g = s->state;

    (void)item;
    for (size_t n = 0; n < g->count; n++) {
        struct pair *p = group_nth(g, n);

        p->unmatched += p->depth;
        p->depth = 0;
    }
}

/* Print a key like its field, if the field has names. */
static void put_key(struct stats *s, const struct analysis_interval *d, uint64_t key)
{
    for (unsigned n = 0; n < spoor_ids(s->elf) && d->key != NULL; n++) {
        const struct spoor_id *id = spoor_id(s->elf, n);

        if (id->class == SPOOR_NONE || strcmp(id->name, d->begin_event) != 0) {
            continue;
        }
        for (unsigned k = 0; k < id->field_count; k++) {
            const struct spoor_field *f = &id->fields[k];

            if (strcmp(f->name, d->key) == 0 && f->format == SPOOR_PTR) {
                analysis_object(s, (uint32_t)key);
                return;
            }
            if (strcmp(f->name, d->key) == 0 && f->format == SPOOR_ENUM && key < f->value_count) {
                table_text(s->table, f->values[key]);
                return;
            }
            if (strcmp(f->name, d->key) == 0 && f->format == SPOOR_THREAD_NUMBER) {
                analysis_thread(s, (uint32_t)key);
                return;
            }
        }
    }
    if (d->key != NULL && strcmp(d->key, "thread") == 0) {
        analysis_thread(s, (uint32_t)key);
    } else if (d->key != NULL) {
        char text[24];

        snprintf(text, sizeof text, "%llu", (unsigned long long)key);
        table_text(s->table, text);
    } else {
        table_empty(s->table);
    }
}

static void pairs_end(struct stats *s)
{
    const struct group *g = s->state;

    for (size_t n = 0; n < g->count; n++) {
        const struct pair *p = group_nth(g, n);
        const struct spread *d = &p->length;

        const struct analysis_interval *interval = &s->options->intervals[p->row.b];

        if (interval->name != NULL) {
            table_text(s->table, interval->name);
        } else {
            table_empty(s->table);
        }
        put_key(s, interval, p->row.a);
        table_number(s->table, (int64_t)d->count);
        table_number(s->table, (int64_t)p->unmatched);
        table_number(s->table, p->depth);
        if (d->count != 0) {
            analysis_spread(s, d);
        } else {
            for (unsigned i = 0; i < 7; i++) {
                table_empty(s->table);
            }
        }
        table_end_row(s->table);
    }
}

static void free_row(void *row)
{
    spread_free(&((struct pair *)row)->length);
}

static void pairs_free(struct stats *s)
{
    group_free(s->state, free_row);
}

static const struct column columns[] = {
    {"interval", COLUMN_TEXT, "the interval's name, if from a file"},
    {"key", COLUMN_TEXT, "the value of the field --key"},
    {"count", COLUMN_NUMBER, "intervals that began and ended"},
    {"unmatched", COLUMN_NUMBER, "ends without a beginning, or lost beginnings"},
    {"open", COLUMN_NUMBER, "intervals still open at the end of the recording"},
    {"total_us", COLUMN_US, "total time"},
    {"min_us", COLUMN_US, "the shortest"},
    {"avg_us", COLUMN_US, "the average"},
    {"p50_us", COLUMN_US, "the median"},
    {"p99_us", COLUMN_US, "99th percentile"},
    {"max_us", COLUMN_US, "the longest"},
    {"max_at_s", COLUMN_TIME, "when the longest began"},
};

SPOOR_ANALYSIS(intervals, "intervals",
               "from one event to another: --begin EVENT --end EVENT [--key FIELD], or --config FILE", 0,
               NO_METRIC, NO_PAGE, struct group, columns, .sort = "-total_us", .wants = WANTS_INTERVALS,
               .item = pairs_item, .note = pairs_note, .end = pairs_end, .free = pairs_free);
