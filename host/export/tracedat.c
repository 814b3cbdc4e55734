/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * trace.dat, version 6 (trace-cmd.dat.v6(5)), for KernelShark and trace-cmd: switches, wake-ups and
 * interrupts as Linux's events, calls as those of its function graph, all other events as they are, in the
 * system "spoor". Pages of each CPU go to a file of their own first, since the header tells their sizes.
 */
#include <errno.h>
#include <string.h>
#include <export/export.h>

#define PAGE      4096u
#define PAGE_HEAD 16u /* time, and bytes used */
#define ROOM      (PAGE - PAGE_HEAD)

/* Event numbers; those of our IDs come after. */
enum {
    EV_GRAPH_EXIT = 10,
    EV_GRAPH_ENTRY = 11,
    EV_SWITCH = 300,
    EV_WAKING,
    EV_IRQ_ENTRY,
    EV_IRQ_EXIT,
    EV_IDS = 1000
};

enum { TYPE_TIME_EXTEND = 30 };
#define COMMIT_LOST  (UINT64_C(1) << 31)
#define COMMIT_COUNT (UINT64_C(1) << 30)

struct lane {
    FILE *pages;
    struct bytes page; /* the records of the open one */
    bool open;
    uint64_t begin, last; /* ns */
    uint64_t lost;        /* records before this page */
    uint64_t bytes, records;
};

struct tracedat {
    struct lane cpu[SPOOR_CPUS_MAX];
    struct bytes body, head;
    bool used[WIRE_IDS];
};

/* ------------------------------------------------------------------ pages */

static void close_page(struct export *e, struct lane *lane)
{
    struct tracedat *t = e->state;
    uint64_t commit = lane->page.used;

    if (!lane->open) {
        return;
    }
    if (lane->lost != 0) {
        commit |= COMMIT_LOST;
        if (lane->page.used + 8 <= ROOM) {
            commit |= COMMIT_COUNT;
            bytes_u64(&lane->page, lane->lost);
        }
    }
    t->head.used = 0;
    bytes_u64(&t->head, lane->begin);
    bytes_u64(&t->head, commit);
    bytes_zeros(&lane->page, ROOM - lane->page.used);
    export_write(e, lane->pages, &t->head);
    export_write(e, lane->pages, &lane->page);
    lane->bytes += PAGE;
    lane->open = false;
    lane->lost = 0;
}

static struct lane *lane_of(struct export *e, unsigned cpu)
{
    struct tracedat *t = e->state;
    struct lane *lane = &t->cpu[cpu];

    if (lane->pages == NULL) {
        lane->pages = tmpfile();
        if (lane->pages == NULL && e->error == 0) {
            e->error = errno;
        }
    }
    return lane;
}

/* Append the record in `body`. */
static void put_record(struct export *e, unsigned cpu, uint64_t ns)
{
    struct tracedat *t = e->state;
    struct lane *lane = lane_of(e, cpu);
    struct bytes *body = &t->body;

    bytes_zeros(body, -body->used & 3);
    if (lane->open && lane->page.used + body->used + 16 + 8 > ROOM) {
        close_page(e, lane);
    }
    if (!lane->open) {
        lane->open = true;
        lane->begin = lane->last = ns;
    }
    uint64_t delta = ns - lane->last;
    uint32_t words = (uint32_t)body->used / 4;

    if (delta >> 27 != 0) {
        bytes_u32(&lane->page, (uint32_t)(delta & 0x7FFFFFF) << 5 | TYPE_TIME_EXTEND);
        bytes_u32(&lane->page, (uint32_t)(delta >> 27));
        delta = 0;
    }
    if (words <= 28) {
        bytes_u32(&lane->page, (uint32_t)delta << 5 | words);
    } else {
        bytes_u32(&lane->page, (uint32_t)delta << 5);
        bytes_u32(&lane->page, (uint32_t)body->used + 4);
    }
    bytes_add(&lane->page, body->data, body->used);
    e->error = e->error == 0 && body->failed ? ENOMEM : e->error;
    lane->last = ns;
    lane->records++;
}

/* ------------------------------------------------------------------ records */

static void put_common(struct export *e, unsigned event, const struct linux_event *l)
{
    struct tracedat *t = e->state;

    t->body.used = 0;
    bytes_u16(&t->body, event);
    bytes_u8(&t->body, l->in_irq ? 0x08 : 0);
    bytes_u8(&t->body, 0);
    bytes_u32(&t->body, l->known ? export_tid(e, l->thread) : 0);
}

static void put_comm(struct export *e, const char *name)
{
    struct tracedat *t = e->state;
    char comm[16] = {0};

    strncpy(comm, name, sizeof comm - 1);
    bytes_add(&t->body, comm, sizeof comm);
}

static void put_linux(struct export *e, const struct spoor_item *item, const struct linux_event *l)
{
    struct tracedat *t = e->state;
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
        bytes_u32(&t->body, (uint32_t)(strlen(name) + 1) << 16 | 16); /* its length and place in the record */
        bytes_add(&t->body, name, strlen(name) + 1);
        break;
    default:
        put_common(e, EV_IRQ_EXIT, l);
        bytes_u32(&t->body, l->line);
        bytes_u32(&t->body, 1);
        break;
    }
    put_record(e, item->cpu, export_ns(e, item->time));
}

/* A call's end tells its beginning; the record of its beginning came before. */
static void put_call(struct export *e, const struct spoor_item *item, const struct linux_event *l)
{
    struct tracedat *t = e->state;

    put_common(e, EV_GRAPH_ENTRY, l);
    bytes_u64(&t->body, item->word[0] & ~UINT32_C(1));
    bytes_u32(&t->body, follow_depth(intervals_follow(e->intervals), item->cpu));
    put_record(e, item->cpu, export_ns(e, item->time));
}

static void put_own(struct export *e, const struct spoor_item *item, const struct spoor_id *id,
                    const struct linux_event *l)
{
    struct tracedat *t = e->state;

    put_common(e, EV_IDS + item->id, l);
    t->used[item->id] = true;
    if (id->words == WIRE_WORDS_DATA) {
        bytes_u32(&t->body, (item->bytes + 1) << 16 | 12);
        bytes_add(&t->body, item->data, item->bytes);
        bytes_u8(&t->body, 0);
    } else if (id->field_count == 0) { /* a block or a range has one word, a point none */
        for (unsigned n = 0; n < id->words; n++) {
            bytes_u32(&t->body, item->word[n]);
        }
    } else {
        for (unsigned n = 0; n < id->field_count; n++) {
            bytes_u32(&t->body, spoor_value(&id->fields[n], item->word));
        }
    }
    put_record(e, item->cpu, export_ns(e, item->time));
}

static void tracedat_item(struct export *e, const struct spoor_item *item, const struct spoor_id *id)
{
    if (item->kind == SPOOR_GAP || item->kind == SPOOR_MISSING) {
        struct lane *lane = lane_of(e, item->cpu);

        close_page(e, lane);
        lane->lost += item->count;
    } else if (item->kind == SPOOR_RECORD) {
        struct linux_event l = export_linux(e, item, id);

        if (l.kind != LINUX_NONE) {
            put_linux(e, item, &l);
        } else if (id->class == SPOOR_ENTER) {
            put_call(e, item, &l);
        } else if (id->class != SPOOR_LEAVE) {
            put_own(e, item, id, &l);
        }
    }
}

static void tracedat_interval(struct export *e, const struct interval *i)
{
    struct tracedat *t = e->state;
    struct linux_event l = {.known = true, .thread = i->thread, .in_irq = i->in_irq};

    if (i->kind == INTERVAL_FUNCTION && !i->cut) {
        put_common(e, EV_GRAPH_EXIT, &l);
        bytes_u64(&t->body, i->function & ~UINT32_C(1));
        bytes_u64(&t->body, export_ns(e, i->from));
        bytes_u64(&t->body, export_ns(e, i->to));
        bytes_u64(&t->body, 0);
        bytes_u32(&t->body, i->depth);
        put_record(e, i->cpu, export_ns(e, i->to));
    }
}

/* ------------------------------------------------------------------ descriptions */

/* A name that is an identifier in C, as a parser of formats wants it. */
static void put_identifier(struct bytes *b, const char *name)
{
    for (unsigned n = 0; n < 60 && name[n] != 0; n++) {
        char c = name[n];
        bool good =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (n > 0 && c >= '0' && c <= '9');

        bytes_u8(b, good ? (unsigned char)c : '_');
    }
    if (name[0] == 0) {
        bytes_u8(b, '_');
    }
}

static void begin_format(struct bytes *b, const char *name, unsigned number)
{
    b->used = 0;
    bytes_text(b, "name: ");
    put_identifier(b, name);
    bytes_print(b,
                "\nID: %u\nformat:\n"
                "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
                "\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
                "\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
                "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n",
                number);
}

struct field {
    const char *type, *name, *suffix;
    unsigned size, is_signed;
};

static void put_fields(struct bytes *b, const struct field *fields, unsigned count)
{
    unsigned offset = 8;

    for (unsigned n = 0; n < count; n++) {
        bytes_print(b, "\tfield:%s %s%s;\toffset:%u;\tsize:%u;\tsigned:%u;\n", fields[n].type, fields[n].name,
                    fields[n].suffix, offset, fields[n].size, fields[n].is_signed);
        offset += fields[n].size;
    }
    bytes_text(b, "\nprint fmt: ");
}

static void add_format(struct bytes *to, struct bytes *format)
{
    bytes_text(format, "\n");
    bytes_u64(to, format->used);
    bytes_add(to, format->data, format->used);
    to->failed |= format->failed;
}

static void describe(struct bytes *to, const char *name, unsigned number, const struct field *fields,
                     unsigned count, const char *print)
{
    struct bytes b = {0};

    begin_format(&b, name, number);
    put_fields(&b, fields, count);
    bytes_text(&b, print);
    add_format(to, &b);
    bytes_free(&b);
}

static void describe_kernel(struct bytes *h)
{
    static const struct field exit_fields[] = {{"unsigned long", "func", "", 8, 0},
                                               {"unsigned long long", "calltime", "", 8, 0},
                                               {"unsigned long long", "rettime", "", 8, 0},
                                               {"unsigned long", "overrun", "", 8, 0},
                                               {"int", "depth", "", 4, 1}};
    static const struct field entry_fields[] = {{"unsigned long", "func", "", 8, 0},
                                                {"int", "depth", "", 4, 1}};
    static const struct field switch_fields[] = {
        {"char", "prev_comm", "[16]", 16, 0}, {"pid_t", "prev_pid", "", 4, 1},
        {"int", "prev_prio", "", 4, 1},       {"long", "prev_state", "", 8, 1},
        {"char", "next_comm", "[16]", 16, 0}, {"pid_t", "next_pid", "", 4, 1},
        {"int", "next_prio", "", 4, 1}};
    static const struct field waking_fields[] = {{"char", "comm", "[16]", 16, 0},
                                                 {"pid_t", "pid", "", 4, 1},
                                                 {"int", "prio", "", 4, 1},
                                                 {"int", "target_cpu", "", 4, 1}};
    static const struct field irq_entry_fields[] = {{"int", "irq", "", 4, 1},
                                                    {"__data_loc char[]", "name", "", 4, 0}};
    static const struct field irq_exit_fields[] = {{"int", "irq", "", 4, 1}, {"int", "ret", "", 4, 1}};

    bytes_u32(h, 2);
    describe(h, "funcgraph_entry", EV_GRAPH_ENTRY, entry_fields, COUNT_OF(entry_fields),
             "\"--> %ps (%d)\", (void *)REC->func, REC->depth");
    describe(h, "funcgraph_exit", EV_GRAPH_EXIT, exit_fields, COUNT_OF(exit_fields),
             "\"<-- %ps (%d)\", (void *)REC->func, REC->depth");
    bytes_u32(h, 3);
    bytes_add(h, "sched", 6);
    bytes_u32(h, 2);
    describe(
        h, "sched_switch", EV_SWITCH, switch_fields, COUNT_OF(switch_fields),
        "\"prev_comm=%s prev_pid=%d prev_prio=%d prev_state=%s ==> next_comm=%s next_pid=%d next_prio=%d\", "
        "REC->prev_comm, REC->prev_pid, REC->prev_prio, __print_symbolic(REC->prev_state, { 0, \"R\" }, { 1, "
        "\"S\" }, "
        "{ 2, \"D\" }, { 4, \"T\" }, { 16, \"X\" }), REC->next_comm, REC->next_pid, REC->next_prio");
    describe(h, "sched_waking", EV_WAKING, waking_fields, COUNT_OF(waking_fields),
             "\"comm=%s pid=%d prio=%d target_cpu=%03d\", REC->comm, REC->pid, REC->prio, REC->target_cpu");
    bytes_add(h, "irq", 4);
    bytes_u32(h, 2);
    describe(h, "irq_handler_entry", EV_IRQ_ENTRY, irq_entry_fields, COUNT_OF(irq_entry_fields),
             "\"irq=%d name=%s\", REC->irq, __get_str(name)");
    describe(h, "irq_handler_exit", EV_IRQ_EXIT, irq_exit_fields, COUNT_OF(irq_exit_fields),
             "\"irq=%d ret=%s\", REC->irq, REC->ret ? \"handled\" : \"unhandled\"");
}

/* Text between quotes in a format. */
static void put_quoted(struct bytes *b, const char *text)
{
    for (; *text != 0; text++) {
        unsigned char c = (unsigned char)*text;

        bytes_u8(b, c < ' ' || c == '"' || c == '\\' || c == '%' || c >= 0x7F ? '?' : c);
    }
}

static void put_argument(struct bytes *b, const struct spoor_field *f)
{
    if (f->format == SPOOR_PTR) {
        bytes_text(b, ", (void *)(unsigned long)REC->");
        put_identifier(b, f->name);
        return;
    }
    if (f->format != SPOOR_ENUM) {
        bytes_text(b, ", REC->");
        put_identifier(b, f->name);
        return;
    }
    bytes_text(b, ", __print_symbolic(REC->");
    put_identifier(b, f->name);
    for (uint32_t n = 0; n < f->value_count; n++) {
        bytes_print(b, ", { %u, \"", n);
        put_quoted(b, f->values[n]);
        bytes_text(b, "\" }");
    }
    bytes_text(b, ")");
}

static void describe_own(struct bytes *h, const struct spoor_id *id, unsigned number)
{
    struct bytes b = {0};
    unsigned fields = id->field_count != 0 ? id->field_count : id->words == WIRE_WORDS_DATA ? 1 : id->words;

    begin_format(&b, id->name, EV_IDS + number);
    for (unsigned n = 0; n < fields; n++) {
        bytes_text(&b, id->words == WIRE_WORDS_DATA ? "\tfield:__data_loc char[] " : "\tfield:unsigned int ");
        put_identifier(&b, n < id->field_count        ? id->fields[n].name
                           : id->class == SPOOR_BLOCK ? "cycles"
                                                      : "value");
        bytes_print(&b, ";\toffset:%u;\tsize:4;\tsigned:%u;\n", 8 + 4 * n,
                    n < id->field_count && id->fields[n].format == SPOOR_I32);
    }
    bytes_text(&b, "\nprint fmt: \"");
    for (unsigned n = 0; n < fields; n++) {
        bytes_text(&b, n != 0 ? " " : "");
        put_identifier(&b, n < id->field_count        ? id->fields[n].name
                           : id->class == SPOOR_BLOCK ? "cycles"
                                                      : "value");
        bytes_text(&b, id->words == WIRE_WORDS_DATA         ? "=%s"
                       : n >= id->field_count               ? "=%u"
                       : id->fields[n].format == SPOOR_PTR  ? "=%ps"
                       : id->fields[n].format == SPOOR_I32  ? "=%d"
                       : id->fields[n].format == SPOOR_X32  ? "=0x%x"
                       : id->fields[n].format == SPOOR_ENUM ? "=%s"
                                                            : "=%u");
    }
    bytes_text(&b, "\"");
    for (unsigned n = 0; n < fields; n++) {
        if (id->words == WIRE_WORDS_DATA) {
            bytes_text(&b, ", __get_str(");
            put_identifier(&b, n < id->field_count ? id->fields[n].name : "value");
            bytes_text(&b, ")");
        } else if (n < id->field_count) {
            put_argument(&b, &id->fields[n]);
        } else {
            bytes_print(&b, ", REC->%s", id->class == SPOOR_BLOCK ? "cycles" : "value");
        }
    }
    add_format(h, &b);
    bytes_free(&b);
}

/* ------------------------------------------------------------------ the file */

static void put_symbols(struct export *e, struct bytes *h)
{
    struct bytes b = {0};
    struct spoor_symbol s;

    for (size_t n = 0; spoor_elf_symbol_nth(e->elf, n, &s); n++) {
        if (s.address != 0) { /* there, a NULL would have a name */
            bytes_print(&b, "%016x %c %.200s\n", s.address & ~UINT32_C(1), s.function ? 'T' : 'D', s.name);
        }
    }
    bytes_u8(&b, 0);
    bytes_u32(h, (uint32_t)b.used);
    bytes_add(h, b.data, b.used);
    bytes_free(&b);
}

static void put_threads(struct export *e, struct bytes *h)
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

static void put_head(struct export *e, struct bytes *h)
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
    struct tracedat *t = e->state;
    unsigned own = 0;

    bytes_add(h, "\x17\x08\x44tracing6\0\0\x08", 14);
    bytes_u32(h, PAGE);
    bytes_add(h, "header_page", 12);
    bytes_u64(h, sizeof page - 1);
    bytes_text(h, page);
    bytes_add(h, "header_event", 13);
    bytes_u64(h, sizeof entry - 1);
    bytes_text(h, entry);
    describe_kernel(h);
    bytes_add(h, "spoor", 6);
    for (unsigned id = 0; id < WIRE_IDS; id++) {
        own += t->used[id];
    }
    bytes_u32(h, own);
    for (unsigned id = 0; id < WIRE_IDS; id++) {
        if (t->used[id]) {
            describe_own(h, spoor_id(e->elf, id), id);
        }
    }
    put_symbols(e, h);
    bytes_u32(h, 0); /* formats of printk() */
    put_threads(e, h);
    bytes_u32(h, e->cpus);
    bytes_add(h, "options  ", 10);
    put_option(h, 4, "", 0); /* the clock comes after the table of CPUs */
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

static void copy_pages(struct export *e, FILE *pages)
{
    static char buffer[65536];
    size_t n;

    rewind(pages);
    while ((n = fread(buffer, 1, sizeof buffer, pages)) > 0) {
        out_bytes(e->out, buffer, n);
    }
    if (ferror(pages) && e->error == 0) {
        e->error = EIO;
    }
}

static void tracedat_end(struct export *e)
{
    static const char clock[] = "[mono]\n";
    struct tracedat *t = e->state;
    struct bytes h = {0};

    put_head(e, &h);
    uint64_t at = h.used + 16 * (uint64_t)e->cpus + 8 + sizeof clock;
    uint64_t data = (at + PAGE - 1) / PAGE * PAGE;

    for (unsigned cpu = 0; cpu < e->cpus; cpu++) {
        close_page(e, &t->cpu[cpu]);
        bytes_u64(&h, data);
        bytes_u64(&h, t->cpu[cpu].bytes);
        data += t->cpu[cpu].bytes;
    }
    bytes_u64(&h, sizeof clock);
    bytes_add(&h, clock, sizeof clock);
    bytes_zeros(&h, -at & (PAGE - 1));
    export_flush(e, &h);
    bytes_free(&h);
    for (unsigned cpu = 0; cpu < e->cpus; cpu++) {
        if (t->cpu[cpu].pages != NULL) {
            copy_pages(e, t->cpu[cpu].pages);
        }
    }
}

static void tracedat_free(struct export *e)
{
    struct tracedat *t = e->state;

    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        if (t->cpu[cpu].pages != NULL) {
            fclose(t->cpu[cpu].pages);
        }
        bytes_free(&t->cpu[cpu].page);
    }
    bytes_free(&t->body);
    bytes_free(&t->head);
}

static const struct exporter tracedat_exporter = {
    .name = "trace.dat",
    .summary = "KernelShark, trace-cmd report",
    .state_bytes = sizeof(struct tracedat),
    .item = tracedat_item,
    .interval = tracedat_interval,
    .end = tracedat_end,
    .free = tracedat_free,
};
SPOOR_EXPORTER(tracedat);
