/* SPDX-License-Identifier: BSD-2-Clause */
/* The fields of protocol buffers, and ftrace's events of the scheduler in Perfetto's traces. */
#include <stdlib.h>
#include <string.h>
#include <base/vector.h>
#include "perfetto_priv.h"

#define IDLE UINT32_C(0x80000000) /* number of CPU 0's idle thread */

enum { READY, WAITS = 2, ENDED = 4 };

static uint64_t take_varint(struct part *p)
{
    uint64_t value = 0;

    for (unsigned shift = 0; shift < 70; shift += 7) {
        uint64_t byte = part_number(p, 1);

        value |= shift < 64 ? (byte & 0x7f) << shift : 0;
        if (byte < 0x80) {
            return value;
        }
    }
    p->failed = true;
    return 0;
}

bool perfetto_next(struct part *message, struct perfetto_field *f)
{
    if (message->left == 0 || message->failed) {
        return false;
    }
    uint64_t tag = take_varint(message);

    *f = (struct perfetto_field){.number = (unsigned)(tag >> 3), .is_bytes = (tag & 7) == 2};
    switch (tag & 7) {
    case 0:
        f->value = take_varint(message);
        break;
    case 1:
        f->value = part_number(message, 8);
        break;
    case 2:
        f->bytes = part_take(message, take_varint(message));
        break;
    case 5:
        f->value = part_number(message, 4);
        break;
    default:
        message->failed = true;
        break;
    }
    message->failed |= f->number == 0 || tag >> 32 != 0;
    return !message->failed;
}

uint32_t perfetto_thread(struct perfetto *p, uint64_t tid, unsigned cpu, struct part name)
{
    char idle[32];

    if (tid != 0) {
        foreign_thread(p->to, (uint32_t)tid, (const char *)name.at, name.left, FOREIGN_NO_PRIORITY, false);
        return (uint32_t)tid;
    }
    snprintf(idle, sizeof idle, "swapper/%u", cpu);
    foreign_thread(p->to, IDLE + cpu, idle, strlen(idle), FOREIGN_NO_PRIORITY, true);
    return IDLE + cpu;
}

struct perfetto_item *perfetto_item(struct perfetto *p, uint64_t time, unsigned event, unsigned cpu)
{
    if (!VECTOR_GROW(p->items, p->item_count)) {
        p->failed = true;
        return NULL;
    }
    p->items[p->item_count] =
        (struct perfetto_item){.time = time, .event = event, .cpu = cpu, .after = UINT64_MAX};
    return &p->items[p->item_count++];
}

static void put(struct perfetto *p, uint64_t time, unsigned event, unsigned cpu, uint32_t one, uint32_t two,
                unsigned words)
{
    struct perfetto_item *i = perfetto_item(p, time, event, cpu);

    if (i != NULL) {
        i->word[0] = one;
        i->word[1] = two;
        i->words = words;
    }
}

/* Read a message of numbers and texts into arrays by field. */
static void read_fields(struct part m, uint64_t *value, struct part *text, unsigned count)
{
    struct perfetto_field f;

    while (perfetto_next(&m, &f)) {
        if (f.number < count && f.is_bytes) {
            text[f.number] = f.bytes;
        } else if (f.number < count) {
            value[f.number] = f.value;
        }
    }
}

/* Fields of FtraceEvent. */
enum { F_TIME = 1, F_SWITCH = 4, F_WAKING = 20, F_IRQ_ENTRY = 36, F_IRQ_EXIT = 37 };

static void read_event(struct perfetto *p, struct part event, unsigned cpu)
{
    uint64_t time = 0, value[8] = {0};
    struct part text[8] = {{0}};
    struct perfetto_field f, found = {.number = 0};

    while (perfetto_next(&event, &f)) {
        time = f.number == F_TIME ? f.value : time;
        found = f.is_bytes ? f : found;
    }
    read_fields(found.bytes, value, text, 8);
    switch (found.number) {
    case F_SWITCH: /* prev_comm, prev_pid, prev_prio, prev_state, next_comm, next_pid, next_prio */
        foreign_ran_first(p->to, cpu, perfetto_thread(p, value[2], cpu, text[1]));
        put(p, time, p->sched, cpu,
            (value[4] & 0x30) != 0   ? ENDED
            : (value[4] & 0xff) != 0 ? WAITS
                                     : READY,
            perfetto_thread(p, value[6], cpu, text[5]), 2);
        break;
    case F_WAKING: /* comm, pid, prio, success, target_cpu */
        put(p, time, p->waking, cpu, (uint32_t)value[5], perfetto_thread(p, value[2], cpu, text[1]), 2);
        break;
    case F_IRQ_ENTRY: /* irq, name */
        foreign_name(p->to, SPOOR_WIRE_NAMED_IRQ, (uint32_t)value[1], (const char *)text[2].at, text[2].left);
        put(p, time, p->irq_entry, cpu, (uint32_t)value[1], 0, 1);
        break;
    case F_IRQ_EXIT:
        put(p, time, p->irq_exit, cpu, (uint32_t)value[1], 0, 1);
        break;
    default:
        p->unknown++;
        break;
    }
}

/* Fields of FtraceEventBundle. */
enum { B_CPU = 1, B_EVENT = 2, B_LOST = 3, B_COMPACT = 4 };

void perfetto_bundle(struct perfetto *p, struct part bundle)
{
    struct part rest = bundle;
    struct perfetto_field f;
    size_t first = p->item_count;
    unsigned cpu = 0;
    bool lost = false;

    while (perfetto_next(&rest, &f)) {
        cpu = f.number == B_CPU ? (unsigned)f.value : cpu;
        lost |= f.number == B_LOST && f.value != 0;
        p->unknown += f.number == B_COMPACT;
    }
    if (cpu >= FOREIGN_CPUS) {
        p->unknown++;
        return;
    }
    p->cpus = cpu + 1 > p->cpus ? cpu + 1 : p->cpus;
    for (rest = bundle; perfetto_next(&rest, &f) && !p->failed;) {
        if (f.number == B_EVENT && f.is_bytes) {
            read_event(p, f.bytes, cpu);
        }
    }
    if (p->item_count > first) {
        p->items[first].after = lost ? p->last[cpu] : UINT64_MAX;
        p->last[cpu] = p->items[p->item_count - 1].time;
    }
}
