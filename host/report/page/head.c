/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The head section: names and settings of a page as JSON. It is encoded like every section, so that no name
 * can be parsed as HTML.
 */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "data_priv.h"
#include "tables_priv.h"

/* JSON strings must be valid UTF-8: invalid bytes become "?". */
static json_t *text_of(const char *text)
{
    json_t *t = text == NULL ? json_null() : json_string(text);

    if (t == NULL) {
        size_t n = strlen(text), length;
        char *clean = strdup(text);

        for (size_t i = 0; clean != NULL && i < n; i++) {
            length = (unsigned char)text[i] >= 0x80 ? out_utf8(text + i, n - i) : 1;
            clean[i] = length == 0 ? '?' : clean[i];
            i += length > 1 ? length - 1 : 0;
        }
        t = clean != NULL ? json_string(clean) : NULL;
        free(clean);
    }
    return t;
}

static json_t *number(uint64_t n)
{
    return json_integer((json_int_t)n);
}

static void append(json_t *list, json_t *item)
{
    json_array_append_new(list, item);
}

static void set(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

/* ------------------------------------------------------------------ keys used by slices */

static void note_slice(struct report_data *d, enum history_kind kind, const struct history_slice *s)
{
    switch (kind) {
    case HISTORY_IRQ:
        (void)report_key(&d->lines, s->key);
        break;
    case HISTORY_CALLS:
    case HISTORY_IRQ_CALLS:
        (void)report_key(&d->functions, s->key);
        break;
    default:
        (void)report_key(s->in_irq ? &d->lines : &d->threads, s->key);
        break;
    }
    if (kind == HISTORY_IRQ_CALLS) {
        (void)report_key(&d->lines, s->object);
    } else if (s->object != 0) {
        (void)report_key(&d->pointers, s->object);
    }
    if (s->woken) {
        (void)report_key(s->by_irq ? &d->lines : &d->threads, s->waker);
    }
}

static void note_keys(struct report_data *d)
{
    for (size_t n = 0; n < d->history.count; n++) {
        const struct history_row *r = &d->history.rows[n];

        if (r->kind == HISTORY_THREAD || r->kind == HISTORY_CALLS) {
            (void)report_key(&d->threads, r->key);
        }
        for (size_t i = 0; i < r->count; i++) {
            note_slice(d, r->kind, &r->slices[i]);
        }
    }
}

/* ------------------------------------------------------------------ names */

static json_t *threads(struct report_data *d)
{
    json_t *list = json_array();

    for (size_t n = 0; n < d->threads.count; n++) {
        const struct spoor_thread *t = spoor_thread(d->reader, d->threads.list[n]);

        if (d->threads.list[n] != FOLLOW_NO_THREAD) {
            append(list,
                   json_pack("[I,o,I,b,I]", (json_int_t)d->threads.list[n], text_of(t != NULL ? t->name : ""),
                             (json_int_t)(t != NULL ? t->priority : 0),
                             spoor_is_idle(d->reader, d->threads.list[n]),
                             (json_int_t)(t != NULL ? spoor_urgency(d->elf, t->priority) : 0)));
        }
    }
    return list;
}

static json_t *lines(struct report_data *d)
{
    json_t *list = json_array();

    for (size_t n = 0; n < d->lines.count; n++) {
        append(list, json_pack("[I,o]", (json_int_t)d->lines.list[n],
                               text_of(spoor_named(d->reader, SPOOR_WIRE_NAMED_IRQ, d->lines.list[n]))));
    }
    return list;
}

/* Address, name, and whether the name is exact: a filter doesn't match names with an offset. */
static json_t *pointers(struct report_data *d)
{
    json_t *list = json_array();

    for (size_t n = 0; n < d->pointers.count; n++) {
        uint32_t address = d->pointers.list[n], offset = 0;
        const char *name = spoor_named(d->reader, SPOOR_WIRE_NAMED_OBJECT, address);
        char text[200];

        if (name == NULL && (name = spoor_elf_symbol(d->elf, address, &offset)) != NULL && offset != 0) {
            snprintf(text, sizeof text, "%.180s+0x%" PRIx32, name, offset);
            name = text;
        }
        if (address != 0 && name != NULL) {
            append(list, json_pack("[I,o,b]", (json_int_t)address, text_of(name), offset == 0));
        }
    }
    return list;
}

static json_t *functions(struct report_data *d)
{
    json_t *list = json_array();

    for (size_t n = 0; n < d->functions.count; n++) {
        struct spoor_source place = {.line = 0};
        uint32_t address = d->functions.list[n];

        (void)spoor_elf_source(d->elf, address, &place, 1);
        append(list,
               json_pack("[I,o,o,I]", (json_int_t)address, text_of(spoor_elf_symbol(d->elf, address, NULL)),
                         text_of(place.file), (json_int_t)place.line));
    }
    return list;
}

/* Frames are return addresses, so the call is before them. Inlined functions are listed innermost first. */
static json_t *frames(struct report_data *d)
{
    json_t *list = json_array();

    for (size_t n = 0; n < d->frames.count; n++) {
        struct spoor_source places[8];
        uint32_t address = d->frames.list[n] & ~UINT32_C(1);
        unsigned count = spoor_elf_source(d->elf, address != 0 ? address - 1 : 0, places, 8);
        json_t *of = json_array();

        for (unsigned i = 0; i < count; i++) {
            append(of, json_pack("[o,o,I]", text_of(places[i].function), text_of(places[i].file),
                                 (json_int_t)places[i].line));
        }
        if (count == 0) {
            append(of, json_pack("[o,n,i]", text_of(spoor_elf_symbol(d->elf, address, NULL)), 0));
        }
        append(list, json_pack("[I,o]", (json_int_t)address, of));
    }
    return list;
}

/* ------------------------------------------------------------------ events */

static json_t *fields_of(const struct spoor_id *id)
{
    static const char *const formats[] = {[SPOOR_U32] = "u32",       [SPOOR_I32] = "i32",
                                          [SPOOR_X32] = "x32",       [SPOOR_PTR] = "ptr",
                                          [SPOOR_CYCLES] = "cycles", [SPOOR_ENUM] = "enum",
                                          [SPOOR_STR] = "str",       [SPOOR_HEX] = "hex",
                                          [SPOOR_IRQ_LINE] = "irq",  [SPOOR_THREAD_NUMBER] = "thread"};
    json_t *list = json_array();

    for (unsigned n = 0; n < id->field_count; n++) {
        const struct spoor_field *f = &id->fields[n];
        json_t *values = json_array();

        for (uint32_t v = 0; f->format == SPOOR_ENUM && v < f->value_count; v++) {
            append(values, text_of(f->values[v]));
        }
        append(list, json_pack("{s:o,s:s,s:o}", "name", text_of(f->name), "format", formats[f->format],
                               "values", values));
    }
    return list;
}

static json_t *ids(struct report_data *d)
{
    static const char *const classes[] = {
        [SPOOR_NONE] = "none",       [SPOOR_EVENT] = "event", [SPOOR_RANGE] = "range",
        [SPOOR_COUNTER] = "counter", [SPOOR_DATA] = "data",   [SPOOR_BLOCK] = "block",
        [SPOOR_POINT] = "point",     [SPOOR_STACK] = "stack", [SPOOR_NAMED] = "named",
        [SPOOR_ENTER] = "enter",     [SPOOR_LEAVE] = "leave", [SPOOR_TIME] = "time"};
    json_t *list = json_array();

    for (unsigned n = 0; n < spoor_ids(d->elf); n++) {
        const struct spoor_id *id = spoor_id(d->elf, n);
        char place[300];

        if (id->class == SPOOR_NONE) {
            continue;
        }
        snprintf(place, sizeof place, "%.280s:%" PRIu32, id->file, id->line);
        append(list, json_pack("{s:i,s:o,s:s,s:i,s:i,s:o,s:o}", "id", (int)n, "name", text_of(id->name),
                               "class", classes[id->class], "role", (int)id->role, "words",
                               id->words == SPOOR_WIRE_WORDS_DATA ? -1 : (int)id->words, "place",
                               text_of(id->line != 0 ? place : ""), "fields", fields_of(id)));
    }
    return list;
}

/* ------------------------------------------------------------------ the recording */

static json_t *accounts(const struct spoor_recording *r)
{
    json_t *list = json_array();

    for (unsigned cpu = 0; cpu < r->cpus; cpu++) {
        const struct spoor_account *a = &r->account[cpu];

        append(list,
               json_pack("{s:I,s:I,s:I,s:I,s:I}", "decoded", (json_int_t)a->decoded, "lost",
                         (json_int_t)spoor_lost(a), "link", (json_int_t)(a->missing + a->unread + a->cut),
                         "cleared", (json_int_t)a->cleared, "before", (json_int_t)a->before));
    }
    return list;
}

static json_t *losses(const struct history *h)
{
    json_t *list = json_array();

    for (size_t n = 0; n < h->loss_count; n++) {
        const struct history_loss *l = &h->losses[n];

        append(list, json_pack("[I,I,I,I]", (json_int_t)l->cpu, (json_int_t)l->from, (json_int_t)l->to,
                               (json_int_t)l->records));
    }
    return list;
}

/* Rows in the order of their sections: kind, key, number of slices, depth. */
static json_t *rows(const struct history *h)
{
    json_t *list = json_array();

    for (unsigned kind = 0; kind < HISTORY_KINDS; kind++) {
        for (size_t n = 0; n < h->count; n++) {
            const struct history_row *r = &h->rows[n];

            if (r->kind == kind) {
                append(list, json_pack("[s,I,I,I]", report_row_kinds[kind], (json_int_t)r->key,
                                       (json_int_t)r->count, (json_int_t)r->depth));
            }
        }
    }
    return list;
}

static void set_header(json_t *head, const struct report_data *d)
{
    const struct spoor_recording *r = spoor_recording(d->reader);
    char build[2 * sizeof r->header.build_id + 1] = "";

    for (uint32_t n = 0; n < r->header.build_id_bytes; n++) {
        snprintf(build + (size_t)2 * n, 3, "%02x", r->header.build_id[n]);
    }
    set(head, "board", text_of(r->header.board));
    set(head, "build", text_of(build));
    set(head, "boots", number(r->header.boots));
    set(head, "tick_hz", number(r->header.tick_hz));
    set(head, "wall_ms", number(r->header.wall_ms));
    set(head, "now", number(r->header.now));
    set(head, "cpus", number(r->cpus));
    set(head, "note", text_of(spoor_note(d->reader)->text));
    set(head, "accounts", accounts(r));
}

bool report_write_head(struct report_data *d, const struct section_to *to, const char *name)
{
    const struct history *h = &d->history;
    struct bytes_column c = {.used = 0};
    json_t *head = json_object(), *reasons = json_array();

    note_keys(d);
    for (unsigned n = 0; n < 16; n++) {
        append(reasons, text_of(spoor_reason(d->elf, n)));
    }
    set(head, "schema", number(SECTION_SCHEMA));
    set(head, "kind", json_string("recording"));
    set(head, "file", text_of(d->file));
    set(head, "program", text_of(d->program));
    set(head, "topology", text_of(d->topology));
    set(head, "range", text_of(d->range));
    set(head, "where", text_of(d->where));
    set(head, "hz", number(d->hz));
    set(head, "begin", number(h->begin));
    set(head, "end", number(h->end));
    set(head, "offset_ns", json_integer(d->offset_ns));
    set(head, "rate", json_real(d->rate != 0 ? d->rate : 1));
    set(head, "events", number(d->events.count));
    set(head, "events_left_out", number(d->events.left_out));
    set(head, "events_upto", d->events.left_out != 0 ? number(d->events.upto) : json_null());
    set(head, "stacks", number(d->events.stacks));
    set(head, "upto", h->full ? number(h->upto) : json_null());
    set_header(head, d);
    set(head, "reasons", reasons);
    set(head, "threads", threads(d));
    set(head, "lines", lines(d));
    set(head, "pointers", pointers(d));
    set(head, "functions", functions(d));
    set(head, "frames", frames(d));
    set(head, "ids", ids(d));
    set(head, "losses", losses(h));
    set(head, "rows", rows(h));
    set(head, "tables", report_tables());
    set(head, "remedies", report_remedies());

    char *text = json_dumps(head, JSON_COMPACT);

    json_decref(head);
    if (text != NULL) {
        column_bytes(&c, text, strlen(text));
    }
    bool done = text != NULL && section_write(to, name, &c);

    free(text);
    column_free(&c);
    return done;
}
