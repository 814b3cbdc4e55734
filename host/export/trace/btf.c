/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * BTF, the trace format of automotive timing tools (Eclipse APP4MC, Trace Compass, Vector, INCHRON): states
 * of tasks and interrupts on cores. A line has time, source, instance, type, target, instance, event. A
 * thread is one instance of a task, activated when it first runs; its waits are waits of that instance.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <base/vector.h>
#include <export/trace/exporter.h>

#define CELL_MAX 96

struct btf_task {
    bool active, waits, runs;
};

/* An active interrupt. If its name arrives during the interrupt, it keeps the name with which it began. */
struct btf_irq {
    uint64_t instance;
    bool named;
};

struct btf {
    struct btf_task *tasks;
    size_t count;
    struct hash by_thread;
    uint64_t irqs; /* instances of interrupts so far */
    struct btf_irq open[SPOOR_CPUS_MAX][FOLLOW_NESTING];
    bool began;
};

static struct btf_task *task_of(struct trace_export *e, uint32_t thread)
{
    struct btf *b = e->to.state;
    uint32_t n = hash_find_key(&b->by_thread, thread);

    if (n != HASH_NONE) {
        return &b->tasks[n];
    }
    if (!VECTOR_GROW(b->tasks, b->count) || !hash_add(&b->by_thread, thread, (uint32_t)b->count)) {
        e->to.error = ENOMEM;
        return NULL;
    }
    b->tasks[b->count] = (struct btf_task){.active = false};
    return &b->tasks[b->count++];
}

/* Write a name without the separators of the format. The number distinguishes threads of the same name. */
static void put_name(struct out *o, const char *name, uint32_t number)
{
    for (unsigned n = 0; n < CELL_MAX && name[n] != 0; n++) {
        unsigned char c = (unsigned char)name[n];

        out_char(o, c <= ' ' || c == ',' || c == '#' || c >= 0x7F ? '_' : (char)c);
    }
    out_char(o, '_');
    out_number(o, number, 0);
}

static void begin_line(struct trace_export *e, uint64_t time)
{
    struct btf *b = e->to.state;

    if (!b->began) {
        b->began = true;
        out_literal(e->to.out, "#version 2.1.0\n#creator spoor\n#inputFile ");
        put_name(e->to.out, spoor_recording(e->reader)->header.board, 0);
        out_literal(e->to.out, "\n#timeScale ns\n");
    }
    out_number(e->to.out, export_ns(e, time), 0);
}

static void put_core(struct out *o, unsigned cpu)
{
    out_literal(o, ",Core_");
    out_number(o, cpu, 0);
    out_literal(o, ",0,");
}

static void put_task(struct trace_export *e, uint64_t time, unsigned cpu, uint32_t thread, const char *event)
{
    begin_line(e, time);
    put_core(e->to.out, cpu);
    out_literal(e->to.out, "T,");
    put_name(e->to.out, export_thread(e, thread), thread);
    out_literal(e->to.out, ",0,");
    out_text(e->to.out, event);
    out_char(e->to.out, '\n');
}

static void put_irq(struct trace_export *e, uint64_t time, unsigned cpu, uint32_t line,
                    const struct btf_irq *irq, const char *event)
{
    begin_line(e, time);
    put_core(e->to.out, cpu);
    out_literal(e->to.out, "I,");
    put_name(e->to.out, irq->named ? export_irq(e, line) : export_irq_unnamed(line), line);
    out_char(e->to.out, ',');
    out_number(e->to.out, irq->instance, 0);
    out_char(e->to.out, ',');
    out_text(e->to.out, event);
    out_char(e->to.out, '\n');
}

static void resume(struct trace_export *e, const struct spoor_item *item, uint32_t thread,
                   const struct btf_task *t)
{
    if (t->waits) { /* its wake-up wasn't recorded */
        put_task(e, item->time, item->cpu, thread, "release");
    }
    put_task(e, item->time, item->cpu, thread, "resume");
}

static void leave(struct trace_export *e, const struct spoor_item *item, const struct linux_event *l)
{
    struct btf_task *t = l->known && !spoor_is_idle(e->reader, l->thread) ? task_of(e, l->thread) : NULL;

    if (t == NULL) {
        return;
    }
    if (!t->active) { /* it ran when recording began */
        put_task(e, item->time, item->cpu, l->thread, "activate");
        put_task(e, item->time, item->cpu, l->thread, "start");
    } else if (!t->runs) { /* it ran when recording was resumed */
        resume(e, item, l->thread, t);
    }
    t->runs = false;
    t->active = l->state != LINUX_DEAD;
    t->waits = l->state == LINUX_SLEEPING;
    put_task(e, item->time, item->cpu, l->thread, !t->active ? "terminate" : t->waits ? "wait" : "preempt");
}

static void enter(struct trace_export *e, const struct spoor_item *item, uint32_t thread)
{
    struct btf_task *t = !spoor_is_idle(e->reader, thread) ? task_of(e, thread) : NULL;

    if (t == NULL) {
        return;
    }
    if (!t->active) {
        put_task(e, item->time, item->cpu, thread, "activate");
        put_task(e, item->time, item->cpu, thread, "start");
    } else {
        if (t->runs) { /* its switch wasn't recorded */
            put_task(e, item->time, item->cpu, thread, "preempt");
        }
        resume(e, item, thread, t);
    }
    t->active = t->runs = true;
    t->waits = false;
}

static void btf_item(struct trace_export *e, const struct spoor_item *item, const struct spoor_id *id)
{
    struct btf *b = e->to.state;
    struct linux_event l =
        item->kind == SPOOR_RECORD ? export_linux(e, item, id) : (struct linux_event){LINUX_NONE};
    const struct follow_cpu *cpu = &intervals_follow(e->intervals)->cpu[item->cpu];
    struct btf_task *t;

    switch (l.kind) {
    case LINUX_SWITCH:
        leave(e, item, &l);
        enter(e, item, l.other);
        break;
    case LINUX_WAKING:
        t = task_of(e, l.other);
        if (t != NULL && t->waits) {
            t->waits = false;
            put_task(e, item->time, l.target, l.other, "release");
        }
        break;
    case LINUX_IRQ_ENTRY:
        if (cpu->irq_depth < FOLLOW_NESTING) {
            struct btf_irq *irq = &b->open[item->cpu][cpu->irq_depth];

            *irq = (struct btf_irq){b->irqs++, spoor_named(e->reader, SPOOR_WIRE_NAMED_IRQ, l.line) != NULL};
            put_irq(e, item->time, item->cpu, l.line, irq, "activate");
            put_irq(e, item->time, item->cpu, l.line, irq, "start");
        }
        break;
    case LINUX_IRQ_EXIT:
        if (cpu->irq_depth > 0) {
            put_irq(e, item->time, item->cpu, l.line, &b->open[item->cpu][cpu->irq_depth - 1], "terminate");
        }
        break;
    default:
        break;
    }
}

static void btf_end(struct trace_export *e)
{
    if (!((struct btf *)e->to.state)->began) {
        e->to.refusal = "no switches and no interrupts: `trace_stream on switch irq` on the target";
    }
}

static void btf_free(struct trace_export *e)
{
    struct btf *b = e->to.state;

    free(b->tasks);
    hash_free(&b->by_thread);
}

static const struct trace_exporter btf_exporter = {
    .format = {"btf", "BTF, of automotive timing tools: tasks and interrupts on cores", EXPORT_TEXT},
    .state_bytes = sizeof(struct btf),
    .item = btf_item,
    .end = btf_end,
    .free = btf_free,
};
SPOOR_TRACE_EXPORTER(btf);
