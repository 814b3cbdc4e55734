/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes one JSON object per item: docs/json.md. The fields of events are in a separate object. */
#include <string.h>
#include <write/writer.h>

static void put_key(struct out *o, const char *key)
{
    out_literal(o, ",\"");
    out_text(o, key);
    out_literal(o, "\":");
}

static void put_number(struct out *o, const char *key, uint64_t n)
{
    put_key(o, key);
    out_number(o, n, 0);
}

static void put_string(struct out *o, const char *key, const void *text, size_t n)
{
    put_key(o, key);
    out_char(o, '"');
    out_escaped(o, text, n);
    out_char(o, '"');
}

static void begin(struct out *o, const char *type)
{
    out_literal(o, "{\"type\":\"");
    out_text(o, type);
    out_char(o, '"');
}

static void put_thread_object(struct writer *w, uint32_t number)
{
    out_literal(w->out, "{\"thread\":");
    out_number(w->out, number, 0);
    if (names_has_thread(&w->names, number)) {
        out_literal(w->out, ",\"name\":\"");
        (void)names_thread(&w->names, w->out, number);
        out_char(w->out, '"');
    }
    out_char(w->out, '}');
}

static void put_address(struct writer *w, uint32_t address)
{
    struct out *o = w->out;

    out_literal(o, "{\"address\":");
    out_number(o, address, 0);
    if (address != 0) {
        out_literal(o, ",\"name\":\"");
        names_object(&w->names, o, address);
        out_char(o, '"');
    }
    out_char(o, '}');
}

static void put_value(struct writer *w, const struct spoor_field *f, uint32_t value)
{
    switch (f->format) {
    case SPOOR_I32:
        out_signed(w->out, (int32_t)value);
        break;
    case SPOOR_PTR:
        put_address(w, value);
        break;
    case SPOOR_THREAD_NUMBER:
        put_thread_object(w, value);
        break;
    case SPOOR_ENUM:
        if (value < f->value_count) {
            out_char(w->out, '"');
            names_value(&w->names, w->out, f, value);
            out_char(w->out, '"');
            break;
        }
        /* fall through */
    default:
        out_number(w->out, value, 0);
        break;
    }
}

static void put_hex(struct out *o, const uint8_t *bytes, uint32_t n)
{
    out_char(o, '"');
    for (uint32_t i = 0; i < n; i++) {
        out_hex(o, bytes[i], 2);
    }
    out_char(o, '"');
}

/* Write the stack, and the event to which it belongs. */
static void put_stack(struct writer *w, const struct spoor_item *item)
{
    struct out *o = w->out;

    if (w->follow->stack == FOLLOW_STACK_TIED) {
        const char *of = names_id(w->names.elf, w->follow->stack_id);
        uint32_t bits = spoor_data_word(item->data) & SPOOR_WIRE_TIME_MASK;

        put_string(o, "of", of, strlen(of));
        put_number(o, "of_cycles", item->time - ((item->time - bits) & SPOOR_WIRE_TIME_MASK));
    }
    put_key(o, "frames");
    out_char(o, '[');
    for (uint32_t i = 4; i + 4 <= item->bytes; i += 4) {
        uint32_t address = spoor_data_word(item->data + i);

        if (i != 4) {
            out_char(o, ',');
        }
        put_address(w, address & 1 ? address - 3 : address);
    }
    out_char(o, ']');
}

static void put_data(struct writer *w, const struct spoor_id *id, const struct spoor_item *item)
{
    struct out *o = w->out;
    const char *name = id->field_count != 0 ? id->fields[0].name : "data";

    out_char(o, '"');
    out_escaped(o, name, strlen(name));
    out_literal(o, "\":");
    if (id->field_count != 0 && id->fields[0].format == SPOOR_STR) {
        out_char(o, '"');
        out_escaped(o, item->data, item->bytes);
        out_char(o, '"');
    } else {
        put_hex(o, item->data, item->bytes);
    }
}

static void put_fields(struct writer *w, const struct spoor_item *item, const struct spoor_id *id)
{
    struct out *o = w->out;

    if (id->class == SPOOR_STACK) {
        put_stack(w, item);
        return;
    }
    if (id->class == SPOOR_NAMED) {
        if (item->bytes >= 8) {
            put_number(o, "number", spoor_data_word(item->data));
            put_string(o, "name", item->data + 8, item->bytes - 8);
        }
        return;
    }
    if (id->field_count == 0) {
        return;
    }
    out_literal(o, ",\"fields\":{");
    if (id->class == SPOOR_DATA) {
        put_data(w, id, item);
    }
    for (unsigned i = 0; i < id->field_count && id->class != SPOOR_DATA; i++) {
        const struct spoor_field *f = &id->fields[i];

        if (i != 0) {
            out_char(o, ',');
        }
        if (f->json.length != LABEL_LONG) {
            out_label(o, &f->json);
        } else {
            out_char(o, '"');
            out_escaped(o, f->name, strlen(f->name));
            out_literal(o, "\":");
        }
        put_value(w, f, spoor_value(f, item->word));
    }
    out_char(o, '}');
}

static void put_record(struct writer *w, const struct spoor_item *item)
{
    const struct spoor_id *id = spoor_id(w->names.elf, item->id);
    const struct follow_cpu *cpu = &w->follow->cpu[item->cpu];
    struct out *o = w->out;

    out_literal(o, "{\"type\":\"event\",\"cycles\":");
    out_number(o, item->time, 0);
    out_literal(o, ",\"cpu\":");
    out_number(o, item->cpu, 0);
    if (cpu->known) {
        out_literal(o, ",\"thread\":");
        out_number(o, cpu->thread, 0);
        if (names_has_thread(&w->names, cpu->thread)) {
            out_literal(o, ",\"thread_name\":\"");
            (void)names_thread(&w->names, o, cpu->thread);
            out_char(o, '"');
        }
    }
    if (cpu->irq_depth != 0) {
        out_literal(o, ",\"irq\":");
        if (cpu->irq_line[cpu->irq_depth - 1] == FOLLOW_NO_LINE) {
            out_literal(o, "null");
        } else {
            out_number(o, cpu->irq_line[cpu->irq_depth - 1], 0);
        }
        put_number(o, "irq_depth", cpu->irq_depth);
    }
    out_literal(o, ",\"event\":\"");
    names_event(&w->names, o, item->id);
    out_char(o, '"');
    if (id->class == SPOOR_ENTER || id->class == SPOOR_LEAVE) {
        put_number(o, "depth", w->follow->depth);
    }
    put_fields(w, item, id);
    out_literal(o, "}\n");
}

static void put_note(struct writer *w, const struct spoor_item *item)
{
    static const char *const types[] = {[SPOOR_GAP] = "gap",
                                        [SPOOR_CLEARED] = "cleared",
                                        [SPOOR_MISSING] = "missing",
                                        [SPOOR_JOINED] = "joined",
                                        [SPOOR_ENDED] = "ended"};
    struct out *o = w->out;

    begin(o, types[item->kind]);
    put_number(o, "cycles", item->time);
    put_number(o, "until", item->until);
    put_number(o, "cpu", item->cpu);
    put_number(o, "count", item->count);
    if (item->kind == SPOOR_MISSING) {
        put_number(o, "packets", item->packets);
    }
    out_literal(o, "}\n");
}

/* Write what is excluded from here on. */
static void put_filter(struct writer *w, const struct spoor_item *item)
{
    const struct spoor_filter *f = item->filter;
    struct out *o = w->out;

    begin(o, "filter");
    put_number(o, "cycles", item->time);
    put_key(o, "changing");
    out_text(o, f == NULL ? "true" : "false");
    if (f != NULL && f->threads != 0) {
        put_key(o, f->only ? "only_threads" : "without_threads");
        for (unsigned n = 0; n < f->threads; n++) {
            out_char(o, n == 0 ? '[' : ',');
            out_number(o, f->thread[n], 0);
        }
        out_char(o, ']');
    }
    for (unsigned cpu = 0, n = 0; f != NULL && cpu < SPOOR_CPUS_MAX; cpu++) {
        if (f->cpus >> cpu & 1) {
            out_text(o, n++ == 0 ? ",\"without_cpus\":[" : ",");
            out_number(o, cpu, 0);
        }
    }
    out_text(o, f != NULL && f->cpus != 0 ? "]" : "");
    unsigned events = 0;

    for (unsigned id = SPOOR_WIRE_ID_FIRST; f != NULL && id < SPOOR_WIRE_IDS; id++) {
        if (f->off[id / 32] >> id % 32 & 1) {
            out_text(o, events++ == 0 ? ",\"without_events\":[\"" : ",\"");
            names_event(&w->names, o, id);
            out_char(o, '"');
        }
    }
    out_text(o, events != 0 ? "]}\n" : "}\n");
}

static void put_header(struct writer *w)
{
    static const char *const modes[] = {"stream", "overwrite", "stop"};
    const struct spoor_recording *rec = spoor_recording(w->names.reader);
    const struct spoor_header *h = &rec->header;
    struct out *o = w->out;

    begin(o, "header");
    put_number(o, "recording", rec->id);
    put_number(o, "boot", h->boots);
    put_string(o, "board", h->board, strlen(h->board));
    put_key(o, "build_id");
    put_hex(o, h->build_id, h->build_id_bytes);
    put_number(o, "cpus", h->cpus);
    put_number(o, "hz", h->hz);
    put_number(o, "tick_hz", h->tick_hz);
    put_string(o, "mode", h->mode < 3 ? modes[h->mode] : "?", strlen(h->mode < 3 ? modes[h->mode] : "?"));
    put_number(o, "cycles", h->now);
    put_number(o, "wall_ms", h->wall_ms);
    put_key(o, "costs_ns");
    out_char(o, '[');
    for (unsigned i = 0; i < h->costs_n; i++) {
        if (i != 0) {
            out_char(o, ',');
        }
        out_number(o, h->costs[i] / 100, 0);
        out_char(o, '.');
        out_digits(o, h->costs[i] % 100, 2);
    }
    out_literal(o, "]}\n");
}

static void put_thread(struct writer *w, uint32_t number)
{
    const struct spoor_thread *t = spoor_thread(w->names.reader, number);

    if (t != NULL) {
        begin(w->out, "thread");
        put_number(w->out, "thread", number);
        put_string(w->out, "name", t->name, strlen(t->name));
        put_number(w->out, "priority", t->priority);
        if (t->idle) {
            out_literal(w->out, ",\"idle\":true");
        }
        out_literal(w->out, "}\n");
    }
}

static void put_name(struct writer *w, uint32_t kind, uint32_t key)
{
    const char *name = spoor_named(w->names.reader, (enum spoor_wire_named)kind, key);

    if (name != NULL) {
        begin(w->out, kind == SPOOR_WIRE_NAMED_PROGRAM ? "program" : "name");
        if (kind != SPOOR_WIRE_NAMED_PROGRAM) {
            put_number(w->out, kind == SPOOR_WIRE_NAMED_IRQ ? "line" : "address", key);
        }
        put_string(w->out, "name", name, strlen(name));
        out_literal(w->out, "}\n");
    }
}

static void put_account(struct writer *w, const struct spoor_recording *rec, unsigned cpu)
{
    const struct spoor_account *a = &rec->account[cpu];
    struct out *o = w->out;

    begin(o, "account");
    put_number(o, "recording", rec->id);
    put_number(o, "cpu", cpu);
    put_number(o, "decoded", a->decoded);
    put_number(o, "lost", spoor_lost(a));
    put_number(o, "cleared", a->cleared);
    put_number(o, "link", a->missing + a->unread + a->cut);
    put_number(o, "before", a->before);
    put_key(o, "told");
    out_text(o, a->told ? "true" : "false");
    out_literal(o, "}\n");
}

void json_end(struct writer *w)
{
    for (unsigned n = 0; n < spoor_recordings(w->names.reader); n++) {
        const struct spoor_recording *rec = spoor_recording_nth(w->names.reader, n);

        for (unsigned cpu = 0; cpu < rec->cpus; cpu++) {
            put_account(w, rec, cpu);
        }
    }
}

void json_item(struct writer *w, const struct spoor_item *item)
{
    switch (item->kind) {
    case SPOOR_RECORD:
        put_record(w, item);
        break;
    case SPOOR_TEXT:
        if (w->console) {
            begin(w->out, "console");
            put_string(w->out, "text", item->data, item->bytes);
            out_literal(w->out, "}\n");
        }
        break;
    case SPOOR_FILTER:
        put_filter(w, item);
        break;
    case SPOOR_HEADER:
        put_header(w);
        break;
    case SPOOR_BEGIN:
        begin(w->out, "recording");
        put_number(w->out, "number", item->count);
        out_literal(w->out, "}\n");
        break;
    case SPOOR_THREAD:
        put_thread(w, item->thread);
        break;
    case SPOOR_NAME:
        put_name(w, item->packets, item->thread);
        break;
    case SPOOR_LOSSES:
        break;
    default:
        put_note(w, item);
        break;
    }
}
