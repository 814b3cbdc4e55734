/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor dump --csv: events as rows, either all events with their fields in one column, or one event with
 * typed columns. */
#ifndef WRITE_CSV_H
#define WRITE_CSV_H

#include <table/table.h>
#include <write/writer.h>

struct dump_csv {
    struct writer *w;
    struct table table;
    struct table_kind kind;
    struct column columns[4 + SPOOR_WIRE_WORDS_MAX * 8];
    const struct spoor_id *event; /**< NULL: all events */
    struct out text;              /**< buffer for a value */
};

/** Begin the output. @param event a name, or NULL. @return false if there is no such event */
bool dump_csv_begin(struct dump_csv *d, struct writer *w, const char *event);

void dump_csv_item(struct dump_csv *d, const struct spoor_item *item);
void dump_csv_end(struct dump_csv *d);

#endif
