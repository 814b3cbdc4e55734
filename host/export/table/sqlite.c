/* SPDX-License-Identifier: BSD-2-Clause */
/* All tables and the events as a SQLite database. */
#include <errno.h>
#include <export/table/exporter.h>
#include <table/database.h>

struct sqlite {
    struct database *database;
    bool failed;
};

static void sqlite_begin(struct table_export *e)
{
    struct sqlite *s = e->to.state;
    const char *wrong;

    errno = 0;
    s->database = database_open(e->to.path, &wrong);
    e->to.error = s->database != NULL ? 0 : errno != 0 ? errno : EIO;
}

/* Keep the first failure: later calls fail because of it. */
static void note(struct table_export *e, int result)
{
    struct sqlite *s = e->to.state;

    if (result != 0 && !s->failed) {
        s->failed = true;
        e->to.error = database_errno(s->database);
    }
}

static bool sqlite_table(struct table_export *e, const struct table_kind *kind)
{
    struct sqlite *s = e->to.state;

    note(e, database_table(s->database, kind));
    return !s->failed;
}

static void sqlite_row(struct table_export *e, const struct table_kind *kind, const struct cell *row)
{
    struct sqlite *s = e->to.state;

    if (!s->failed) {
        note(e, database_row(s->database, kind, row));
    }
}

static void sqlite_end(struct table_export *e)
{
    struct sqlite *s = e->to.state;

    int result = s->database != NULL ? database_close(s->database) : -EIO;

    s->database = NULL;
    if (e->to.error == 0) {
        e->to.error = -result;
    }
}

static void sqlite_free(struct table_export *e)
{
    struct sqlite *s = e->to.state;

    if (s->database != NULL) {
        (void)database_close(s->database);
    }
}

static const struct table_exporter sqlite_exporter = {
    .format = {"sqlite", "all tables and the events, as a SQLite database; -o names it", EXPORT_FILE},
    .one_run = true,
    .events = true,
    .state_bytes = sizeof(struct sqlite),
    .begin = sqlite_begin,
    .table = sqlite_table,
    .row = sqlite_row,
    .end = sqlite_end,
    .free = sqlite_free,
};
SPOOR_TABLE_EXPORTER(sqlite);
