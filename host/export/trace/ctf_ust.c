/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Function calls and heap events in the format of LTTng's user-space tracer, for the flame chart and memory
 * views of Trace Compass: open this folder and that of `--to ctf` together, as an experiment.
 */
#include "ctf_priv.h"

enum { EV_ENTRY, EV_EXIT, EV_MALLOC, EV_FREE };

#define IRQ_TID 1000000u /* calls in interrupts belong to separate threads, from this number on */

struct ust {
    struct ctf_streams streams;
    bool some;
};

static struct bytes *begin(struct trace_export *e, const struct spoor_item *item, unsigned event)
{
    struct ust *u = e->to.state;
    const struct follow_cpu *cpu = &intervals_follow(e->intervals)->cpu[item->cpu];
    struct bytes *b = ctf_begin_event(e, &u->streams, item->cpu, event, item->time);

    u->some = true;
    if (cpu->irq_depth != 0) {
        uint32_t line = cpu->irq_line[cpu->irq_depth - 1];

        bytes_u32(b, IRQ_TID + export_irq_task(item->cpu, line));
        ctf_string(b, export_irq(e, line));
    } else {
        bytes_u32(b, cpu->known ? cpu->thread : 0);
        ctf_string(b, cpu->known ? export_thread(e, cpu->thread) : "?");
    }
    return b;
}

static void ust_item(struct trace_export *e, const struct spoor_item *item, const struct spoor_id *id)
{
    struct ust *u = e->to.state;
    struct bytes *b;

    if (item->kind == SPOOR_GAP || item->kind == SPOOR_MISSING) {
        ctf_close_packet(e, &u->streams, item->cpu);
        u->streams.cpu[item->cpu].discarded += item->count;
    }
    if (item->kind != SPOOR_RECORD) {
        return;
    }
    if (id->class == SPOOR_ENTER || id->class == SPOOR_LEAVE) {
        b = begin(e, item, id->class == SPOOR_ENTER ? EV_ENTRY : EV_EXIT);
        bytes_u64(b, item->word[0] & ~UINT32_C(1));
        bytes_u64(b, 0); /* the call site isn't recorded */
    } else if (id->role == SPOOR_WIRE_ROLE_ALLOC) {
        b = begin(e, item, EV_MALLOC);
        bytes_u64(b, spoor_value(&id->fields[1], item->word));
        bytes_u64(b, spoor_value(&id->fields[0], item->word));
    } else if (id->role == SPOOR_WIRE_ROLE_FREE) {
        b = begin(e, item, EV_FREE);
        bytes_u64(b, spoor_value(&id->fields[0], item->word));
    }
}

static const char events_text[] =
    "event { name = \"lttng_ust_cyg_profile:func_entry\"; id = 0; stream_id = 0; fields := struct { hex64 "
    "addr; hex64 "
    "call_site; }; };\n"
    "event { name = \"lttng_ust_cyg_profile:func_exit\"; id = 1; stream_id = 0; fields := struct { hex64 "
    "addr; hex64 "
    "call_site; }; };\n"
    "event { name = \"lttng_ust_libc:malloc\"; id = 2; stream_id = 0; fields := struct { uint64_t size; "
    "hex64 ptr; }; };\n"
    "event { name = \"lttng_ust_libc:free\"; id = 3; stream_id = 0; fields := struct { hex64 ptr; }; };\n";

static void ust_end(struct trace_export *e)
{
    struct ust *u = e->to.state;
    struct bytes b = {0};

    if (!u->some) {
        e->to.refusal = "no function calls and no malloc: build with CONFIG_TRACE_FUNCTION=1, then "
                        "`trace_stream on function "
                        "memory` on the target";
    }
    bytes_text(&b, "typealias integer { size = 64; align = 8; signed = false; base = 16; } := hex64;\n");
    bytes_text(&b, events_text);
    ctf_finish(e, &u->streams, "ust", "struct { int32_t _vtid; string _procname; }", &b);
    bytes_free(&b);
}

static void ust_free(struct trace_export *e)
{
    ctf_streams_free(&((struct ust *)e->to.state)->streams);
}

static const struct trace_exporter ust_exporter = {
    .format = {"ctf-ust", "Trace Compass' flame chart and memory views, beside ctf; a folder", EXPORT_FOLDER},
    .state_bytes = sizeof(struct ust),
    .item = ust_item,
    .end = ust_end,
    .free = ust_free,
};
SPOOR_TRACE_EXPORTER(ust);
