/* SPDX-License-Identifier: BSD-2-Clause */
/* Pass items and intervals to all analyses, and at the end their rows to the tables. */
#include <stdlib.h>
#include <string.h>
#include <base/count.h>
#include <base/vector.h>
#include <query/tables.h>

void tables_begin(struct table *table, const struct analysis *analysis)
{
    if (table->sort == NULL) {
        table->sort = analysis->sort;
    }
    table_begin(table, &analysis->kind);
}

bool tables_add(struct tables *t, const struct analysis *analysis, struct table *table)
{
    if (t->count >= TABLES_MAX || !VECTOR_GROW(t->runs, t->count)) {
        return false;
    }
    unsigned n = t->count++;

    t->runs[n] = (struct tables_run){.analysis = analysis,
                                     .stats = {.table = table,
                                               .reader = t->input->reader,
                                               .elf = t->input->elf,
                                               .options = t->options,
                                               .foreign = t->input->tracer != NULL,
                                               .state = calloc(1, analysis->state_bytes)}};
    uint32_t all = analysis->intervals != 0 ? analysis->intervals : INTERVALS_ALL;

    for (unsigned bit = 0; analysis->interval != NULL && bit < INTERVALS_BITS; bit++) {
        if (all >> bit & 1) {
            t->of_intervals[bit][t->intervals[bit]++] = (uint8_t)n;
        }
    }
    if (analysis->early != NULL) {
        t->of_earlies[t->earlies++] = (uint8_t)n;
    }
    if (analysis->note != NULL) {
        t->of_notes[t->notes++] = (uint8_t)n;
    }
    return t->runs[n].stats.state != NULL;
}

/* ------------------------------------------------------------------ tables that others read */

static bool is_read(const struct tables *t, const struct analysis *a)
{
    for (unsigned n = 0; n < t->count; n++) {
        if (t->runs[n].analysis->reads != NULL && t->runs[n].analysis->reads(a)) {
            return true;
        }
    }
    return false;
}

static bool is_added(const struct tables *t, const struct analysis *a)
{
    for (unsigned n = 0; n < t->count; n++) {
        if (t->runs[n].analysis == a) {
            return true;
        }
    }
    return false;
}

/* Pass a row on to the analyses that read its table. */
static void pass_row(void *arg, const struct table_kind *kind, const struct cell *row)
{
    struct tables *t = arg;
    const struct analysis *of = NULL;

    for (unsigned n = 0; n < t->count && of == NULL; n++) {
        of = &t->runs[n].analysis->kind == kind ? t->runs[n].analysis : NULL;
    }
    for (unsigned n = 0; n < t->count && of != NULL; n++) {
        struct tables_run *r = &t->runs[n];

        if (r->analysis->reads != NULL && r->analysis->reads(of)) {
            r->analysis->row(&r->stats, kind, row);
        }
    }
}

static void listen(struct tables *t, const struct analysis *a, struct table *table)
{
    if (table != NULL && is_read(t, a)) {
        table->also = pass_row;
        table->also_arg = t;
    }
}

static void discard(void *arg, const struct cell *row)
{
    (void)arg;
    (void)row;
}

/* Note for each event which analyses take its records. @return false if memory ran out */
static bool note_ids(struct tables *t)
{
    t->ids = calloc(SPOOR_WIRE_IDS, sizeof *t->ids);
    for (unsigned i = 0; t->ids != NULL && i < SPOOR_WIRE_IDS; i++) {
        const struct spoor_id *id = spoor_id(t->input->elf, i);

        t->ids[i].brings = analysis_brings(id);
        for (unsigned n = 0; n < t->count; n++) {
            const struct analysis *a = t->runs[n].analysis;
            bool takes = a->item != NULL && (a->takes == NULL || a->takes(id));

            t->ids[i].takers |= (uint64_t)takes << n;
        }
    }
    return t->ids != NULL;
}

bool tables_complete(struct tables *t)
{
    const struct analysis *a;

    t->asked = t->count;
    t->sinks = calloc(analysis_count(), sizeof *t->sinks);
    if (t->sinks == NULL) {
        return false;
    }
    for (unsigned n = 0; (a = analysis_nth(n)) != NULL; n++) {
        if (is_read(t, a) && !is_added(t, a)) {
            t->sinks[n] = (struct table){.format = TABLE_ROWS, .take = discard};
            table_begin(&t->sinks[n], &a->kind);
            if (!tables_add(t, a, &t->sinks[n])) {
                return false;
            }
        }
    }
    for (unsigned n = 0; n < t->count; n++) {
        listen(t, t->runs[n].analysis, t->runs[n].stats.table);
    }
    return note_ids(t);
}

/* ------------------------------------------------------------------ the pass */

/* Rate and beginning are known from the first item on, and don't change afterwards. */
static void refresh(struct tables *t, const struct pass *p)
{
    if (t->hz == p->hz && t->begin == p->begin && t->intervals_of == p->intervals) {
        return;
    }
    t->hz = p->hz;
    t->begin = p->begin;
    t->intervals_of = p->intervals;
    for (unsigned n = 0; n < t->count; n++) {
        t->runs[n].stats.hz = p->hz;
        t->runs[n].stats.begin = p->begin;
        t->runs[n].stats.intervals = p->intervals;
    }
}

static void note_filter(struct tables *t, const struct follow *f)
{
    uint32_t prevented = analysis_prevented(f);

    if (prevented & ~t->prevented) {
        t->prevented |= prevented;
        t->filter = f->filter;
    }
}

void tables_note(struct tables *t, const struct pass *p, const struct spoor_item *item)
{
    if (intervals_follow(p->intervals)->filter != NULL) {
        note_filter(t, intervals_follow(p->intervals));
    }
    if (item->kind == SPOOR_RECORD && t->ids != NULL) {
        t->seen |= t->ids[item->id].brings;
    }
}

void tables_early(struct tables *t, const struct pass *p, const struct spoor_item *item)
{
    refresh(t, p);
    for (unsigned n = 0; n < t->earlies && item->kind == SPOOR_RECORD; n++) {
        struct tables_run *r = &t->runs[t->of_earlies[n]];

        r->analysis->early(&r->stats, item, spoor_id(t->input->elf, item->id));
    }
}

/* Analyses see a record in the state before it: a switch belongs to the outgoing thread. */
void tables_item(struct tables *t, const struct pass *p, const struct spoor_item *item)
{
    if (item->kind == SPOOR_RECORD) {
        uint64_t left = t->ids != NULL ? t->ids[item->id].takers : 0;

        if (left != 0) {
            refresh(t, p);
        }
        for (; left != 0; left &= left - 1) {
            struct tables_run *r = &t->runs[__builtin_ctzll(left)];

            r->analysis->item(&r->stats, item, spoor_id(t->input->elf, item->id));
        }
    } else if (item->kind <= SPOOR_TIMED && (item->kind != SPOOR_JOINED || item->count != 0)) {
        refresh(t, p);
        for (unsigned n = 0; n < t->notes; n++) {
            struct tables_run *r = &t->runs[t->of_notes[n]];

            r->analysis->note(&r->stats, item);
        }
    }
}

void tables_interval(struct tables *t, const struct pass *p, const struct interval *i)
{
    unsigned bit = interval_bit(i);

    refresh(t, p);
    for (unsigned n = 0; n < t->intervals[bit]; n++) {
        struct tables_run *r = &t->runs[t->of_intervals[bit][n]];

        r->analysis->interval(&r->stats, i);
    }
}

static int refuse(struct tables *t, const struct analysis *a, int status)
{
    for (unsigned n = 0; n < t->count; n++) {
        struct tables_run *r = &t->runs[n];

        if (r->analysis->reads != NULL && r->analysis->reads(a)) {
            r->analysis->lacks(&r->stats, a);
        }
    }
    return status;
}

/* Finish the tables that only the `n`-th one reads. */
static void finish_read(struct tables *t, unsigned n, const struct pass *p)
{
    for (unsigned i = t->asked; t->runs[n].analysis->reads != NULL && i < t->count; i++) {
        struct tables_run *r = &t->runs[i];
        struct fault missing = {.text = ""};

        if (!r->finished && t->runs[n].analysis->reads(r->analysis) &&
            tables_finish(t, i, p, r->stats.table, &missing) == STATUS_UNREADABLE) {
            t->runs[n].stats.failed = true;
        }
    }
}

int tables_finish(struct tables *t, unsigned n, const struct pass *p, struct table *table,
                  struct fault *fault)
{
    struct tables_run *r = &t->runs[n];
    uint32_t missing = r->analysis->needs & ~(t->seen | NEEDS_WAKE);

    refresh(t, p);
    for (unsigned i = 0; i < t->count; i++) { /* rows are passed on to runs that aren't finished */
        t->runs[i].stats.end = p->end;
        t->runs[i].stats.seen = t->seen;
    }
    r->stats.table = table;
    r->finished = true;
    listen(t, r->analysis, table);
    if (missing != 0 && t->input->tracer != NULL) {
        return refuse(t, r->analysis,
                      fault_set(fault, STATUS_CANT_SAY,
                                "stats %s needs %s, which this recording (%s) doesn't have",
                                r->analysis->name, analysis_missing(missing), t->input->tracer));
    }
    if (missing != 0) {
        return refuse(t, r->analysis,
                      fault_set(fault, STATUS_CANT_SAY, "stats %s needs %s", r->analysis->name,
                                analysis_remedy(missing)));
    }
    if (r->analysis->needs & t->prevented) {
        return refuse(
            t, r->analysis,
            fault_set(fault, STATUS_CANT_SAY, "stats %s can't say: %s", r->analysis->name,
                      analysis_hindrance(t->input->elf, t->filter, r->analysis->needs & t->prevented)));
    }
    finish_read(t, n, p);
    r->analysis->end(&r->stats);
    if (r->stats.refusal != NULL) {
        return refuse(t, r->analysis,
                      fault_set(fault, STATUS_CANT_SAY, "stats %s: %s", r->analysis->name, r->stats.refusal));
    }
    if (!table_end(table) || r->stats.failed || intervals_follow(p->intervals)->failed) {
        return fault_set(fault, STATUS_UNREADABLE, "not enough memory");
    }
    return STATUS_OK;
}

void tables_close(struct tables *t)
{
    for (unsigned n = 0; n < t->count; n++) {
        struct tables_run *r = &t->runs[n];

        if (r->stats.state != NULL && r->analysis->free != NULL) {
            r->analysis->free(&r->stats);
        }
        free(r->stats.state);
    }
    for (unsigned n = 0; t->sinks != NULL && n < analysis_count(); n++) {
        table_drop(&t->sinks[n]);
    }
    free(t->sinks);
    free(t->runs);
    free(t->ids);
    t->sinks = NULL;
    t->runs = NULL;
    t->ids = NULL;
    t->count = t->asked = 0;
}

/* ------------------------------------------------------------------ one analysis */

static void take_early(struct pass *p, const struct spoor_item *item)
{
    tables_early(p->arg, p, item);
}

static void take_note(struct pass *p, const struct spoor_item *item)
{
    tables_note(p->arg, p, item);
}

static void take_item(struct pass *p, const struct spoor_item *item)
{
    tables_item(p->arg, p, item);
}

static void take_interval(struct pass *p, const struct interval *i)
{
    tables_interval(p->arg, p, i);
}

int query_table(struct input *in, const struct analysis *analysis, const struct pass_options *range,
                const struct analysis_options *options, struct table *table)
{
    struct tables t = {.input = in, .options = options};
    struct pass pass = {.input = in,
                        .options = range,
                        .arg = &t,
                        .early = take_early,
                        .every = take_note,
                        .before = take_item,
                        .interval = take_interval};
    int result = STATUS_UNREADABLE;

    tables_begin(table, analysis);
    if (tables_add(&t, analysis, table) && tables_complete(&t)) {
        pass.whole = t.earlies != 0;
        result = pass_run(&pass);
        result = result == STATUS_OK ? tables_finish(&t, 0, &pass, table, &in->fault) : result;
    }
    tables_close(&t);
    table_drop(table);
    pass_close(&pass);
    return result;
}

/* ------------------------------------------------------------------ events */

static const struct column event_columns[] = {
    {"number", COLUMN_NUMBER, ""}, {"time_s", COLUMN_TIME, ""}, {"cpu", COLUMN_NUMBER, ""},
    {"thread", COLUMN_TEXT, ""},   {"irq", COLUMN_NUMBER, ""},  {"event", COLUMN_TEXT, ""},
};
static const struct column field_columns[] = {
    {"number", COLUMN_NUMBER, ""},
    {"field", COLUMN_TEXT, ""},
    {"value", COLUMN_NUMBER, ""},
    {"name", COLUMN_TEXT, ""},
};
static const struct table_kind events = {"events", event_columns, COUNT_OF(event_columns)};
static const struct table_kind fields = {"fields", field_columns, COUNT_OF(field_columns)};

/* All tables, filled by one pass. */
struct filling {
    const struct fill *fill;
    int64_t number; /* number of the last event */
    struct tables tables;
    struct table *sinks; /* one for each analysis */
    struct to {
        const struct fill *fill;
        const struct table_kind *kind;
    } * to;
};

static const char *name_of(const struct pass *p, const struct spoor_field *f, uint32_t value)
{
    const struct spoor_thread *t;
    uint32_t offset;
    const char *name;

    switch (f->format) {
    case SPOOR_ENUM:
        return value < f->value_count ? f->values[value] : NULL;
    case SPOOR_THREAD_NUMBER:
        t = spoor_thread(p->input->reader, value);
        return t != NULL ? t->name : NULL;
    case SPOOR_PTR:
        name = spoor_named(p->input->reader, SPOOR_WIRE_NAMED_OBJECT, value);
        if (name == NULL && value != 0) {
            name = spoor_elf_symbol(p->input->elf, value, &offset);
            name = name != NULL && offset == 0 ? name : NULL;
        }
        return name;
    case SPOOR_IRQ_LINE:
        return spoor_named(p->input->reader, SPOOR_WIRE_NAMED_IRQ, value);
    default:
        return NULL;
    }
}

static struct cell text_cell(const char *text)
{
    return (struct cell){.text = text, .length = text != NULL ? strlen(text) : 0, .empty = text == NULL};
}

static void put_event(struct pass *p, const struct spoor_item *item, const struct spoor_id *id)
{
    const struct follow_cpu *cpu = &intervals_follow(p->intervals)->cpu[item->cpu];
    const struct spoor_thread *t = cpu->known ? spoor_thread(p->input->reader, cpu->thread) : NULL;
    struct filling *f = p->arg;
    const struct cell row[] = {
        {.number = ++f->number},
        {.number = (int64_t)(p->hz != 0 ? (double)item->time * 1e9 / p->hz : (double)item->time)},
        {.number = item->cpu},
        text_cell(t != NULL ? t->name : NULL),
        {.number = cpu->irq_depth != 0 ? (int64_t)cpu->irq_line[cpu->irq_depth - 1] : 0,
         .empty = cpu->irq_depth == 0 || cpu->irq_line[cpu->irq_depth - 1] == FOLLOW_NO_LINE},
        text_cell(id->name),
    };

    f->fill->row(f->fill->arg, &events, row);
}

static void put_field(const struct pass *p, const char *field, int64_t value, const char *name)
{
    const struct filling *f = p->arg;
    const struct cell row[] = {{.number = f->number}, text_cell(field), {.number = value}, text_cell(name)};

    f->fill->row(f->fill->arg, &fields, row);
}

static void put_events(struct pass *p, const struct spoor_item *item)
{
    const struct spoor_id *id = spoor_id(p->input->elf, item->kind == SPOOR_RECORD ? item->id : 0);

    if (item->kind != SPOOR_RECORD || id->class == SPOOR_STACK || id->class == SPOOR_NAMED) {
        return;
    }
    put_event(p, item, id);
    if (id->words == SPOOR_WIRE_WORDS_DATA) {
        return;
    }
    if (id->field_count == 0 && (id->class == SPOOR_BLOCK || id->class == SPOOR_RANGE ||
                                 id->class == SPOOR_ENTER || id->class == SPOOR_LEAVE)) {
        put_field(p, id->class == SPOOR_BLOCK ? "cycles" : "value", id->words > 0 ? item->word[0] : 0, NULL);
    }
    for (unsigned n = 0; n < id->field_count; n++) {
        const struct spoor_field *field = &id->fields[n];
        uint32_t value = spoor_value(field, item->word);

        put_field(p, field->name, field->format == SPOOR_I32 ? (int32_t)value : (int64_t)value,
                  name_of(p, field, value));
    }
}

/* ------------------------------------------------------------------ all tables in one pass */

static void fill_early(struct pass *p, const struct spoor_item *item)
{
    struct filling *f = p->arg;

    tables_early(&f->tables, p, item);
}

static void fill_note(struct pass *p, const struct spoor_item *item)
{
    struct filling *f = p->arg;

    tables_note(&f->tables, p, item);
}

static void fill_item(struct pass *p, const struct spoor_item *item)
{
    struct filling *f = p->arg;

    if (f->fill->events) {
        put_events(p, item);
    }
    tables_item(&f->tables, p, item);
}

static void fill_interval(struct pass *p, const struct interval *i)
{
    struct filling *f = p->arg;

    tables_interval(&f->tables, p, i);
}

static void fill_row(void *arg, const struct cell *row)
{
    const struct to *to = arg;

    to->fill->row(to->fill->arg, to->kind, row);
}

/* @return false if memory ran out */
static bool add_tables(struct filling *f)
{
    const struct analysis *a;

    for (unsigned n = 0; (a = analysis_nth(n)) != NULL; n++) {
        f->sinks[n] = (struct table){.format = TABLE_ROWS, .take = fill_row, .arg = &f->to[n]};
        f->to[n] = (struct to){f->fill, &a->kind};
        tables_begin(&f->sinks[n], a);
        if ((f->fill->named || (a->wants & WANTS_NAME) == 0) && f->fill->table(f->fill->arg, &a->kind) &&
            !tables_add(&f->tables, a, &f->sinks[n])) {
            return false;
        }
    }
    return tables_complete(&f->tables);
}

/* @return the status of one table; STATUS_OK if it can't be made */
static int fill_one(struct filling *f, unsigned n, const struct pass *p)
{
    struct fault missing = {.text = ""};
    int result = tables_finish(&f->tables, n, p, f->tables.runs[n].stats.table, &missing);

    return result == STATUS_CANT_SAY ? STATUS_OK : result;
}

int query_tables(struct input *in, const struct fill *fill)
{
    static const struct analysis_options none;
    struct filling f = {.fill = fill,
                        .tables = {.input = in, .options = &none},
                        .sinks = calloc(analysis_count(), sizeof *f.sinks),
                        .to = calloc(analysis_count(), sizeof *f.to)};
    struct pass p = {.input = in,
                     .options = fill->options,
                     .arg = &f,
                     .early = fill_early,
                     .every = fill_note,
                     .before = fill_item,
                     .interval = fill_interval};
    int result = STATUS_UNREADABLE;

    if (fill->events) {
        (void)fill->table(fill->arg, &events);
        (void)fill->table(fill->arg, &fields);
    }
    if (f.sinks != NULL && f.to != NULL && add_tables(&f)) {
        result = pass_run(&p);
    }
    for (unsigned reads = 0; reads < 2; reads++) { /* tables that read others come after these */
        for (unsigned n = 0; n < f.tables.asked && result == STATUS_OK; n++) {
            if ((f.tables.runs[n].analysis->reads != NULL) == reads) {
                result = fill_one(&f, n, &p);
            }
        }
    }
    for (unsigned n = 0; f.sinks != NULL && n < analysis_count(); n++) {
        table_drop(&f.sinks[n]);
    }
    tables_close(&f.tables);
    pass_close(&p);
    free(f.sinks);
    free(f.to);
    return result;
}
