/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The stacks of events in Perfetto, as samples of perf: its viewer shows each at its time and thread, and a
 * flame graph of a range. The functions of a stack are numbered once.
 */
#include <errno.h>
#include <stdlib.h>
#include <base/vector.h>
#include <export/trace/perfetto_priv.h>

/* Field numbers of InternedData, and of its messages. */
enum { I_FRAMES = 6, I_STACKS = 7, I_MAPPINGS = 19 };
enum { F_NUMBER = 1, F_NAME = 2, F_MAPPING = 3, F_ADDRESS = 4 };
enum { M_NUMBER = 1, M_PATH = 7 };
/* Field numbers of PerfSample. */
enum { S_CPU = 1, S_PID = 2, S_TID = 3, S_STACK = 4 };

#define MAPPING 1 /* the only program */

static void put_mapping(struct trace_export *e)
{
    struct perfetto *p = e->to.state;
    struct bytes m = {.used = 0};

    proto_number(&m, M_NUMBER, MAPPING);
    proto_number(&m, M_PATH, perfetto_intern(e, TEXT_PATH, spoor_elf_name(e->elf)));
    proto_message(&p->interned, I_MAPPINGS, &m);
    bytes_free(&m);
}

/* @return the number of a function, which is defined on first use */
static uint64_t frame_of(struct trace_export *e, uint32_t function)
{
    struct perfetto *p = e->to.state;
    uint32_t n = hash_find_key(&p->frames, function);
    struct bytes frame = {.used = 0};

    if (n != HASH_NONE) {
        return n;
    }
    if (p->frame_count++ == 0) {
        put_mapping(e);
    }
    n = (uint32_t)p->frame_count;
    if (!hash_add(&p->frames, function, n)) {
        e->to.error = ENOMEM;
    }
    proto_number(&frame, F_NUMBER, n);
    proto_number(&frame, F_NAME, perfetto_intern(e, TEXT_FUNCTION, export_function(e, function)));
    proto_number(&frame, F_MAPPING, MAPPING);
    proto_number(&frame, F_ADDRESS, function);
    proto_message(&p->interned, I_FRAMES, &frame);
    bytes_free(&frame);
    return n;
}

/* Define a stack, outermost function first. */
static void define(struct trace_export *e, uint32_t stack)
{
    struct perfetto *p = e->to.state;
    uint32_t path[256];
    unsigned depth = 0;
    struct bytes m = {.used = 0};

    for (uint32_t n = stack; n != 0 && depth < 256; n = p->stacks.nodes[n - 1].parent) {
        path[depth++] = p->stacks.nodes[n - 1].function;
    }
    proto_number(&m, 1, stack);
    while (depth-- > 0) {
        proto_number(&m, 2, frame_of(e, path[depth]));
    }
    proto_message(&p->interned, I_STACKS, &m);
    bytes_free(&m);
}

void perfetto_put_stack(struct trace_export *e, const struct spoor_item *item, const struct linux_event *l)
{
    struct perfetto *p = e->to.state;
    uint32_t stack = export_stack(e, &p->stacks, item);

    if (stack == 0) {
        return;
    }
    if (hash_find_key(&p->defined, stack) == HASH_NONE) {
        if (!hash_add(&p->defined, stack, 0)) {
            e->to.error = ENOMEM;
        }
        define(e, stack);
    }
    p->refers = true;
    proto_number(&p->packet, P_TIMESTAMP, export_ns(e, item->time));
    p->message.used = 0;
    proto_number(&p->message, S_CPU, e->first_cpu + item->cpu);
    proto_number(&p->message, S_PID, e->place + 1);
    proto_number(&p->message, S_TID, l->known ? export_tid(e, l->thread) : 0);
    proto_number(&p->message, S_STACK, stack);
    proto_message(&p->packet, P_SAMPLE, &p->message);
    perfetto_send(e);
}

void perfetto_free_stacks(struct perfetto *p)
{
    export_stacks_free(&p->stacks);
    hash_free(&p->frames);
    hash_free(&p->defined);
}
