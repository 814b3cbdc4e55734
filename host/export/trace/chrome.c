/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Chrome's JSON (chrome://tracing, ui.perfetto.dev, and many others): complete events for runs, interrupts,
 * calls, blocks and ranges; counters; instants. The files are large: viewers work best below 100 MB.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/hash.h>
#include <base/vector.h>
#include <export/trace/exporter.h>
#include <export/trace/stacks.h>

#define FIRST_ROW 100000u /* first row of blocks, above the IDs of points and counters */

enum { PID_CPUS = 1, PID_THREADS = 2, PID_BLOCKS = 3, PID_IRQS = 4 };

#define RECENT 4 /* visits to a block that may be nested in the same interrupt */

struct visit {
    uint64_t from, to;
};

/* Row of a block in a thread, or in the interrupts of a CPU. */
struct row {
    struct visit recent[RECENT];
    unsigned next;
};

struct chrome {
    bool some;
    uint8_t named_cpu[SPOOR_CPUS_MAX];
    struct hash row_by_key; /* rows of blocks */
    struct row *row;
    size_t row_count;
    struct export_stacks stacks;
};

static void put_us(struct out *o, uint64_t ns)
{
    out_number(o, ns / 1000, 0);
    out_char(o, '.');
    out_digits(o, (uint32_t)(ns % 1000), 3);
}

/* @return the time as a viewer reads it: a double */
static double read_us(uint64_t ns)
{
    return (double)((long double)ns / 1000);
}

/*
 * Write a duration. A viewer adds ts and dur as doubles, so that by rounding the end may exceed the beginning
 * of the next slice, and the slices no longer nest. In that case dur has more digits, to make the sum exact.
 */
static void put_duration(struct out *o, uint64_t from_ns, uint64_t to_ns)
{
    double from = read_us(from_ns), to = read_us(to_ns);
    char text[32];

    if (from + read_us(to_ns - from_ns) == to) {
        put_us(o, to_ns - from_ns);
        return;
    }
    double length = to - from;

    if (from + length > to) {
        length = nextafter(length, 0);
    }
    snprintf(text, sizeof text, "%.17g", length);
    out_text(o, text);
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
    put_duration(e->to.out, export_ns(e, i->from), export_ns(e, i->to));
    out_char(e->to.out, '}');
}

static void chrome_begin(struct trace_export *e)
{
    out_literal(e->to.out, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
    put_meta(e, "process_name", PID_CPUS, 0, "CPUs");
    put_meta(e, "process_name", PID_THREADS, 0, "threads");
    put_meta(e, "process_name", PID_BLOCKS, 0, "blocks, points, counters");
    put_meta(e, "process_name", PID_IRQS, 0, "interrupts");
}

static void name_cpu(struct trace_export *e, unsigned cpu)
{
    struct chrome *c = e->to.state;
    char name[32];

    if (!c->named_cpu[cpu]) {
        c->named_cpu[cpu] = 1;
        snprintf(name, sizeof name, "CPU %u", cpu);
        put_meta(e, "thread_name", PID_CPUS, cpu, name);
        put_meta(e, "thread_name", PID_IRQS, cpu, name);
    }
}

/* Write a stack as an instant of the running thread or interrupt. */
static void put_stack(struct trace_export *e, const struct spoor_item *item)
{
    struct chrome *c = e->to.state;
    const struct follow_cpu *cpu = &intervals_follow(e->intervals)->cpu[item->cpu];
    uint32_t stack = export_stack(e, &c->stacks, item);

    if (stack == 0 || (cpu->irq_depth == 0 && !cpu->known)) {
        return;
    }
    begin_event(e, "i", cpu->irq_depth != 0 ? PID_IRQS : PID_THREADS,
                cpu->irq_depth != 0 ? item->cpu : cpu->thread, "stack");
    out_literal(e->to.out, ",\"ts\":");
    put_us(e->to.out, export_ns(e, item->time));
    out_literal(e->to.out, ",\"s\":\"t\",\"sf\":");
    out_number(e->to.out, stack, 0);
    out_char(e->to.out, '}');
}

/* Write the functions that stacks refer to, each with its caller. */
static void put_frames(struct trace_export *e)
{
    struct chrome *c = e->to.state;
    struct out *o = e->to.out;

    for (size_t n = 0; n < c->stacks.count; n++) {
        const struct export_node *node = &c->stacks.nodes[n];

        out_text(o, n == 0 ? ",\"stackFrames\":{\n\"" : ",\n\"");
        out_number(o, n + 1, 0);
        out_literal(o, "\":{\"category\":\"\",\"name\":");
        put_name(o, export_function(e, node->function));
        if (node->parent != 0) {
            out_literal(o, ",\"parent\":");
            out_number(o, node->parent, 0);
        }
        out_char(o, '}');
    }
    out_text(o, c->stacks.count != 0 ? "\n}" : "");
}

static void chrome_item(struct trace_export *e, const struct spoor_item *item, const struct spoor_id *id)
{
    if (item->kind == SPOOR_RECORD && id->class == SPOOR_STACK) {
        put_stack(e, item);
    } else if (item->kind == SPOOR_THREAD) {
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

/* Find the row of a block's visit. Threads may be in a block at the same time, so each thread, and the
 * interrupts of each CPU, have a separate row. */
static unsigned block_row(struct trace_export *e, const struct interval *i)
{
    struct chrome *c = e->to.state;
    uint64_t key = (uint64_t)i->id << 40 | (uint64_t)i->in_irq << 39 | (i->in_irq ? i->cpu : i->thread);
    uint32_t row = hash_find_key(&c->row_by_key, key);
    char name[400];

    if (row != HASH_NONE) {
        return row;
    }
    if (!VECTOR_GROW(c->row, c->row_count) ||
        !hash_add(&c->row_by_key, key, FIRST_ROW + (uint32_t)c->row_count)) {
        e->to.error = ENOMEM;
        return FIRST_ROW;
    }
    row = FIRST_ROW + (unsigned)c->row_count;
    c->row[c->row_count++] = (struct row){.next = 0};
    if (i->in_irq) {
        snprintf(name, sizeof name, "%.180s (interrupts of CPU %u)", spoor_id(e->elf, i->id)->name, i->cpu);
    } else {
        snprintf(name, sizeof name, "%.180s (%.180s)", spoor_id(e->elf, i->id)->name,
                 export_thread(e, i->thread));
    }
    put_meta(e, "thread_name", PID_BLOCKS, row, name);
    return row;
}

/*
 * Write a visit to a block. Its record is written a moment after its end, and its length counts back from
 * there, so its beginning is late by that moment. If an interrupt visited the block within it, the two
 * wouldn't nest: begin with the inner one.
 */
static void put_visit(struct trace_export *e, const struct interval *i)
{
    struct chrome *c = e->to.state;
    unsigned at = block_row(e, i);
    struct interval whole = *i;

    if (e->to.error != 0) {
        return;
    }
    struct row *row = &c->row[at - FIRST_ROW];

    for (const struct visit *v = row->recent; v < row->recent + RECENT; v++) {
        if (v->from < whole.from && whole.from < v->to) {
            whole.from = v->from;
        }
    }
    row->recent[row->next++ % RECENT] = (struct visit){whole.from, whole.to};
    put_complete(e, PID_BLOCKS, at, spoor_id(e->elf, i->id)->name, &whole);
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
    case INTERVAL_IRQ: /* not in the row of runs: a switch in an interrupt ends a run inside it */
        name_cpu(e, i->cpu);
        put_complete(e, PID_IRQS, i->cpu, export_irq(e, i->line), i);
        break;
    case INTERVAL_FUNCTION:
        put_complete(e, i->in_irq ? PID_IRQS : PID_THREADS, i->in_irq ? i->cpu : i->thread,
                     export_function(e, i->function), i);
        break;
    default:
        put_visit(e, i);
        break;
    }
}

static void chrome_end(struct trace_export *e)
{
    out_literal(e->to.out, "\n]");
    put_frames(e);
    out_literal(e->to.out, "}\n");
}

static void chrome_free(struct trace_export *e)
{
    struct chrome *c = e->to.state;

    hash_free(&c->row_by_key);
    export_stacks_free(&c->stacks);
    free(c->row);
}

static const struct trace_exporter chrome_exporter = {
    .format = {"chrome", "Chrome's trace JSON, which many viewers open", EXPORT_TEXT},
    .state_bytes = sizeof(struct chrome),
    .begin = chrome_begin,
    .item = chrome_item,
    .interval = chrome_interval,
    .end = chrome_end,
    .free = chrome_free,
};
SPOOR_TRACE_EXPORTER(chrome);
