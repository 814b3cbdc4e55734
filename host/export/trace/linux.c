/* SPDX-License-Identifier: BSD-2-Clause */
/* Converts kernel records to trace events of Linux. */
#include <export/trace/exporter.h>

static uint32_t linux_state(uint32_t left)
{
    return left == SPOOR_WIRE_LEFT_PREEMPTED || left == SPOOR_WIRE_LEFT_YIELD ? LINUX_RUNNING
           : left == SPOOR_WIRE_LEFT_EXITED                                   ? LINUX_DEAD
                                                                              : LINUX_SLEEPING;
}

struct linux_event export_linux(const struct trace_export *e, const struct spoor_item *item,
                                const struct spoor_id *id)
{
    const struct follow *f = intervals_follow(e->intervals);
    const struct follow_cpu *cpu = &f->cpu[item->cpu];
    struct linux_event l = {.thread = cpu->known ? cpu->thread : FOLLOW_NO_THREAD,
                            .known = cpu->known,
                            .in_irq = cpu->irq_depth != 0};
    const struct follow_thread *t;

    switch (id->role) {
    case SPOOR_WIRE_ROLE_SWITCH:
        l.kind = LINUX_SWITCH;
        l.state = linux_state(spoor_value(&id->fields[0], item->word));
        l.other = spoor_value(&id->fields[1], item->word);
        break;
    case SPOOR_WIRE_ROLE_WAKE:
        l.kind = LINUX_WAKING;
        l.other = spoor_value(&id->fields[1], item->word);
        t = follow_thread(f, l.other);
        l.target = t != NULL ? t->cpu : item->cpu;
        break;
    case SPOOR_WIRE_ROLE_IRQ_ENTER:
        l.kind = LINUX_IRQ_ENTRY;
        l.line = spoor_value(&id->fields[0], item->word);
        break;
    case SPOOR_WIRE_ROLE_IRQ_EXIT:
        l.kind = LINUX_IRQ_EXIT;
        l.line = cpu->irq_depth != 0 ? cpu->irq_line[cpu->irq_depth - 1] : 0;
        break;
    default:
        break;
    }
    return l;
}
