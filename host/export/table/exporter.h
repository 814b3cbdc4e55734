/* SPDX-License-Identifier: BSD-2-Clause */
/* Writers of tables: of all analyses of one run or of many. */
#ifndef EXPORT_TABLE_EXPORTER_H
#define EXPORT_TABLE_EXPORTER_H

#include <stdint.h>
#include <export/export.h>
#include <table/table.h>

/** A run, as collections of many runs know it. */
struct export_run {
    const char *name, *release; /**< given by the user; the name is otherwise the file's */
    char board[64];
    char build[129]; /**< the build ID, in hexadecimal */
    uint64_t ms;     /**< when it was recorded, since 1970; 0: unknown */
};

struct table_export {
    struct export to;
    const struct export_run *run; /**< the present one */
};

struct table_exporter {
    struct export_format format;
    size_t state_bytes;
    void (*begin)(struct table_export *e); /**< or NULL */
    /** Of each run, before its rows: there is such a table. @return false to leave it out */
    bool (*table)(struct table_export *e, const struct table_kind *kind);
    void (*row)(struct table_export *e, const struct table_kind *kind, const struct cell *row);
    void (*end_run)(struct table_export *e); /**< all rows of a run came; or NULL */
    void (*end)(struct table_export *e);     /**< or NULL */
    void (*free)(struct table_export *e);    /**< or NULL */
    bool events;                             /**< the table of events, too */
    bool one_run;                            /**< not of several runs at a time */
};

/** Register NAME_exporter. The linker collects them, in the order of their files. */
#define SPOOR_TABLE_EXPORTER(name)                                                                           \
    static const struct table_exporter *const name##_place                                                   \
        __attribute__((used, section("spoor_table_exporters"))) = &name##_exporter

#endif
