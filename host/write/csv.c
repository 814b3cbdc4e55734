/* SPDX-License-Identifier: BSD-2-Clause */
/* Values are formatted as in text, and written as a table, which handles the quotes of CSV. */
#include <string.h>
#include <base/count.h>
#include <base/time.h>
#include <write/csv.h>

static const struct column common[] = {{"time_s", COLUMN_TIME, ""},
                                       {"cpu", COLUMN_NUMBER, ""},
                                       {"thread", COLUMN_TEXT, ""},
                                       {"irq", COLUMN_NUMBER, ""}};

#define COMMON COUNT_OF(common)

static const struct spoor_id *find_event(const struct spoor_elf *elf, const char *name)
{
    for (unsigned n = 0; n < spoor_ids(elf); n++) {
        const struct spoor_id *id = spoor_id(elf, n);

        if (id->class != SPOOR_NONE && strcmp(id->name, name) == 0) {
            return id;
        }
    }
    return NULL;
}

static enum column_type type_of(const struct spoor_field *f)
{
    return f->format == SPOOR_U32 || f->format == SPOOR_I32 ? COLUMN_NUMBER
           : f->format == SPOOR_CYCLES                      ? COLUMN_US
                                                            : COLUMN_TEXT;
}

static void set_columns(struct dump_csv *d)
{
    unsigned n = COMMON;

    memcpy(d->columns, common, sizeof common);
    if (d->event == NULL) {
        d->columns[n++] = (struct column){"event", COLUMN_TEXT, ""};
        d->columns[n++] = (struct column){"fields", COLUMN_TEXT, ""};
    } else if (d->event->class == SPOOR_BLOCK) {
        d->columns[n++] = (struct column){"wall_us", COLUMN_US, ""};
    } else if (d->event->words == SPOOR_WIRE_WORDS_DATA || d->event->field_count == 0) {
        d->columns[n++] = (struct column){"fields", COLUMN_TEXT, ""};
    } else {
        for (unsigned i = 0; i < d->event->field_count && n < TABLE_COLUMNS_MAX; i++) {
            d->columns[n++] = (struct column){d->event->fields[i].name, type_of(&d->event->fields[i]), ""};
        }
    }
    d->kind = (struct table_kind){"events", d->columns, n};
}

bool dump_csv_begin(struct dump_csv *d, struct writer *w, const char *event)
{
    *d = (struct dump_csv){.w = w, .table = {.out = w->out, .format = TABLE_CSV}, .text = {.fd = -1}};
    d->event = event != NULL ? find_event(w->names.elf, event) : NULL;
    if (event != NULL && d->event == NULL) {
        return false;
    }
    set_columns(d);
    table_begin(&d->table, &d->kind);
    return true;
}

static void put_text(struct dump_csv *d)
{
    table_text_n(&d->table, d->text.bytes, d->text.used);
    d->text.used = 0;
}

/* Write the fields as in text, without the first blank. */
static void put_fields(struct dump_csv *d, const struct spoor_item *item)
{
    struct out *out = d->w->out;

    d->w->out = &d->text;
    text_fields(d->w, item);
    d->w->out = out;
    if (d->text.used > 0 && d->text.bytes[0] == ' ') {
        memmove(d->text.bytes, d->text.bytes + 1, --d->text.used);
    }
    put_text(d);
}

static void put_field(struct dump_csv *d, const struct spoor_field *f, const struct spoor_item *item)
{
    uint32_t value = spoor_value(f, item->word);

    if (f->format == SPOOR_U32) {
        table_number(&d->table, value);
    } else if (f->format == SPOOR_I32) {
        table_number(&d->table, (int32_t)value);
    } else if (f->format == SPOOR_CYCLES) {
        table_cycles(&d->table, value, spoor_recording(d->w->names.reader)->header.hz);
    } else {
        names_value(&d->w->names, &d->text, f, value);
        put_text(d);
    }
}

void dump_csv_item(struct dump_csv *d, const struct spoor_item *item)
{
    const struct spoor_id *id = spoor_id(d->w->names.elf, item->kind == SPOOR_RECORD ? item->id : 0);
    const struct follow_cpu *cpu = &d->w->follow->cpu[item->cpu];
    uint32_t hz = spoor_recording(d->w->names.reader)->header.hz;

    if (item->kind != SPOOR_RECORD || (d->event != NULL && id != d->event)) {
        return;
    }
    table_number(&d->table, (int64_t)time_ns(item->time, hz));
    table_number(&d->table, item->cpu);
    if (cpu->known) {
        (void)names_thread(&d->w->names, &d->text, cpu->thread);
        put_text(d);
    } else {
        table_empty(&d->table);
    }
    if (cpu->irq_depth != 0 && cpu->irq_line[cpu->irq_depth - 1] != FOLLOW_NO_LINE) {
        table_number(&d->table, cpu->irq_line[cpu->irq_depth - 1]);
    } else {
        table_empty(&d->table);
    }
    if (d->event == NULL) {
        names_event(&d->w->names, &d->text, item->id);
        put_text(d);
        put_fields(d, item);
    } else if (id->class == SPOOR_BLOCK) {
        table_cycles(&d->table, item->word[0], hz);
    } else if (id->words == SPOOR_WIRE_WORDS_DATA || id->field_count == 0) {
        put_fields(d, item);
    } else {
        for (unsigned i = 0; COMMON + i < d->kind.count; i++) {
            put_field(d, &id->fields[i], item);
        }
    }
    table_end_row(&d->table);
}

void dump_csv_end(struct dump_csv *d)
{
    (void)table_end(&d->table);
}
