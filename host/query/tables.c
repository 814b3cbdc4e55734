/* SPDX-License-Identifier: BSD-2-Clause */
/* Each table reads the file again: none needs the memory of another. */
#include <string.h>
#include <query/analyse.h>
#include <query/tables.h>

/* ------------------------------------------------------------------ events */

static const struct column columns[] = {
    {"time_s", COLUMN_TIME, ""},  {"cpu", COLUMN_NUMBER, ""}, {"thread", COLUMN_TEXT, ""},
    {"irq", COLUMN_NUMBER, ""},   {"event", COLUMN_TEXT, ""}, {"field", COLUMN_TEXT, ""},
    {"value", COLUMN_NUMBER, ""}, {"name", COLUMN_TEXT, ""},
};
const struct table_kind fill_events = {"events", columns, COUNT_OF(columns)};

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
        name = spoor_named(p->cli->reader, SPOOR_WIRE_NAMED_OBJECT, value);
        if (name == NULL && value != 0) {
            name = spoor_elf_symbol(p->cli->elf, value, &offset);
            name = name != NULL && offset == 0 ? name : NULL;
        }
        return name;
    case SPOOR_IRQ_LINE:
        return spoor_named(p->cli->reader, SPOOR_WIRE_NAMED_IRQ, value);
    default:
        return NULL;
    }
}

static struct cell text_cell(const char *text)
{
    return (struct cell){.text = text, .length = text != NULL ? strlen(text) : 0, .empty = text == NULL};
}

static void put_event(struct pass *p, const struct spoor_item *item, const struct spoor_id *id,
                      const struct spoor_field *field, uint32_t value)
{
    const struct follow_cpu *cpu = &intervals_follow(p->intervals)->cpu[item->cpu];
    const struct spoor_thread *t = cpu->known ? spoor_thread(p->cli->reader, cpu->thread) : NULL;
    bool has_value = field != NULL || id->class == SPOOR_BLOCK || id->class == SPOOR_RANGE ||
                     id->class == SPOOR_ENTER || id->class == SPOOR_LEAVE;
    const struct cell row[] = {
        {.number = (int64_t)(p->hz != 0 ? (double)item->time * 1e9 / p->hz : (double)item->time)},
        {.number = item->cpu},
        text_cell(t != NULL ? t->name : NULL),
        {.number = cpu->irq_depth != 0 ? (int64_t)cpu->irq_line[cpu->irq_depth - 1] : 0,
         .empty = cpu->irq_depth == 0},
        text_cell(id->name),
        text_cell(field != NULL ? field->name
                  : has_value   ? id->class == SPOOR_BLOCK ? "cycles" : "value"
                                : NULL),
        {.number = field != NULL && field->format == SPOOR_I32 ? (int32_t)value : (int64_t)value,
         .empty = !has_value},
        text_cell(field != NULL ? name_of(p, field, value) : NULL),
    };

    const struct fill *f = p->arg;

    f->row(f->arg, row);
}

static void take_item(struct pass *p, const struct spoor_item *item)
{
    const struct spoor_id *id = spoor_id(p->cli->elf, item->kind == SPOOR_RECORD ? item->id : 0);

    if (item->kind != SPOOR_RECORD || id->class == SPOOR_STACK || id->class == SPOOR_NAMED) {
        return;
    }
    if (id->field_count == 0 || id->words == SPOOR_WIRE_WORDS_DATA) {
        put_event(p, item, id, NULL, id->words > 0 && id->words <= SPOOR_WIRE_WORDS_MAX ? item->word[0] : 0);
    }
    for (unsigned n = 0; n < id->field_count && id->words != SPOOR_WIRE_WORDS_DATA; n++) {
        put_event(p, item, id, &id->fields[n], spoor_value(&id->fields[n], item->word));
    }
}

/* ------------------------------------------------------------------ all tables */

static int fill_table(struct cli *cli, const struct fill *f, const struct analysis *a)
{
    static const struct stats_options none;
    static struct cli again;
    struct table table = {.out = &cli->out, .format = TABLE_ROWS, .take = f->row, .arg = f->arg};
    int result = cli_open_file(&again, cli->elf_path, cli->file, true);

    if (result == CLI_OK) {
        result = analyse(&again, a, f->options, &none, &table);
        result = result == CLI_CANT_SAY ? CLI_OK : result;
    }
    cli_close(&again);
    return result;
}

int fill(struct cli *cli, const struct fill *f)
{
    const struct analysis *a;
    struct pass p = {.cli = cli, .options = f->options, .arg = (void *)(uintptr_t)f, .before = take_item};
    int result = CLI_OK;

    if (cli->file == NULL || strcmp(cli->file, "-") == 0) {
        return cli_usage("tables are made in several passes: the file can't be standard input or an image",
                         "");
    }
    if (f->events && f->table(f->arg, &fill_events)) {
        result = pass_run(&p);
        pass_close(&p);
    }
    for (unsigned n = 0; result == CLI_OK && (a = stats_nth(n)) != NULL; n++) {
        if (f->table(f->arg, &a->kind)) {
            result = fill_table(cli, f, a);
        }
    }
    return result;
}
