/* SPDX-License-Identifier: BSD-2-Clause */
/* Write the sections of a recording in the order in which the page's script reads them. */
#include <stdlib.h>
#include <string.h>
#include <base/count.h>
#include "data_priv.h"

static bool write_columns(const struct section_to *to, const char *name, struct bytes_column *const *columns,
                          unsigned count)
{
    struct bytes_column all = {.used = 0};

    for (unsigned n = 0; n < count; n++) {
        column_append(&all, columns[n]);
        column_free(columns[n]); /* so that long columns aren't in memory twice */
    }
    bool done = section_write(to, name, &all);

    column_free(&all);
    return done;
}

static bool write_events(struct report_data *d, const struct section_to *to, unsigned index)
{
    struct report_events *e = &d->events;
    struct bytes_column *const columns[] = {&e->time, &e->cpu,    &e->thread, &e->irq,
                                            &e->id,   &e->values, &e->data};
    struct bytes_column *const stacks[] = {&e->stack_of, &e->stack_depth, &e->stack_frames};
    char name[32];

    report_section(name, index, "events");
    if (e->failed || !write_columns(to, name, columns, COUNT_OF(columns))) {
        return false;
    }
    report_section(name, index, "stacks");
    return write_columns(to, name, stacks, COUNT_OF(stacks));
}

bool report_write(struct report_data *d, const struct section_to *to, unsigned index)
{
    char name[32];

    history_sort(&d->history);
    report_section(name, index, "head");
    if (d->history.failed || !report_write_head(d, to, name) || !report_write_rows(d, to, index)) {
        return false;
    }
    report_section(name, index, "coarse");
    if ((d->history.full || d->events.left_out != 0) && !report_write_coarse(d, to, name)) {
        return false;
    }
    return write_events(d, to, index);
}

bool report_write_overview(struct report_data *d, uint64_t events, const struct section_to *to,
                           unsigned index)
{
    const struct history whole = d->history;
    const struct report_events all = d->events;
    struct history_row *rows = calloc(whole.count + 1, sizeof *rows);

    if (rows == NULL) {
        return false;
    }
    report_note_keys(d); /* the slices of the start need names that come later in the recording */
    memcpy(rows, whole.rows, whole.count * sizeof *rows);
    for (size_t n = 0; n < whole.count; n++) {
        rows[n].slices = NULL;
        rows[n].count = 0;
    }
    d->history.rows = rows;
    d->history.full = true;
    d->history.upto = whole.begin;
    d->start_upto = whole.upto;
    d->events = (struct report_events){.left_out = events, .upto = whole.begin};
    bool done = report_write(d, to, index);

    d->history = whole;
    d->start_upto = 0;
    d->events = all;
    free(rows);
    return done;
}

void report_data_free(struct report_data *d)
{
    struct report_events *e = &d->events;
    struct bytes_column *const columns[] = {&e->time,        &e->cpu,         &e->thread, &e->irq,
                                            &e->id,          &e->values,      &e->data,   &e->stack_of,
                                            &e->stack_depth, &e->stack_frames};

    for (unsigned n = 0; n < COUNT_OF(columns); n++) {
        column_free(columns[n]);
    }
    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        free(e->recent[cpu]);
    }
    history_free(&d->history);
    report_keys_free(&d->threads);
    report_keys_free(&d->lines);
    report_keys_free(&d->pointers);
    report_keys_free(&d->functions);
    report_keys_free(&d->frames);
}
