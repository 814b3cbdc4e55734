/* SPDX-License-Identifier: BSD-2-Clause */
/* states: fields of format a|b|c in events of the application, as state machines: the time in each state. */
#include <stdio.h>
#include <analysis/group.h>
#include <analysis/spread.h>
#include <analysis/analysis.h>

struct machine {
    struct group_row row; /* key: ID and field */
    bool known;
    uint32_t value;
    uint64_t since;
};

struct dwell {
    struct group_row row; /* key: ID and field; value */
    struct spread length;
};

struct states {
    struct group machines, dwells;
};

static void leave(struct stats *s, const struct machine *m, uint64_t time)
{
    struct states *v = s->state;

    v->dwells.row_bytes = sizeof(struct dwell);
    struct dwell *d = group_get(&v->dwells, m->row.a << 8 | m->row.b, m->value);

    if (d == NULL) {
        s->failed = true;
    } else {
        spread_add(&d->length, time - m->since, m->since);
    }
}

static bool states_takes(const struct spoor_id *id)
{
    bool any = false;

    for (unsigned n = 0; n < id->field_count; n++) {
        any |= id->fields[n].format == SPOOR_ENUM;
    }
    return any && id->class == SPOOR_EVENT && id->role == SPOOR_WIRE_ROLE_NONE;
}

static void states_item(struct stats *s, const struct spoor_item *item, const struct spoor_id *id)
{
    struct states *v = s->state;

    for (unsigned n = 0; n < id->field_count; n++) {
        if (id->fields[n].format != SPOOR_ENUM) {
            continue;
        }
        v->machines.row_bytes = sizeof(struct machine);
        struct machine *m = group_get(&v->machines, item->id, n);

        if (m == NULL) {
            s->failed = true;
            return;
        }
        if (m->known) {
            leave(s, m, item->time);
        }
        m->known = follow_is_whole(intervals_follow(s->intervals), item->time);
        m->value = spoor_value(&id->fields[n], item->word);
        m->since = item->time;
    }
}

static void states_note(struct stats *s, const struct spoor_item *item)
{
    struct states *v = s->state;

    (void)item;
    for (size_t n = 0; n < v->machines.count; n++) {
        ((struct machine *)group_nth(&v->machines, n))->known = false;
    }
}

static void states_end(struct stats *s)
{
    const struct states *v = s->state;
    char number[16];

    for (size_t n = 0; n < v->dwells.count; n++) {
        const struct dwell *d = group_nth(&v->dwells, n);
        const struct spoor_id *id = spoor_id(s->elf, (unsigned)(d->row.a >> 8));
        const struct spoor_field *f = &id->fields[d->row.a & 0xFF];

        snprintf(number, sizeof number, "%u", (unsigned)d->row.b);
        table_text(s->table, id->name);
        table_text(s->table, f->name);
        table_text(s->table, d->row.b < f->value_count ? f->values[d->row.b] : number);
        table_number(s->table, (int64_t)d->length.count);
        analysis_us(s, d->length.sum);
        table_ratio(s->table, d->length.sum, s->end - s->begin);
        analysis_us(s, d->length.min);
        analysis_average(s, d->length.sum, d->length.count);
        analysis_us(s, d->length.max);
        analysis_time(s, d->length.max_at);
        table_end_row(s->table);
    }
}

static void free_dwell(void *row)
{
    spread_free(&((struct dwell *)row)->length);
}

static void states_free(struct stats *s)
{
    group_free(&((struct states *)s->state)->machines, NULL);
    group_free(&((struct states *)s->state)->dwells, free_dwell);
}

static const struct column columns[] = {
    {"event", COLUMN_TEXT, "the event with the state"},
    {"field", COLUMN_TEXT, "the field with the state"},
    {"state", COLUMN_TEXT, "the field's value"},
    {"count", COLUMN_COUNT, "how often the state was left"},
    {"total_us", COLUMN_SUM_US, "total time in the state"},
    {"share_percent", COLUMN_PERCENT, "share of the span"},
    {"min_us", COLUMN_US, "the shortest time"},
    {"avg_us", COLUMN_US, "the average"},
    {"max_us", COLUMN_US, "the longest"},
    {"max_at_s", COLUMN_TIME, "when the longest began"},
};

SPOOR_ANALYSIS(states, "states", "state machines of the application: time in each state", NEEDS_STATE_FIELD,
               METRIC, PAGE(TABLES, 140, "State fields", "Dwell times of events with named values.", 60),
               struct states, columns, .takes = states_takes, .item = states_item, .note = states_note,
               .end = states_end, .free = states_free);
