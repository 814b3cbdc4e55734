/* SPDX-License-Identifier: BSD-2-Clause */
/* All tables and the events as a SQLite database, which every language opens. */
#include <errno.h>
#include <export/export.h>
#include <table/database.h>

struct sqlite {
    struct database *database;
    bool failed;
};

static void sqlite_begin(struct export *e)
{
    struct sqlite *s = e->state;
    const char *wrong;

    errno = 0;
    s->database = database_open(e->folder, &wrong);
    e->error = s->database != NULL ? 0 : errno != 0 ? errno : EIO;
}

static bool sqlite_table(struct export *e, const struct table_kind *kind)
{
    struct sqlite *s = e->state;

    s->failed |= database_table(s->database, kind) != 0;
    return !s->failed;
}

static void sqlite_row(struct export *e, const struct table_kind *kind, const struct cell *row)
{
    struct sqlite *s = e->state;

    s->failed |= !s->failed && database_row(s->database, kind, row) != 0;
}

static void sqlite_end(struct export *e)
{
    struct sqlite *s = e->state;

    s->failed |= s->database == NULL || database_close(s->database) != 0;
    s->database = NULL;
    e->error = s->failed && e->error == 0 ? EIO : e->error;
}

static void sqlite_free(struct export *e)
{
    struct sqlite *s = e->state;

    if (s->database != NULL) {
        (void)database_close(s->database);
    }
}

static const struct exporter sqlite_exporter = {
    .name = "sqlite",
    .summary = "all tables and the events, as a SQLite database; -o names it",
    .opens_file = true,
    .one_run = true,
    .events = true,
    .state_bytes = sizeof(struct sqlite),
    .begin = sqlite_begin,
    .table = sqlite_table,
    .row = sqlite_row,
    .end = sqlite_end,
    .free = sqlite_free,
};
SPOOR_EXPORTER(sqlite);
