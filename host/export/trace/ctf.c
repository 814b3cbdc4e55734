/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * CTF 1.8 (https://diamon.org/ctf/v1.8.3/). Kernel events have the names and fields of LTTng's kernel tracer,
 * so that Trace Compass shows its kernel views; all others keep their names. There is one stream per CPU,
 * with times in cycles.
 */
#include <export/trace/stacks.h>
#include "ctf_priv.h"

enum { EV_SWITCH, EV_WAKING, EV_WAKEUP, EV_IRQ_ENTRY, EV_IRQ_EXIT, EV_STATE, EV_IDS = 16 };

struct ctf {
    struct ctf_streams streams;
    bool used[SPOOR_WIRE_IDS];
};

/* ------------------------------------------------------------------ events */

static void put_waking(struct trace_export *e, const struct spoor_item *item, const struct linux_event *l,
                       unsigned event)
{
    struct bytes *b = ctf_begin_event(e, &((struct ctf *)e->to.state)->streams, item->cpu, event, item->time);

    ctf_string(b, export_thread(e, l->other));
    bytes_u32(b, export_tid(e, l->other));
    bytes_u32(b, export_priority(e, l->other));
    bytes_u32(b, l->target);
}

static void put_linux(struct trace_export *e, const struct spoor_item *item, const struct linux_event *l)
{
    struct bytes *b;

    switch (l->kind) {
    case LINUX_SWITCH:
        b = ctf_begin_event(e, &((struct ctf *)e->to.state)->streams, item->cpu, EV_SWITCH, item->time);
        ctf_string(b, l->known ? export_thread(e, l->thread) : "?");
        bytes_u32(b, l->known ? export_tid(e, l->thread) : 0);
        bytes_u32(b, export_priority(e, l->thread));
        bytes_u64(b, l->state);
        ctf_string(b, export_thread(e, l->other));
        bytes_u32(b, export_tid(e, l->other));
        bytes_u32(b, export_priority(e, l->other));
        break;
    case LINUX_WAKING: /* a woken thread is ready at once, so both events have the same time */
        put_waking(e, item, l, EV_WAKING);
        put_waking(e, item, l, EV_WAKEUP);
        break;
    case LINUX_IRQ_ENTRY:
        b = ctf_begin_event(e, &((struct ctf *)e->to.state)->streams, item->cpu, EV_IRQ_ENTRY, item->time);
        bytes_u32(b, l->line);
        ctf_string(b, export_irq(e, l->line));
        break;
    default:
        b = ctf_begin_event(e, &((struct ctf *)e->to.state)->streams, item->cpu, EV_IRQ_EXIT, item->time);
        bytes_u32(b, l->line);
        bytes_u32(b, 1);
        break;
    }
}

/* Write the state of a thread when recording begins: 2 waits for a CPU, 5 waits, 6 runs. */
static void put_state(struct trace_export *e, const struct spoor_item *item, const struct spoor_id *id)
{
    uint32_t left = spoor_value(&id->fields[0], item->word), thread = spoor_value(&id->fields[1], item->word);
    uint32_t cpu = id->field_count > 3 ? spoor_value(&id->fields[3], item->word) : 0;
    struct bytes *b =
        ctf_begin_event(e, &((struct ctf *)e->to.state)->streams, item->cpu, EV_STATE, item->time);

    bytes_u32(b, export_tid(e, thread));
    bytes_u32(b, 1);
    bytes_u32(b, 0);
    ctf_string(b, export_thread(e, thread));
    bytes_u32(b, left == SPOOR_WIRE_LEFT_RUNS ? 6
                 : left == SPOOR_WIRE_LEFT_READY || left == SPOOR_WIRE_LEFT_PREEMPTED ||
                         left == SPOOR_WIRE_LEFT_YIELD
                     ? 2
                     : 5);
    bytes_u32(b, cpu);
}

static void put_own(struct trace_export *e, const struct spoor_item *item, const struct spoor_id *id)
{
    struct ctf *c = e->to.state;
    struct bytes *b =
        ctf_begin_event(e, &((struct ctf *)e->to.state)->streams, item->cpu, EV_IDS + item->id, item->time);

    c->used[item->id] = true;
    if (id->class == SPOOR_STACK) {
        unsigned depth = export_stack_depth(item);

        bytes_u32(b, depth);
        for (unsigned n = 0; n < depth; n++) {
            bytes_u32(b, export_stack_call(item, n));
        }
    } else if (id->words == SPOOR_WIRE_WORDS_DATA) {
        bytes_u32(b, item->bytes);
        bytes_add(b, item->data, item->bytes);
    } else if (id->field_count == 0) {
        for (unsigned n = 0; n < id->words; n++) {
            bytes_u32(b, item->word[n]);
        }
    } else {
        for (unsigned n = 0; n < id->field_count; n++) {
            bytes_u32(b, spoor_value(&id->fields[n], item->word));
        }
    }
}

static void ctf_item(struct trace_export *e, const struct spoor_item *item, const struct spoor_id *id)
{
    struct ctf *c = e->to.state;

    if (item->kind == SPOOR_GAP || item->kind == SPOOR_MISSING) {
        ctf_close_packet(e, &c->streams, item->cpu);
        c->streams.cpu[item->cpu].discarded += item->count;
    } else if (item->kind == SPOOR_RECORD) {
        struct linux_event l = export_linux(e, item, id);

        if (l.kind != LINUX_NONE) {
            put_linux(e, item, &l);
        } else if (id->role == SPOOR_WIRE_ROLE_STATE) {
            put_state(e, item, id);
        } else {
            put_own(e, item, id);
        }
    }
}

/* ------------------------------------------------------------------ metadata */

/* Write the name of a field as an identifier. Readers remove its leading underscore. */
static void put_field_name(struct bytes *b, const char *name)
{
    bytes_u8(b, '_');
    for (; *name != 0; name++) {
        char c = *name;

        bytes_u8(b, (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
                        ? (unsigned char)c
                        : '_');
    }
}

static void put_field(struct bytes *b, const struct spoor_field *f)
{
    switch (f->format) {
    case SPOOR_I32:
        bytes_text(b, "int32_t ");
        break;
    case SPOOR_PTR:
    case SPOOR_X32:
        bytes_text(b, "hex32 ");
        break;
    case SPOOR_ENUM:
        bytes_text(b, "enum : uint32_t { ");
        for (uint32_t n = 0; n < f->value_count; n++) {
            ctf_quoted(b, f->values[n]);
            bytes_print(b, " = %u, ", n);
        }
        bytes_text(b, "} ");
        break;
    default:
        bytes_text(b, "uint32_t ");
        break;
    }
    put_field_name(b, f->name);
    bytes_text(b, "; ");
}

static void put_event(struct bytes *b, const struct spoor_id *id, unsigned number)
{
    bytes_text(b, "event { name = ");
    ctf_quoted(b, id->name);
    bytes_print(b, "; id = %u; stream_id = 0; fields := struct { ", EV_IDS + number);
    if (id->class == SPOOR_STACK) {
        bytes_text(b, "uint32_t _depth; hex32 _callstack[_depth]; ");
    } else if (id->words == SPOOR_WIRE_WORDS_DATA) {
        bool text = id->field_count != 0 && id->fields[0].format == SPOOR_STR;

        bytes_print(b, "uint32_t _length; %s _data[_length]; ", text ? "utf8_t" : "uint8_t");
    }
    for (unsigned n = 0; n < id->field_count && id->words != SPOOR_WIRE_WORDS_DATA; n++) {
        put_field(b, &id->fields[n]);
    }
    for (unsigned n = 0; id->field_count == 0 && id->words != SPOOR_WIRE_WORDS_DATA && n < id->words; n++) {
        bytes_print(b, "uint32_t _%s; ", id->class == SPOOR_BLOCK ? "cycles" : "value");
    }
    bytes_text(b, "}; };\n");
}

static const char kernel_events[] =
    "event { name = \"sched_switch\"; id = 0; stream_id = 0; fields := struct { string prev_comm; int32_t "
    "prev_tid; int32_t "
    "prev_prio; int64_t prev_state; string next_comm; int32_t next_tid; int32_t next_prio; }; };\n"
    "event { name = \"sched_waking\"; id = 1; stream_id = 0; fields := struct { string comm; int32_t tid; "
    "int32_t prio; "
    "int32_t target_cpu; }; };\n"
    "event { name = \"sched_wakeup\"; id = 2; stream_id = 0; fields := struct { string comm; int32_t tid; "
    "int32_t prio; "
    "int32_t target_cpu; }; };\n"
    "event { name = \"irq_handler_entry\"; id = 3; stream_id = 0; fields := struct { int32_t irq; string "
    "name; }; };\n"
    "event { name = \"irq_handler_exit\"; id = 4; stream_id = 0; fields := struct { int32_t irq; int32_t "
    "ret; }; };\n"
    "event { name = \"lttng_statedump_process_state\"; id = 5; stream_id = 0; fields := struct { int32_t "
    "tid; int32_t pid; "
    "int32_t ppid; string name; int32_t status; int32_t cpu; }; };\n";

static void ctf_end(struct trace_export *e)
{
    struct ctf *c = e->to.state;
    struct bytes b = {0};

    bytes_text(&b, kernel_events);
    for (unsigned id = 0; id < SPOOR_WIRE_IDS; id++) {
        if (c->used[id]) {
            put_event(&b, spoor_id(e->elf, id), id);
        }
    }
    ctf_finish(e, &c->streams, "kernel", NULL, &b);
    bytes_free(&b);
}

static void ctf_free(struct trace_export *e)
{
    ctf_streams_free(&((struct ctf *)e->to.state)->streams);
}

static const struct trace_exporter ctf_exporter = {
    .format = {"ctf", "Trace Compass, babeltrace2; a folder", EXPORT_FOLDER},
    .state_bytes = sizeof(struct ctf),
    .item = ctf_item,
    .end = ctf_end,
    .free = ctf_free,
};
SPOOR_TRACE_EXPORTER(ctf);
