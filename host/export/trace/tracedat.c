/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * trace.dat, version 6 (trace-cmd.dat.v6(5)), for KernelShark and trace-cmd. Switches, wake-ups and
 * interrupts are Linux's events, calls are those of its function graph tracer, and all others are unchanged
 * in the system "spoor".
 */
#include <errno.h>
#include <string.h>
#include <export/trace/exporter.h>
#include <export/trace/stacks.h>
#include "tracedat_priv.h"

/* ------------------------------------------------------------------ records */

static void put_common(struct trace_export *e, unsigned event, const struct linux_event *l)
{
    struct tracedat *t = e->to.state;

    t->body.used = 0;
    bytes_u16(&t->body, event);
    bytes_u8(&t->body, l->in_irq ? 0x08 : 0);
    bytes_u8(&t->body, 0);
    bytes_u32(&t->body, l->known ? export_tid(e, l->thread) : 0);
}

static void put_comm(struct trace_export *e, const char *name)
{
    struct tracedat *t = e->to.state;
    char comm[16] = {0};

    strncpy(comm, name, sizeof comm - 1);
    bytes_add(&t->body, comm, sizeof comm);
}

static void put_linux(struct trace_export *e, const struct spoor_item *item, const struct linux_event *l)
{
    struct tracedat *t = e->to.state;
    const char *name;

    switch (l->kind) {
    case LINUX_SWITCH:
        put_common(e, EV_SWITCH, l);
        put_comm(e, l->known ? export_thread(e, l->thread) : "?");
        bytes_u32(&t->body, l->known ? export_tid(e, l->thread) : 0);
        bytes_u32(&t->body, export_priority(e, l->thread));
        bytes_u64(&t->body, l->state);
        put_comm(e, export_thread(e, l->other));
        bytes_u32(&t->body, export_tid(e, l->other));
        bytes_u32(&t->body, export_priority(e, l->other));
        break;
    case LINUX_WAKING:
        put_common(e, EV_WAKING, l);
        put_comm(e, export_thread(e, l->other));
        bytes_u32(&t->body, export_tid(e, l->other));
        bytes_u32(&t->body, export_priority(e, l->other));
        bytes_u32(&t->body, l->target);
        break;
    case LINUX_IRQ_ENTRY:
        name = export_irq(e, l->line);
        put_common(e, EV_IRQ_ENTRY, l);
        bytes_u32(&t->body, l->line);
        bytes_u32(&t->body, (uint32_t)(strlen(name) + 1) << 16 | 16); /* its length and offset in the
                                                                       * record */
        bytes_add(&t->body, name, strlen(name) + 1);
        break;
    default:
        put_common(e, EV_IRQ_EXIT, l);
        bytes_u32(&t->body, l->line);
        bytes_u32(&t->body, 1);
        break;
    }
    tracedat_put(e, item->cpu, export_ns(e, item->time));
}

/* Write the beginning of a call. The record of its end also contains the beginning. */
static void put_call(struct trace_export *e, const struct spoor_item *item, const struct linux_event *l)
{
    struct tracedat *t = e->to.state;

    put_common(e, EV_GRAPH_ENTRY, l);
    bytes_u64(&t->body, item->word[0] & ~UINT32_C(1));
    bytes_u32(&t->body, follow_depth(intervals_follow(e->intervals), item->cpu));
    tracedat_put(e, item->cpu, export_ns(e, item->time));
}

/* Write a stack as that of Linux' tracer: the number of addresses, and the calls, innermost first. */
static void put_stack(struct trace_export *e, const struct spoor_item *item, const struct linux_event *l)
{
    struct tracedat *t = e->to.state;
    unsigned depth = export_stack_depth(item);

    put_common(e, EV_STACK, l);
    bytes_u64(&t->body, depth);
    for (unsigned n = 0; n < depth; n++) {
        bytes_u64(&t->body, export_stack_call(item, n));
    }
    tracedat_put(e, item->cpu, export_ns(e, item->time));
}

static void put_own(struct trace_export *e, const struct spoor_item *item, const struct spoor_id *id,
                    const struct linux_event *l)
{
    struct tracedat *t = e->to.state;

    put_common(e, EV_IDS + item->id, l);
    t->used[item->id] = true;
    if (id->words == SPOOR_WIRE_WORDS_DATA) {
        bytes_u32(&t->body, (item->bytes + 1) << 16 | 12);
        bytes_add(&t->body, item->data, item->bytes);
        bytes_u8(&t->body, 0);
    } else if (id->field_count == 0) { /* a block or range has one word, a point none */
        for (unsigned n = 0; n < id->words; n++) {
            bytes_u32(&t->body, item->word[n]);
        }
    } else {
        for (unsigned n = 0; n < id->field_count; n++) {
            bytes_u32(&t->body, spoor_value(&id->fields[n], item->word));
        }
    }
    tracedat_put(e, item->cpu, export_ns(e, item->time));
}

static void tracedat_item(struct trace_export *e, const struct spoor_item *item, const struct spoor_id *id)
{
    if (item->kind == SPOOR_GAP || item->kind == SPOOR_MISSING) {
        struct lane *lane = tracedat_lane(e, item->cpu);

        tracedat_close_page(e, lane);
        lane->lost += item->count;
    } else if (item->kind == SPOOR_RECORD) {
        struct linux_event l = export_linux(e, item, id);

        if (l.kind != LINUX_NONE) {
            put_linux(e, item, &l);
        } else if (id->class == SPOOR_ENTER) {
            put_call(e, item, &l);
        } else if (id->class == SPOOR_STACK) {
            put_stack(e, item, &l);
        } else if (id->class != SPOOR_LEAVE) {
            put_own(e, item, id, &l);
        }
    }
}

static void tracedat_interval(struct trace_export *e, const struct interval *i)
{
    struct tracedat *t = e->to.state;
    struct linux_event l = {.known = true, .thread = i->thread, .in_irq = i->in_irq};

    if (i->kind == INTERVAL_FUNCTION && !i->cut) {
        put_common(e, EV_GRAPH_EXIT, &l);
        bytes_u64(&t->body, i->function & ~UINT32_C(1));
        bytes_u64(&t->body, export_ns(e, i->from));
        bytes_u64(&t->body, export_ns(e, i->to));
        bytes_u64(&t->body, 0);
        bytes_u32(&t->body, i->depth);
        tracedat_put(e, i->cpu, export_ns(e, i->to));
    }
}

/* ------------------------------------------------------------------ the file */

static void put_symbols(struct trace_export *e, struct bytes *h)
{
    struct bytes b = {0};
    struct spoor_symbol s;

    for (size_t n = 0; spoor_elf_symbol_nth(e->elf, n, &s); n++) {
        if (s.address != 0) { /* otherwise NULL would have a name */
            bytes_print(&b, "%016x %c ", s.address & ~UINT32_C(1), s.function ? 'T' : 'D');
            for (unsigned c = 0; c < 200 && s.name[c] != 0; c++) { /* readers end a name at a space */
                bytes_u8(&b, s.name[c] != ' ' ? (unsigned char)s.name[c] : '_');
            }
            bytes_u8(&b, '\n');
        }
    }
    bytes_u8(&b, 0);
    bytes_u32(h, (uint32_t)b.used);
    bytes_add(h, b.data, b.used);
    bytes_free(&b);
}

static void put_threads(struct trace_export *e, struct bytes *h)
{
    const struct follow *f = intervals_follow(e->intervals);
    struct bytes b = {0};

    for (size_t n = 0; n < f->thread_count; n++) {
        if (export_tid(e, f->threads[n].number) != 0) {
            bytes_print(&b, "%u %.200s\n", f->threads[n].number, export_thread(e, f->threads[n].number));
        }
    }
    bytes_u8(&b, 0);
    bytes_u64(h, b.used);
    bytes_add(h, b.data, b.used);
    bytes_free(&b);
}

static void put_option(struct bytes *h, unsigned number, const char *text, size_t n)
{
    bytes_u16(h, number);
    bytes_u32(h, (uint32_t)n);
    bytes_add(h, text, n);
}

static void put_head(struct trace_export *e, struct bytes *h)
{
    static const char page[] = "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
                               "\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n"
                               "\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
                               "\tfield: char data;\toffset:16;\tsize:4080;\tsigned:1;\n";
    static const char entry[] =
        "# compressed entry header\n\ttype_len    :    5 bits\n\ttime_delta  :   27 bits\n"
        "\tarray       :   32 bits\n\n\tpadding     : type == 29\n"
        "\ttime_extend : type == 30\n\ttime_stamp : type == 31\n"
        "\tdata max type_len  == 28\n";
    struct tracedat *t = e->to.state;
    unsigned own = 0;

    bytes_add(h, "\x17\x08\x44tracing6\0\0\x08", 14);
    bytes_u32(h, TRACEDAT_PAGE);
    bytes_add(h, "header_page", 12);
    bytes_u64(h, sizeof page - 1);
    bytes_text(h, page);
    bytes_add(h, "header_event", 13);
    bytes_u64(h, sizeof entry - 1);
    bytes_text(h, entry);
    tracedat_describe_kernel(h);
    bytes_add(h, "spoor", 6);
    for (unsigned id = 0; id < SPOOR_WIRE_IDS; id++) {
        own += t->used[id];
    }
    bytes_u32(h, own);
    for (unsigned id = 0; id < SPOOR_WIRE_IDS; id++) {
        if (t->used[id]) {
            tracedat_describe(h, spoor_id(e->elf, id), id);
        }
    }
    put_symbols(e, h);
    bytes_u32(h, 0); /* no formats of printk() */
    put_threads(e, h);
    bytes_u32(h, e->cpus);
    bytes_add(h, "options  ", 10);
    put_option(h, 4, "", 0); /* the clock follows the table of CPUs */
    put_option(h, 5, spoor_recording(e->reader)->header.board,
               strlen(spoor_recording(e->reader)->header.board) + 1);
    for (unsigned cpu = 0; cpu < e->cpus; cpu++) {
        char text[100];

        snprintf(text, sizeof text, "CPU: %u\nentries: %llu\noverrun: 0\n", cpu,
                 (unsigned long long)t->cpu[cpu].records);
        put_option(h, 2, text, strlen(text) + 1);
    }
    bytes_u16(h, 0);
    bytes_add(h, "flyrecord", 10);
}

static void tracedat_end(struct trace_export *e)
{
    static const char clock[] = "[mono]\n";
    struct tracedat *t = e->to.state;
    struct bytes h = {0};

    put_head(e, &h);
    uint64_t at = h.used + 16 * (uint64_t)e->cpus + 8 + sizeof clock;
    uint64_t data = (at + TRACEDAT_PAGE - 1) / TRACEDAT_PAGE * TRACEDAT_PAGE;

    for (unsigned cpu = 0; cpu < e->cpus; cpu++) {
        tracedat_close_page(e, &t->cpu[cpu]);
        bytes_u64(&h, data);
        bytes_u64(&h, t->cpu[cpu].bytes);
        data += t->cpu[cpu].bytes;
    }
    bytes_u64(&h, sizeof clock);
    bytes_add(&h, clock, sizeof clock);
    bytes_zeros(&h, -at & (TRACEDAT_PAGE - 1));
    export_flush(&e->to, &h);
    bytes_free(&h);
    for (unsigned cpu = 0; cpu < e->cpus; cpu++) {
        if (t->cpu[cpu].pages != NULL) {
            export_copy(&e->to, t->cpu[cpu].pages);
        }
    }
}

static void tracedat_free(struct trace_export *e)
{
    struct tracedat *t = e->to.state;

    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        if (t->cpu[cpu].pages != NULL) {
            fclose(t->cpu[cpu].pages);
        }
        bytes_free(&t->cpu[cpu].page);
    }
    bytes_free(&t->body);
    bytes_free(&t->head);
}

static const struct trace_exporter tracedat_exporter = {
    .format = {"trace.dat", "KernelShark, trace-cmd report", EXPORT_BINARY},
    .state_bytes = sizeof(struct tracedat),
    .item = tracedat_item,
    .interval = tracedat_interval,
    .end = tracedat_end,
    .free = tracedat_free,
};
SPOOR_TRACE_EXPORTER(tracedat);
