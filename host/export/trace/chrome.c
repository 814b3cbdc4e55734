/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Chrome's JSON (chrome://tracing, ui.perfetto.dev, and many others): complete events for runs, interrupts,
 * calls, blocks and ranges; counters; instants. Large: below 100 MB at best.
 */
#include <string.h>
#include <export/trace/exporter.h>

enum { PID_CPUS = 1, PID_THREADS = 2, PID_BLOCKS = 3 };

struct chrome {
    bool some;
    uint8_t named_cpu[SPOOR_CPUS_MAX];
};

static void put_us(struct out *o, uint64_t ns)
{
    out_number(o, ns / 1000, 0);
    out_char(o, '.');
    out_digits(o, (uint32_t)(ns % 1000), 3);
}

static void put_name(struct out *o, const char *name)
{
    out_char(o, '"');
    out_escaped(o, name, strlen(name));
    out_char(o, '"');
}

static void begin_event(struct trace_export *e, const char *phase, unsigned pid, uint64_t tid,
                        const char *name)
{
    struct chrome *c = e->to.state;
    struct out *o = e->to.out;

    out_text(o, c->some ? ",\n{\"ph\":\"" : "{\"ph\":\"");
    c->some = true;
    out_text(o, phase);
    out_literal(o, "\",\"pid\":");
    out_number(o, pid, 0);
    out_literal(o, ",\"tid\":");
    out_number(o, tid, 0);
    out_literal(o, ",\"name\":");
    put_name(o, name);
}

static void put_meta(struct trace_export *e, const char *key, unsigned pid, uint64_t tid, const char *name)
{
    begin_event(e, "M", pid, tid, key);
    out_literal(e->to.out, ",\"args\":{\"name\":");
    put_name(e->to.out, name);
    out_literal(e->to.out, "}}");
}

static void put_complete(struct trace_export *e, unsigned pid, uint64_t tid, const char *name,
                         const struct interval *i)
{
    begin_event(e, "X", pid, tid, name);
    out_literal(e->to.out, ",\"ts\":");
    put_us(e->to.out, export_ns(e, i->from));
    out_literal(e->to.out, ",\"dur\":");
    put_us(e->to.out, export_ns(e, i->to) - export_ns(e, i->from));
    out_char(e->to.out, '}');
}

static void chrome_begin(struct trace_export *e)
{
    out_literal(e->to.out, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
    put_meta(e, "process_name", PID_CPUS, 0, "CPUs");
    put_meta(e, "process_name", PID_THREADS, 0, "threads");
    put_meta(e, "process_name", PID_BLOCKS, 0, "blocks, points, counters");
}

static void name_cpu(struct trace_export *e, unsigned cpu)
{
    struct chrome *c = e->to.state;
    char name[32];

    if (!c->named_cpu[cpu]) {
        c->named_cpu[cpu] = 1;
        snprintf(name, sizeof name, "CPU %u", cpu);
        put_meta(e, "thread_name", PID_CPUS, cpu, name);
    }
}

static void chrome_item(struct trace_export *e, const struct spoor_item *item, const struct spoor_id *id)
{
    if (item->kind == SPOOR_THREAD) {
        put_meta(e, "thread_name", PID_THREADS, item->thread, export_thread(e, item->thread));
    } else if (item->kind == SPOOR_RECORD && (id->class == SPOOR_POINT || id->class == SPOOR_COUNTER)) {
        begin_event(e, id->class == SPOOR_POINT ? "i" : "C", PID_BLOCKS, item->id, id->name);
        out_literal(e->to.out, ",\"ts\":");
        put_us(e->to.out, export_ns(e, item->time));
        if (id->class == SPOOR_POINT) {
            out_literal(e->to.out, ",\"s\":\"t\"}");
        } else {
            out_literal(e->to.out, ",\"args\":{\"value\":");
            out_signed(e->to.out, (int32_t)item->word[0]);
            out_literal(e->to.out, "}}");
        }
    }
}

static void chrome_interval(struct trace_export *e, const struct interval *i)
{
    switch (i->kind) {
    case INTERVAL_STATE:
        if (i->state == FOLLOW_RUNS) {
            name_cpu(e, i->cpu);
            put_complete(e, PID_CPUS, i->cpu, export_thread(e, i->thread), i);
        }
        break;
    case INTERVAL_IRQ:
        name_cpu(e, i->cpu);
        put_complete(e, PID_CPUS, i->cpu, export_irq(e, i->line), i);
        break;
    case INTERVAL_FUNCTION:
        put_complete(e, i->in_irq ? PID_CPUS : PID_THREADS, i->in_irq ? i->cpu : i->thread,
                     export_function(e, i->function), i);
        break;
    default:
        put_complete(e, PID_BLOCKS, i->id, spoor_id(e->elf, i->id)->name, i);
        break;
    }
}

static void chrome_end(struct trace_export *e)
{
    out_literal(e->to.out, "\n]}\n");
}

static const struct trace_exporter chrome_exporter = {
    .format = {"chrome", "Chrome's trace JSON, which many viewers open", EXPORT_TEXT},
    .state_bytes = sizeof(struct chrome),
    .begin = chrome_begin,
    .item = chrome_item,
    .interval = chrome_interval,
    .end = chrome_end,
};
SPOOR_TRACE_EXPORTER(chrome);
