/* SPDX-License-Identifier: BSD-2-Clause */
/* Exporters of tables: of all analyses of one run or many. */
#ifndef EXPORT_TABLE_EXPORTER_H
#define EXPORT_TABLE_EXPORTER_H

#include <stdint.h>
#include <export/export.h>
#include <table/table.h>
#include <base/registry.h>

/** A run, as databases of many runs identify it. */
struct export_run {
    const char *name, *release; /**< given by the user; the name defaults to that of the file */
    char board[64];
    char build[129]; /**< build ID in hexadecimal */
    uint64_t ms;     /**< time of the recording, in ms since 1970; 0: unknown */
};

struct table_export {
    struct export to;
    const struct export_run *run; /**< current run */
};

struct table_exporter {
    struct export_format format;
    size_t state_bytes;
    void (*begin)(struct table_export *e); /**< or NULL */
    /** Called for each table of a run, before its rows. @return false to exclude the table */
    bool (*table)(struct table_export *e, const struct table_kind *kind);
    void (*row)(struct table_export *e, const struct table_kind *kind, const struct cell *row);
    void (*end_run)(struct table_export *e); /**< called after all rows of a run; or NULL */
    void (*end)(struct table_export *e);     /**< or NULL */
    void (*free)(struct table_export *e);    /**< or NULL */
    bool events;                             /**< also export the table of events */
    bool one_run;                            /**< can't export several runs at a time */
};

/** Register NAME_exporter. The linker collects them, in the order of their files. */
#define SPOOR_TABLE_EXPORTER(name) REGISTRY_ADD(spoor_table_exporters, table_exporter, name, name##_exporter)

#endif
