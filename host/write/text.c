/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes one line per item: time, CPU, thread, event, fields. */
#include <string.h>
#include <write/writer.h>

static void put_cpu(struct out *o, unsigned cpu)
{
    char *at = out_room(o);

    at[0] = at[3] = ' ';
    at[1] = cpu < 10 ? ' ' : (char)('0' + cpu / 10);
    at[2] = (char)('0' + cpu % 10);
    o->used += 4;
}

/* Write the columns of CPU and thread. */
static void put_place(struct writer *w, unsigned cpu)
{
    static const struct label unknown = {.length = NAMES_COLUMN, .text = "?              "};
    const struct follow_cpu *state = &w->follow->cpu[cpu];
    const struct label *thread = state->known ? names_thread_column(&w->names, state->thread) : &unknown;

    put_cpu(w->out, cpu);
    if (thread->length != LABEL_LONG) {
        out_label(w->out, thread);
    } else {
        (void)names_thread(&w->names, w->out, state->thread);
        out_char(w->out, ' ');
    }
}

/* Write the columns of CPU and thread for a loss, which has no thread. */
static void put_no_thread(struct writer *w, unsigned cpu)
{
    put_cpu(w->out, cpu);
    out_literal(w->out, "-              ");
}

/* A return address may belong to the next function already: use the address of the call, 2 bytes before
 * it. */
static void put_frames(struct writer *w, const struct spoor_item *item)
{
    for (uint32_t i = 4; i + 4 <= item->bytes; i += 4) {
        uint32_t address = spoor_data_word(item->data + i);

        if (i == 4) {
            out_char(w->out, ' ');
        } else {
            out_literal(w->out, " < ");
        }
        names_address(&w->names, w->out, address & 1 ? address - 3 : address);
    }
}

static void put_bytes(struct out *o, const uint8_t *bytes, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        out_hex(o, bytes[i], 2);
    }
}

static void put_data(struct writer *w, const struct spoor_id *id, const struct spoor_item *item)
{
    struct out *o = w->out;

    out_char(o, ' ');
    if (id->field_count != 0) {
        out_escaped(o, id->fields[0].name, strlen(id->fields[0].name));
    }
    out_char(o, '=');
    if (id->field_count != 0 && id->fields[0].format == SPOOR_STR) {
        out_char(o, '"');
        out_escaped(o, item->data, item->bytes);
        out_char(o, '"');
    } else {
        put_bytes(o, item->data, item->bytes);
    }
}

static void put_thread_name(struct out *o, const struct spoor_item *item)
{
    const uint8_t *d = item->data;

    if (item->bytes >= 8) {
        out_literal(o, " thread=");
        out_number(o, spoor_data_word(d), 0);
        out_literal(o, " name=\"");
        out_escaped(o, d + 8, item->bytes - 8);
        out_char(o, '"');
    }
}

static void put_fields(struct writer *w, const struct spoor_item *item, const struct spoor_id *id)
{
    switch (id->class) {
    case SPOOR_STACK:
        put_frames(w, item);
        return;
    case SPOOR_NAMED:
        put_thread_name(w->out, item);
        return;
    case SPOOR_DATA:
        put_data(w, id, item);
        return;
    case SPOOR_RANGE:
        if (item->word[0] != 0) {
            out_literal(w->out, " begin");
        } else {
            out_literal(w->out, " end");
        }
        return;
    default:
        break;
    }
    for (unsigned i = 0; i < id->field_count; i++) {
        const struct spoor_field *f = &id->fields[i];

        if (f->text.length != LABEL_LONG) {
            out_label(w->out, &f->text);
        } else {
            out_char(w->out, ' ');
            out_escaped(w->out, f->name, strlen(f->name));
            out_char(w->out, '=');
        }
        names_value(&w->names, w->out, f, spoor_value(f, item->word));
    }
}

void text_fields(struct writer *w, const struct spoor_item *item)
{
    put_fields(w, item, spoor_id(w->names.elf, item->id));
}

static void put_prefix(struct writer *w)
{
    if (w->prefix != NULL) {
        out_text(w->out, w->prefix);
    }
}

static void put_record(struct writer *w, const struct spoor_item *item)
{
    put_prefix(w);
    names_time(&w->names, w->out, item->time);
    put_place(w, item->cpu);
    const struct spoor_id *id = spoor_id(w->names.elf, item->id);

    names_event(&w->names, w->out, item->id);
    put_fields(w, item, id);
    out_char(w->out, '\n');
}

/* Write losses, and the first and last items of a CPU. */
static void put_note(struct writer *w, const struct spoor_item *item)
{
    struct out *o = w->out;

    if (item->kind == SPOOR_JOINED && item->count == 0) {
        return;
    }
    put_prefix(w);
    names_time(&w->names, o, item->time);
    put_no_thread(w, item->cpu);
    out_literal(o, "*** ");
    if (item->kind == SPOOR_ENDED) {
        out_literal(o, "ends here\n");
        return;
    }
    if (item->kind == SPOOR_JOINED) {
        out_literal(o, "begins here, after ");
        out_number(o, item->count, 0);
        out_literal(o, " events\n");
        return;
    }
    if (item->kind == SPOOR_MISSING) {
        out_number(o, item->packets, 0);
        out_text(o, item->count != 0 ? " packets with " : " packets that reported earlier losses, with ");
    }
    if (item->kind == SPOOR_CLEARED) {
        out_literal(o, "cleared: ");
    }
    out_number(o, item->count, 0);
    if (item->kind == SPOOR_GAP) {
        out_literal(o, " events lost on the target until");
    } else if (item->kind == SPOOR_MISSING) {
        out_literal(o, " events lost on the link until");
    } else {
        out_literal(o, " events discarded so far, or lost before, until");
    }
    names_time(&w->names, o, item->until);
    out_char(o, '\n');
}

/* Write what is excluded from here on. */
static void put_filter(struct writer *w, const struct spoor_item *item)
{
    const struct spoor_filter *f = item->filter;
    struct out *o = w->out;

    put_prefix(w);
    names_time(&w->names, o, item->time);
    out_literal(o, " *** ");
    if (f == NULL) {
        out_literal(o, "what is recorded changes\n");
        return;
    }
    out_text(o, f->threads == 0 ? "recorded: all threads"
                : f->only       ? "recorded: threads"
                                : "recorded: all but threads");
    for (unsigned n = 0; n < f->threads; n++) {
        out_char(o, ' ');
        names_thread(&w->names, o, f->thread[n]);
    }
    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        if (f->cpus >> cpu & 1) {
            out_literal(o, ", not CPU ");
            out_number(o, cpu, 0);
        }
    }
    for (unsigned id = SPOOR_WIRE_ID_FIRST; id < SPOOR_WIRE_IDS; id++) {
        if (f->off[id / 32] >> id % 32 & 1) {
            out_literal(o, ", not ");
            names_event(&w->names, o, (uint16_t)id);
        }
    }
    out_char(o, '\n');
}

static void put_header(struct writer *w)
{
    static const char *const modes[] = {"stream", "overwrite", "stop"};
    const struct spoor_header *h = &spoor_recording(w->names.reader)->header;
    struct out *o = w->out;

    put_prefix(w);
    out_literal(o, "# ");
    if (h->board[0] != 0) {
        out_escaped(o, h->board, strlen(h->board));
    } else {
        out_literal(o, "target");
    }
    out_literal(o, ": ");
    out_number(o, h->cpus, 0);
    out_text(o, h->cpus == 1 ? " CPU, " : " CPUs, ");
    out_number(o, h->hz, 0);
    out_literal(o, " Hz, ");
    out_number(o, h->events, 0);
    out_literal(o, " events, ");
    out_number(o, h->blocks, 0);
    out_literal(o, " blocks, ");
    out_number(o, h->points, 0);
    out_literal(o, " points, mode ");
    out_text(o, h->mode < 3 ? modes[h->mode] : "?");
    out_literal(o, ", boot ");
    out_number(o, h->boots, 0);
    out_literal(o, ", build ");
    put_bytes(o, h->build_id, h->build_id_bytes);
    out_char(o, '\n');
}

static void put_thread(struct writer *w, uint32_t number)
{
    const struct spoor_thread *t = spoor_thread(w->names.reader, number);
    struct out *o = w->out;

    if (t != NULL) {
        put_prefix(w);
        out_literal(o, "# thread ");
        out_number(o, number, 0);
        out_literal(o, ": \"");
        out_escaped(o, t->name, strlen(t->name));
        out_literal(o, "\", priority ");
        out_number(o, t->priority, 0);
        out_char(o, '\n');
    }
}

static void put_name(struct writer *w, uint32_t kind, uint32_t key)
{
    const char *name = spoor_named(w->names.reader, (enum spoor_wire_named)kind, key);
    struct out *o = w->out;

    if (name != NULL) {
        put_prefix(w);
        if (kind == SPOOR_WIRE_NAMED_IRQ) {
            out_literal(o, "# interrupt ");
            out_number(o, key, 0);
        } else if (kind == SPOOR_WIRE_NAMED_PROGRAM) {
            out_literal(o, "# program");
        } else {
            out_literal(o, "# object 0x");
            out_hex(o, key, 8);
        }
        out_literal(o, ": \"");
        out_escaped(o, name, strlen(name));
        out_literal(o, "\"\n");
    }
}

void text_item(struct writer *w, const struct spoor_item *item)
{
    switch (item->kind) {
    case SPOOR_RECORD:
        put_record(w, item);
        break;
    case SPOOR_TEXT:
        if (w->console) {
            out_literal(w->out, "# console: \"");
            out_escaped(w->out, item->data, item->bytes);
            out_literal(w->out, "\"\n");
        }
        break;
    case SPOOR_HEADER:
        if (!w->header) {
            put_header(w);
        }
        w->header = true;
        break;
    case SPOOR_BEGIN:
        w->header = false;
        if (item->count != 0) {
            out_literal(w->out, "*** another recording begins\n");
        }
        break;
    case SPOOR_THREAD:
        put_thread(w, item->thread);
        break;
    case SPOOR_NAME:
        put_name(w, item->packets, item->thread);
        break;
    case SPOOR_LOSSES:
        break;
    case SPOOR_FILTER:
        put_filter(w, item);
        break;
    default:
        put_note(w, item);
        break;
    }
}
