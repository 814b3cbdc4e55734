/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The head section: names and settings of a page as JSON. It is encoded like every section, so that no name
 * can be parsed as HTML.
 */
#include <inttypes.h>
#include <stdio.h>
#include <base/count.h>
#include "data_priv.h"
#include "tables_priv.h"

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

void report_note_keys(struct report_data *d)
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

static void put_threads(struct json *j, struct report_data *d)
{
    json_open(j, '[');
    for (size_t n = 0; n < d->threads.count; n++) {
        uint32_t thread = d->threads.list[n];
        const struct spoor_thread *t = spoor_thread(d->reader, thread);

        if (thread == FOLLOW_NO_THREAD) {
            continue;
        }
        json_open(j, '[');
        json_number(j, thread);
        json_text(j, t != NULL ? t->name : "");
        json_number(j, t != NULL ? t->priority : 0);
        json_bool(j, spoor_is_idle(d->reader, thread));
        json_number(j, t != NULL ? spoor_urgency(d->elf, t->priority) : 0);
        json_close(j, ']');
    }
    json_close(j, ']');
}

static void put_lines(struct json *j, struct report_data *d)
{
    json_open(j, '[');
    for (size_t n = 0; n < d->lines.count; n++) {
        json_open(j, '[');
        json_number(j, d->lines.list[n]);
        json_text(j, d->lines.list[n] == FOLLOW_NO_LINE
                         ? "interrupt"
                         : spoor_named(d->reader, SPOOR_WIRE_NAMED_IRQ, d->lines.list[n]));
        json_close(j, ']');
    }
    json_close(j, ']');
}

/* Address, name, and whether the name is exact: a filter doesn't match names with an offset. */
static void put_pointers(struct json *j, struct report_data *d)
{
    json_open(j, '[');
    for (size_t n = 0; n < d->pointers.count; n++) {
        uint32_t address = d->pointers.list[n], offset = 0;
        const char *name = spoor_named(d->reader, SPOOR_WIRE_NAMED_OBJECT, address);
        char text[200];

        if (name == NULL && (name = spoor_elf_symbol(d->elf, address, &offset)) != NULL && offset != 0) {
            snprintf(text, sizeof text, "%.180s+0x%" PRIx32, name, offset);
            name = text;
        }
        if (address != 0 && name != NULL) {
            json_open(j, '[');
            json_number(j, address);
            json_text(j, name);
            json_bool(j, offset == 0);
            json_close(j, ']');
        }
    }
    json_close(j, ']');
}

static void put_functions(struct json *j, struct report_data *d)
{
    json_open(j, '[');
    for (size_t n = 0; n < d->functions.count; n++) {
        struct spoor_source place = {.line = 0};
        uint32_t address = d->functions.list[n];

        (void)spoor_elf_source(d->elf, address, &place, 1);
        json_open(j, '[');
        json_number(j, address);
        json_text(j, spoor_elf_symbol(d->elf, address, NULL));
        json_text(j, place.file);
        json_number(j, place.line);
        json_close(j, ']');
    }
    json_close(j, ']');
}

static void put_place(struct json *j, const char *function, const char *file, uint32_t line)
{
    json_open(j, '[');
    json_text(j, function);
    json_text(j, file);
    json_number(j, line);
    json_close(j, ']');
}

/* Frames are return addresses, so the call is before them. Inlined functions are listed innermost first. */
static void put_frames(struct json *j, struct report_data *d)
{
    json_open(j, '[');
    for (size_t n = 0; n < d->frames.count; n++) {
        struct spoor_source places[8];
        uint32_t address = d->frames.list[n] & ~UINT32_C(1);
        unsigned count = spoor_elf_source(d->elf, address != 0 ? address - 1 : 0, places, 8);

        json_open(j, '[');
        json_number(j, address);
        json_open(j, '[');
        for (unsigned i = 0; i < count; i++) {
            put_place(j, places[i].function, places[i].file, places[i].line);
        }
        if (count == 0) {
            put_place(j, spoor_elf_symbol(d->elf, address, NULL), NULL, 0);
        }
        json_close(j, ']');
        json_close(j, ']');
    }
    json_close(j, ']');
}

/* ------------------------------------------------------------------ events */

static void put_fields(struct json *j, const struct spoor_id *id)
{
    static const char *const formats[] = {[SPOOR_U32] = "u32",       [SPOOR_I32] = "i32",
                                          [SPOOR_X32] = "x32",       [SPOOR_PTR] = "ptr",
                                          [SPOOR_CYCLES] = "cycles", [SPOOR_ENUM] = "enum",
                                          [SPOOR_STR] = "str",       [SPOOR_HEX] = "hex",
                                          [SPOOR_IRQ_LINE] = "irq",  [SPOOR_THREAD_NUMBER] = "thread"};

    json_open(j, '[');
    for (unsigned n = 0; n < id->field_count; n++) {
        const struct spoor_field *f = &id->fields[n];

        json_open(j, '{');
        json_key_text(j, "name", f->name);
        json_key_text(j, "format", formats[f->format]);
        json_key(j, "values");
        json_open(j, '[');
        for (uint32_t v = 0; f->format == SPOOR_ENUM && v < f->value_count; v++) {
            json_text(j, f->values[v]);
        }
        json_close(j, ']');
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void put_id(struct json *j, unsigned number, const struct spoor_id *id)
{
    static const char *const classes[] = {
        [SPOOR_NONE] = "none",       [SPOOR_EVENT] = "event", [SPOOR_RANGE] = "range",
        [SPOOR_COUNTER] = "counter", [SPOOR_DATA] = "data",   [SPOOR_BLOCK] = "block",
        [SPOOR_POINT] = "point",     [SPOOR_STACK] = "stack", [SPOOR_NAMED] = "named",
        [SPOOR_ENTER] = "enter",     [SPOOR_LEAVE] = "leave", [SPOOR_TIME] = "time"};
    char place[300] = "";

    if (id->line != 0) {
        snprintf(place, sizeof place, "%.280s:%" PRIu32, id->file, id->line);
    }
    json_open(j, '{');
    json_key_number(j, "id", number);
    json_key_text(j, "name", id->name);
    json_key_text(j, "class", classes[id->class]);
    json_key_number(j, "role", id->role);
    json_key(j, "words");
    json_signed(j, id->words == SPOOR_WIRE_WORDS_DATA ? -1 : (int)id->words);
    json_key_text(j, "place", place);
    json_key(j, "fields");
    put_fields(j, id);
    json_close(j, '}');
}

static void put_ids(struct json *j, struct report_data *d)
{
    json_open(j, '[');
    for (unsigned n = 0; n < spoor_ids(d->elf); n++) {
        if (spoor_id(d->elf, n)->class != SPOOR_NONE) {
            put_id(j, n, spoor_id(d->elf, n));
        }
    }
    json_close(j, ']');
}

/* ------------------------------------------------------------------ the recording */

static void put_accounts(struct json *j, const struct spoor_recording *r)
{
    json_open(j, '[');
    for (unsigned cpu = 0; cpu < r->cpus; cpu++) {
        const struct spoor_account *a = &r->account[cpu];

        json_open(j, '{');
        json_key_number(j, "decoded", a->decoded);
        json_key_number(j, "lost", spoor_lost(a));
        json_key_number(j, "link", a->missing + a->unread + a->cut);
        json_key_number(j, "cleared", a->cleared);
        json_key_number(j, "before", a->before);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void put_losses(struct json *j, const struct history *h)
{
    json_open(j, '[');
    for (size_t n = 0; n < h->loss_count; n++) {
        const struct history_loss *l = &h->losses[n];

        json_numbers(j, (uint64_t[]){l->cpu, l->from, l->to, l->records}, 4);
    }
    json_close(j, ']');
}

/* Rows in the order of their sections: kind, key, number of slices, depth. */
static void put_rows(struct json *j, const struct history *h)
{
    json_open(j, '[');
    for (unsigned kind = 0; kind < HISTORY_KINDS; kind++) {
        for (size_t n = 0; n < h->count; n++) {
            const struct history_row *r = &h->rows[n];

            if (r->kind == kind) {
                json_open(j, '[');
                json_text(j, report_row_kinds[kind]);
                json_number(j, r->key);
                json_number(j, r->count);
                json_number(j, r->depth);
                json_close(j, ']');
            }
        }
    }
    json_close(j, ']');
}

static void put_header(struct json *j, const struct report_data *d)
{
    const struct spoor_recording *r = spoor_recording(d->reader);
    char build[2 * sizeof r->header.build_id + 1] = "";

    for (uint32_t n = 0; n < r->header.build_id_bytes; n++) {
        snprintf(build + (size_t)2 * n, 3, "%02x", r->header.build_id[n]);
    }
    json_key_text(j, "board", r->header.board);
    json_key_text(j, "build", build);
    json_key_number(j, "boots", r->header.boots);
    json_key_number(j, "tick_hz", r->header.tick_hz);
    json_key_number(j, "wall_ms", r->header.wall_ms);
    json_key_number(j, "now", r->header.now);
    json_key_number(j, "cpus", r->cpus);
    json_key_text(j, "note", spoor_note(d->reader)->text);
    json_key(j, "accounts");
    put_accounts(j, r);
}

/* Write a key and a number, or null if there is none. */
static void put_optional(struct json *j, const char *key, bool is_known, uint64_t n)
{
    json_key(j, key);
    if (is_known) {
        json_number(j, n);
    } else {
        json_null(j);
    }
}

static void put_settings(struct json *j, const struct report_data *d)
{
    const struct history *h = &d->history;

    json_key_number(j, "schema", SECTION_SCHEMA);
    json_key_text(j, "kind", "recording");
    json_key_text(j, "file", d->file);
    json_key_text(j, "program", d->program);
    json_key_text(j, "tracer", d->tracer);
    json_key_text(j, "topology", d->topology);
    json_key_text(j, "range", d->range);
    json_key_text(j, "where", d->where);
    json_key_number(j, "hz", d->hz);
    json_key_number(j, "begin", h->begin);
    json_key_number(j, "end", h->end);
    json_key(j, "offset_ns");
    json_signed(j, d->offset_ns);
    json_key(j, "rate");
    json_real(j, d->rate != 0 ? d->rate : 1);
    json_key_number(j, "events", d->events.count);
    json_key_number(j, "events_left_out", d->events.left_out);
    put_optional(j, "events_upto", d->events.left_out != 0, d->events.upto);
    json_key_number(j, "stacks", d->events.stacks);
    put_optional(j, "upto", h->full, h->upto);
    put_optional(j, "start_upto", d->start_upto != 0, d->start_upto);
}

static void put_reasons(struct json *j, const struct report_data *d)
{
    json_open(j, '[');
    for (unsigned n = 0; n < 16; n++) {
        json_text(j, spoor_reason(d->elf, n));
    }
    json_close(j, ']');
}

bool report_write_head(struct report_data *d, const struct section_to *to, const char *name)
{
    static void (*const lists[])(struct json *, struct report_data *) = {
        put_threads, put_lines, put_pointers, put_functions, put_frames, put_ids};
    static const char *const keys[] = {"threads", "lines", "pointers", "functions", "frames", "ids"};
    struct json j = {.depth = 0};

    report_note_keys(d);
    json_open(&j, '{');
    put_settings(&j, d);
    put_header(&j, d);
    json_key(&j, "reasons");
    put_reasons(&j, d);
    for (size_t n = 0; n < COUNT_OF(keys); n++) {
        json_key(&j, keys[n]);
        lists[n](&j, d);
    }
    json_key(&j, "losses");
    put_losses(&j, &d->history);
    json_key(&j, "rows");
    put_rows(&j, &d->history);
    json_key(&j, "tables");
    report_tables(&j);
    json_key(&j, "remedies");
    report_remedies(&j);
    json_close(&j, '}');
    return section_write_json(to, name, &j);
}
