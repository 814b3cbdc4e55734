/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor sql: all tables of `spoor stats`, and the events, in SQLite: asked here, or kept in a file. */
#include <stdlib.h>
#include <string.h>
#include <analyse.h>
#include <sql/database.h>

static struct {
    const char *output;
    bool csv, json;
    struct pass_options pass;
} given;

static const struct option options[] = {{"output", 'o', OPTION_TEXT, &given.output, "FILE",
                                         "keep the database; the query may be left out then (\"\")"},
                                        {"csv", 0, OPTION_FLAG, &given.csv, NULL, "comma-separated values"},
                                        {"json", 0, OPTION_FLAG, &given.json, NULL, "an object a line"},
                                        PASS_OPTIONS(given.pass),
                                        OPTION_END};

static const char more[] =
    "Tables are those of `spoor tables`, and events (time_s, cpu, thread, irq, event, field, value): a row "
    "for each\n"
    "field of each event.\n"
    "\n"
    "  spoor sql \"SELECT thread, max_us FROM latency ORDER BY max_us DESC\" --elf ELF demo.spoor\n";

struct filling {
    struct database *database;
    bool failed;
};

static void take_row(void *arg, const struct cell *row)
{
    struct filling *f = arg;

    f->failed |= !f->failed && database_row(f->database, row) != 0;
}

/* ------------------------------------------------------------------ events */

static const struct column event_columns[] = {
    {"time_s", COLUMN_TIME, ""},  {"cpu", COLUMN_NUMBER, ""}, {"thread", COLUMN_TEXT, ""},
    {"irq", COLUMN_NUMBER, ""},   {"event", COLUMN_TEXT, ""}, {"field", COLUMN_TEXT, ""},
    {"value", COLUMN_NUMBER, ""}, {"name", COLUMN_TEXT, ""},
};
static const struct table_kind event_kind = {"events", event_columns, COUNT_OF(event_columns)};

static const char *name_of(const struct pass *p, const struct spoor_field *f, uint32_t value)
{
    const struct spoor_thread *t;
    uint32_t offset;
    const char *name;

    switch (f->format) {
    case SPOOR_ENUM:
        return value < f->value_count ? f->values[value] : NULL;
    case SPOOR_THREAD_NUMBER:
        t = spoor_thread(p->cli->reader, value);
        return t != NULL ? t->name : NULL;
    case SPOOR_PTR:
        name = spoor_named(p->cli->reader, WIRE_NAMED_OBJECT, value);
        if (name == NULL && value != 0) {
            name = spoor_elf_symbol(p->cli->elf, value, &offset);
            name = name != NULL && offset == 0 ? name : NULL;
        }
        return name;
    case SPOOR_IRQ_LINE:
        return spoor_named(p->cli->reader, WIRE_NAMED_IRQ, value);
    default:
        return NULL;
    }
}

static struct cell text_cell(const char *text)
{
    return (struct cell){.text = text, .length = text != NULL ? strlen(text) : 0, .empty = text == NULL};
}

static void put_event(struct pass *p, const struct spoor_item *item, const struct spoor_id *id,
                      const struct spoor_field *f, uint32_t value)
{
    const struct follow_cpu *cpu = &intervals_follow(p->intervals)->cpu[item->cpu];
    const struct spoor_thread *t = cpu->known ? spoor_thread(p->cli->reader, cpu->thread) : NULL;
    bool has_value = f != NULL || id->class == SPOOR_BLOCK || id->class == SPOOR_RANGE ||
                     id->class == SPOOR_ENTER || id->class == SPOOR_LEAVE;
    const struct cell row[] = {
        {.number = (int64_t)(p->hz != 0 ? (double)item->time * 1e9 / p->hz : (double)item->time)},
        {.number = item->cpu},
        text_cell(t != NULL ? t->name : NULL),
        {.number = cpu->irq_depth != 0 ? (int64_t)cpu->irq_line[cpu->irq_depth - 1] : 0,
         .empty = cpu->irq_depth == 0},
        text_cell(id->name),
        text_cell(f != NULL   ? f->name
                  : has_value ? id->class == SPOOR_BLOCK ? "cycles" : "value"
                              : NULL),
        {.number = f != NULL && f->format == SPOOR_I32 ? (int32_t)value : (int64_t)value,
         .empty = !has_value},
        text_cell(f != NULL ? name_of(p, f, value) : NULL),
    };

    take_row(p->arg, row);
}

static void take_item(struct pass *p, const struct spoor_item *item)
{
    const struct spoor_id *id = spoor_id(p->cli->elf, item->kind == SPOOR_RECORD ? item->id : 0);

    if (item->kind != SPOOR_RECORD || id->class == SPOOR_STACK || id->class == SPOOR_NAMED) {
        return;
    }
    if (id->field_count == 0 || id->words == WIRE_WORDS_DATA) {
        put_event(p, item, id, NULL, id->words > 0 && id->words <= WIRE_WORDS_MAX ? item->word[0] : 0);
    }
    for (unsigned n = 0; n < id->field_count && id->words != WIRE_WORDS_DATA; n++) {
        put_event(p, item, id, &id->fields[n], spoor_value(&id->fields[n], item->word));
    }
}

/* ------------------------------------------------------------------ filling */

/* Each table reads the file again: none needs the memory of another. A table that lacks its events is empty.
 */
static int fill(struct cli *cli, struct filling *f)
{
    static const struct stats_options none;
    static struct cli again;
    const struct analysis *a;
    struct pass p = {.cli = cli, .options = &given.pass, .arg = f, .before = take_item};
    int result = database_table(f->database, &event_kind) == 0 ? pass_run(&p) : CLI_UNREADABLE;

    pass_close(&p);
    for (unsigned n = 0; result == CLI_OK && (a = stats_nth(n)) != NULL; n++) {
        struct table table = {.out = &cli->out, .format = TABLE_ROWS, .take = take_row, .arg = f};

        f->failed |= database_table(f->database, &a->kind) != 0;
        result = cli_open_file(&again, cli->elf_path, cli->file, true);
        if (result == CLI_OK) {
            result = analyse(&again, a, &given.pass, &none, &table);
            result = result == CLI_CANT_SAY ? CLI_OK : result;
        }
        cli_close(&again);
    }
    return f->failed ? CLI_UNREADABLE : result;
}

static int sql(struct cli *cli)
{
    const char *wrong;
    struct filling f = {.database = database_open(given.output, &wrong)};
    int result;

    if (f.database == NULL) {
        fprintf(stderr, "spoor: %s: %s\n", given.output != NULL ? given.output : "SQLite", wrong);
        return CLI_UNREADABLE;
    }
    if (cli->file == NULL || strcmp(cli->file, "-") == 0) {
        result = cli_usage("sql reads its file several times: it can't be standard input or an image", "");
    } else {
        result = fill(cli, &f);
    }
    if (result == CLI_OK && database_query(f.database, cli->argument[0], &cli->out,
                                           given.json  ? TABLE_JSON
                                           : given.csv ? TABLE_CSV
                                                       : TABLE_TEXT) != 0) {
        out_flush(&cli->out);
        fprintf(stderr, "spoor: sql: %s\n", database_error(f.database));
        result = CLI_UNREADABLE;
    } else if (f.failed) {
        fprintf(stderr, "spoor: sql: %s\n", database_error(f.database));
    }
    if (database_close(f.database) != 0 && result == CLI_OK) {
        fprintf(stderr, "spoor: %s: can't be written\n", given.output != NULL ? given.output : "SQLite");
        result = CLI_UNREADABLE;
    }
    return result;
}

SPOOR_COMMAND(sql, "QUERY FILE", "ask all tables by SQL, or keep them in a database", CLI_RECORDING, sql,
              options, more);
