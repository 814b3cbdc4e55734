/* SPDX-License-Identifier: BSD-2-Clause */
/* All tables of a recording: each analysis in turn, its rows handed out. */
#ifndef QUERY_TABLES_H
#define QUERY_TABLES_H

#include <query/pass.h>
#include <table/table.h>

struct fill {
    const struct pass_options *options;
    bool events; /**< the events themselves first, a row for each field */
    void *arg;
    /** A table begins. @return false to pass over it */
    bool (*table)(void *arg, const struct table_kind *kind);
    void (*row)(void *arg, const struct cell *row);
};

/** @return CLI_OK, or an exit status after a message. A table that lacks its events has no rows. */
int fill(struct cli *cli, const struct fill *f);

/** The table of events: time_s, cpu, thread, irq, event, field, value, name. */
extern const struct table_kind fill_events;

#endif
