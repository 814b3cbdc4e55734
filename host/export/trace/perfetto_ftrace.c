/* SPDX-License-Identifier: BSD-2-Clause */
/* Perfetto's ftrace events: switches, wake-ups and interrupts, in one bundle per CPU. */
#include <export/trace/perfetto_priv.h>

/* Field numbers of FtraceEventBundle and FtraceEvent. */
enum { B_CPU = 1, B_EVENT = 2, B_LOST = 3 };
enum {
    F_TIMESTAMP = 1,
    F_PID = 2,
    F_SWITCH = 4,
    F_FLAGS = 5,
    F_WAKING = 20,
    F_IRQ_ENTRY = 36,
    F_IRQ_EXIT = 37
};
#define BUNDLE_BYTES 32768

void perfetto_send_bundle(struct trace_export *e, unsigned cpu)
{
    struct perfetto *p = e->to.state;

    if (p->cpu[cpu].events.used == 0) {
        return;
    }
    p->message.used = 0;
    proto_number(&p->message, B_CPU, e->first_cpu + cpu);
    bytes_add(&p->message, p->cpu[cpu].events.data, p->cpu[cpu].events.used);
    if (p->cpu[cpu].lost) {
        proto_number(&p->message, B_LOST, 1);
    }
    p->cpu[cpu].lost = false;
    p->cpu[cpu].events.used = 0;
    proto_message(&p->packet, P_FTRACE, &p->message);
    perfetto_send(e);
}

static void put_waking(struct trace_export *e, struct bytes *b, const struct linux_event *l)
{
    proto_text(b, 1, export_thread(e, l->other));
    proto_number(b, 2, export_tid(e, l->other));
    proto_number(b, 3, export_priority(e, l->other));
    proto_number(b, 4, 1);
    proto_number(b, 5, e->first_cpu + l->target);
}

static void put_switch(struct trace_export *e, struct bytes *b, const struct linux_event *l)
{
    proto_text(b, 1, l->known ? export_thread(e, l->thread) : "?");
    proto_number(b, 2, l->known ? export_tid(e, l->thread) : 0);
    proto_number(b, 3, export_priority(e, l->thread));
    proto_number(b, 4, l->state);
    proto_text(b, 5, export_thread(e, l->other));
    proto_number(b, 6, export_tid(e, l->other));
    proto_number(b, 7, export_priority(e, l->other));
}

void perfetto_put_linux(struct trace_export *e, const struct spoor_item *item, const struct linux_event *l)
{
    struct perfetto *p = e->to.state;
    static const uint8_t fields[] = {[LINUX_SWITCH] = F_SWITCH,
                                     [LINUX_WAKING] = F_WAKING,
                                     [LINUX_IRQ_ENTRY] = F_IRQ_ENTRY,
                                     [LINUX_IRQ_EXIT] = F_IRQ_EXIT};

    p->field.used = p->inner.used = 0;
    switch (l->kind) {
    case LINUX_SWITCH:
        put_switch(e, &p->field, l);
        break;
    case LINUX_WAKING:
        put_waking(e, &p->field, l);
        break;
    case LINUX_IRQ_ENTRY:
        proto_number(&p->field, 1, l->line);
        proto_text(&p->field, 2, export_irq(e, l->line));
        break;
    default:
        proto_number(&p->field, 1, l->line);
        proto_number(&p->field, 2, 1);
        break;
    }
    proto_number(&p->inner, F_TIMESTAMP, export_ns(e, item->time));
    proto_number(&p->inner, F_PID, l->known ? export_tid(e, l->thread) : 0);
    proto_message(&p->inner, fields[l->kind], &p->field);
    if (l->in_irq) {
        proto_number(&p->inner, F_FLAGS, 0x08); /* TRACE_FLAG_HARDIRQ */
    }
    proto_message(&p->cpu[item->cpu].events, B_EVENT, &p->inner);
    if (p->cpu[item->cpu].events.used > BUNDLE_BYTES) {
        perfetto_send_bundle(e, item->cpu);
    }
}
