/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Converts a trace.dat to a recording. The first pass over the records finds the events and threads in use,
 * the second encodes the records in the order of time.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/vector.h>
#include <elf/elf.h>
#include <encode/encode.h>
#include "tracedat_priv.h"

#define IDLE         UINT32_C(0x80000000) /* plus the CPU: the number of its idle thread, which is 0 in Linux */
#define SOFTIRQ_LINE 1000u                /* plus the vector */
#define TEXT_MAX     140                  /* characters of an event, so that it fits in a packet */

enum { FLAG_IRQS_OFF = 1, FLAG_RESCHED = 4, FLAG_HARDIRQ = 8, FLAG_SOFTIRQ = 16, FLAG_NMI = 64 };

struct thread {
    uint32_t number, priority;
    char name[32];
};

struct convert {
    struct tracedat_file file;
    struct tracedat_cursor cursors[TRACEDAT_CPUS];
    struct thread *threads;
    size_t thread_count;
    struct hash by_number;
    bool seen_waking, failed;
    struct spoor_elf *elf;
    struct encoder encoder;
    struct spoor_recording recording;
    struct out out;
    uint32_t header_word[TRACEDAT_CPUS]; /* of the last record, for its stack; 0: none */
    uint32_t runs[TRACEDAT_CPUS];        /* the thread before the first switch */
    bool switched[TRACEDAT_CPUS];
    bool named[256]; /* interrupt lines */
};

static void rewind_all(struct convert *c)
{
    for (unsigned cpu = 0; cpu < c->file.cpus; cpu++) {
        c->cursors[cpu] = (struct tracedat_cursor){.rest = c->file.pages[cpu]};
        tracedat_next(&c->file, &c->cursors[cpu]);
    }
}

static struct tracedat_event *event_of(const struct convert *c, const struct tracedat_cursor *at)
{
    uint32_t index = hash_find_key(&c->file.by_number, at->record[0] | at->record[1] << 8u);

    return index != HASH_NONE ? &c->file.events[index] : NULL;
}

static uint64_t value(const struct tracedat_event *e, const struct tracedat_cursor *at, const char *field)
{
    return tracedat_value(tracedat_field(e, field), at->record, at->size);
}

static uint32_t number_of(uint64_t pid, unsigned cpu)
{
    return pid != 0 ? (uint32_t)pid : IDLE + cpu;
}

static uint32_t common_thread(const struct tracedat_cursor *at, unsigned cpu)
{
    const struct tracedat_field pid = {.offset = 4, .size = 4};

    return number_of(tracedat_value(&pid, at->record, at->size), cpu);
}

/* ------------------------------------------------------------------ threads */

/* Add a thread. A later name replaces an earlier one. */
static void add_thread(struct convert *c, uint32_t number, const char *name, size_t n, uint64_t priority)
{
    uint32_t index = hash_find_key(&c->by_number, number);

    if (index == HASH_NONE) {
        if (!VECTOR_GROW(c->threads, c->thread_count) ||
            !hash_add(&c->by_number, number, (uint32_t)c->thread_count)) {
            c->failed = true;
            return;
        }
        index = (uint32_t)c->thread_count++;
        c->threads[index] = (struct thread){.number = number, .priority = 120};
    }
    snprintf(c->threads[index].name, sizeof c->threads[index].name, "%.*s", (int)(n < 31 ? n : 31), name);
    c->threads[index].priority = priority != UINT64_MAX ? (uint32_t)priority : c->threads[index].priority;
}

/* Read the lines "PID NAME". */
static void add_listed(struct convert *c)
{
    struct part p = c->file.threads;

    while (p.left > 0) {
        const uint8_t *end = memchr(p.at, '\n', p.left);
        struct part line = part_take(&p, end != NULL ? (uint64_t)(end - p.at) + 1 : p.left);
        uint32_t pid = 0;
        size_t n = 0;

        while (n < line.left && line.at[n] >= '0' && line.at[n] <= '9') {
            pid = 10 * pid + (line.at[n++] - '0');
        }
        if (pid != 0 && n + 1 < line.left && line.at[n] == ' ') {
            add_thread(c, pid, (const char *)line.at + n + 1, line.left - n - 1 - (end != NULL), UINT64_MAX);
        }
    }
}

static void add_named(struct convert *c, const struct tracedat_event *e, unsigned cpu, const char *comm,
                      const char *pid, const char *priority)
{
    const struct tracedat_cursor *at = &c->cursors[cpu];
    const struct tracedat_field *f = tracedat_field(e, comm);
    const char *text = "";
    size_t n = f != NULL ? tracedat_chars(f, at->record, at->size, &text) : 0;

    if (n > 0) {
        add_thread(c, number_of(value(e, at, pid), cpu), text, n, value(e, at, priority));
    }
}

/* ------------------------------------------------------------------ the first pass */

static void survey(struct convert *c)
{
    for (unsigned cpu = 0; cpu < c->file.cpus; cpu++) {
        for (struct tracedat_cursor *at = &c->cursors[cpu]; at->record != NULL; tracedat_next(&c->file, at)) {
            struct tracedat_event *e = event_of(c, at);

            c->file.has_flags |= (at->record[2] & (FLAG_IRQS_OFF | FLAG_RESCHED)) != 0 || at->record[3] != 0;
            if (e == NULL) {
                continue;
            }
            e->id = 1;
            c->seen_waking |= strcmp(e->name, "sched_waking") == 0;
            if (e->kind == TRACEDAT_SWITCH && !c->switched[cpu]) {
                c->switched[cpu] = true;
                c->runs[cpu] = number_of(value(e, at, "prev_pid"), cpu);
            }
            if (e->kind == TRACEDAT_SWITCH) {
                add_named(c, e, cpu, "prev_comm", "prev_pid", "prev_prio");
                add_named(c, e, cpu, "next_comm", "next_pid", "next_prio");
            } else if (e->kind == TRACEDAT_WAKE) {
                add_named(c, e, cpu, "comm", "pid", "prio");
            }
        }
    }
}

/* Give IDs to the events in use. @return false if there are too many */
static bool number_events(struct convert *c)
{
    unsigned next = SPOOR_WIRE_ID_FIRST;

    for (size_t n = 0; n < c->file.event_count; n++) {
        struct tracedat_event *e = &c->file.events[n];

        if (e->kind == TRACEDAT_WAKE && c->seen_waking && strcmp(e->name, "sched_waking") != 0) {
            e->kind = TRACEDAT_OTHER; /* the same wake-up, later */
        }
        if (e->id != 0) {
            e->id = e->kind == TRACEDAT_CALL     ? SPOOR_WIRE_ID_ENTER
                    : e->kind == TRACEDAT_RETURN ? SPOOR_WIRE_ID_LEAVE
                    : e->kind == TRACEDAT_STACK  ? SPOOR_WIRE_ID_STACK
                                                 : next++;
        }
    }
    c->file.state_id = next++;
    c->recording.header.events = next - SPOOR_WIRE_ID_FIRST;
    return next <= SPOOR_WIRE_IDS;
}

/* ------------------------------------------------------------------ records */

/* Convert the state in which a thread left the CPU: TASK_… of Linux' sched.h. */
static uint32_t reason_of(uint64_t state)
{
    static const struct {
        unsigned mask, reason;
    } reasons[] = {
        {0x30, SPOOR_WIRE_LEFT_EXITED}, {0x80, 8}, {0x40, 7}, {0x8, 6}, {0x4, 5}, {0x2, 3}, {0x1, 2}};

    for (unsigned n = 0; n < sizeof reasons / sizeof *reasons; n++) {
        if ((state & reasons[n].mask) != 0) {
            return reasons[n].reason;
        }
    }
    return SPOOR_WIRE_LEFT_PREEMPTED;
}

/* The latency flags, as the fields of tracedat_program() have them. */
static uint32_t flags_of(const struct tracedat_cursor *at)
{
    unsigned flags = at->record[2];
    unsigned context = flags & FLAG_NMI ? 3 : flags & FLAG_HARDIRQ ? 2 : flags & FLAG_SOFTIRQ ? 1 : 0;

    return (flags & FLAG_IRQS_OFF) | (flags & FLAG_RESCHED) / FLAG_RESCHED << 1 | context << 2 |
           (at->record[3] & 15u) << 4;
}

static void print_flags(struct bytes *b, uint32_t flags)
{
    static const char *const contexts[] = {"thread", "softirq", "interrupt", "nmi"};

    bytes_print(b, " irqs=%s resched=%s context=%s preempt=%u", flags & 1 ? "off" : "on",
                flags & 2 ? "yes" : "no", contexts[flags >> 2 & 3], flags >> 4);
}

static void put(struct convert *c, unsigned cpu, unsigned id, const uint32_t *word, unsigned words)
{
    const struct tracedat_cursor *at = &c->cursors[cpu];

    encode_words(&c->encoder, cpu, at->time, id, word, words);
    c->header_word[cpu] = SPOOR_WIRE_HEADER_WORD(id) | ((uint32_t)at->time & SPOOR_WIRE_TIME_MASK);
}

static void put_data(struct convert *c, unsigned cpu, unsigned id, const void *data, size_t n)
{
    uint64_t time = c->cursors[cpu].time;

    encode_item(&c->encoder, &(struct spoor_item){.time = time,
                                                  .until = time,
                                                  .kind = SPOOR_RECORD,
                                                  .id = (uint16_t)id,
                                                  .cpu = (uint8_t)cpu,
                                                  .data = data,
                                                  .bytes = (uint32_t)n});
}

/* Name an interrupt, at its first record. */
static void name_line(struct convert *c, const struct tracedat_event *e, unsigned cpu, uint32_t line)
{
    static const char *const vectors[] = {"HI",       "TIMER",   "NET_TX", "NET_RX",  "BLOCK",
                                          "IRQ_POLL", "TASKLET", "SCHED",  "HRTIMER", "RCU"};
    const struct tracedat_field *f = tracedat_field(e, "name");
    const struct tracedat_cursor *at = &c->cursors[cpu];
    unsigned index = e->kind == TRACEDAT_SOFTIRQ_ENTRY ? line - SOFTIRQ_LINE + 246 : line;
    char name[64] = "";
    const char *text = "";

    if (index >= 256 || c->named[index] || (index >= 246) != (e->kind == TRACEDAT_SOFTIRQ_ENTRY)) {
        return;
    }
    if (index >= 246) {
        snprintf(name, sizeof name, "softirq %s", vectors[index - 246]);
    } else if (f != NULL && f->is_text) {
        size_t n = tracedat_chars(f, at->record, at->size, &text);

        snprintf(name, sizeof name, "%.*s", (int)(n < 60 ? n : 60), text);
    }
    c->named[index] = true;
    if (name[0] != 0) {
        encode_name(&c->encoder, SPOOR_WIRE_NAMED_IRQ, line, name);
    }
}

static void put_stack(struct convert *c, const struct tracedat_event *e, unsigned cpu)
{
    const struct tracedat_cursor *at = &c->cursors[cpu];
    struct tracedat_field f = *tracedat_field(e, "caller");
    struct bytes b = {0};

    f.size = c->file.long_bytes;
    bytes_u32(&b, c->header_word[cpu]);
    for (; f.offset + f.size <= at->size && b.used < TEXT_MAX; f.offset += f.size) {
        uint64_t address = tracedat_value(&f, at->record, at->size);

        if (address != 0 && address >> (8 * f.size - 1) >> 1 == 0 && address + 1 != 0) {
            bytes_u32(&b, (uint32_t)address | 1); /* a return address */
        }
    }
    if (c->header_word[cpu] != 0 && !b.failed) {
        put_data(c, cpu, SPOOR_WIRE_ID_STACK, b.data, b.used);
    }
    c->header_word[cpu] = 0;
    c->failed |= b.failed;
    bytes_free(&b);
}

/* Write the fields as text: name=value. */
static void put_text(struct convert *c, const struct tracedat_event *e, unsigned cpu)
{
    const struct tracedat_cursor *at = &c->cursors[cpu];
    struct bytes b = {0};

    for (unsigned n = 0; n < e->field_count; n++) {
        const struct tracedat_field *f = &e->fields[n];
        const char *text = "";

        bytes_print(&b, "%s%s=", n != 0 ? " " : "", f->name);
        if (f->is_text) {
            size_t length = tracedat_chars(f, at->record, at->size, &text);

            bytes_add(&b, text, length);
        } else if (f->is_array || f->size > 8) {
            bytes_text(&b, "?");
        } else if (f->is_signed) {
            bytes_print(&b, "%" PRId64, (int64_t)tracedat_value(f, at->record, at->size));
        } else {
            uint64_t number = tracedat_value(f, at->record, at->size);

            bytes_print(&b, number >> 32 != 0 ? "0x%" PRIx64 : "%" PRIu64, number);
        }
    }
    while (b.used > 0 && b.data[b.used - 1] == '\n') {
        b.used--;
    }
    if (b.used > TEXT_MAX) {
        b.used = TEXT_MAX;
        bytes_text(&b, "…");
    }
    if (c->file.has_flags) {
        print_flags(&b, flags_of(at));
    }
    put_data(c, cpu, e->id, b.data, b.used);
    c->header_word[cpu] = SPOOR_WIRE_HEADER_WORD(e->id) | ((uint32_t)at->time & SPOOR_WIRE_TIME_MASK);
    c->failed |= b.failed;
    bytes_free(&b);
}

static void put_record(struct convert *c, const struct tracedat_event *e, unsigned cpu)
{
    const struct tracedat_cursor *at = &c->cursors[cpu];
    uint32_t word[SPOOR_WIRE_WORDS_MAX];
    unsigned words = 0;

    switch (e->kind) {
    case TRACEDAT_STACK:
        put_stack(c, e, cpu);
        return;
    case TRACEDAT_CALL:
    case TRACEDAT_RETURN:
        put(c, cpu, e->id, (uint32_t[]){(uint32_t)value(e, at, "func")}, 1);
        return;
    case TRACEDAT_SWITCH:
        word[words++] = value(e, at, "prev_pid") != 0
                            ? reason_of(value(e, at, "prev_state"))
                            : SPOOR_WIRE_LEFT_PREEMPTED; /* the idle thread doesn't wait */
        word[words++] = number_of(value(e, at, "next_pid"), cpu);
        break;
    case TRACEDAT_WAKE:
        word[words++] = (uint32_t)value(e, at, "target_cpu");
        word[words++] = (uint32_t)value(e, at, "pid");
        if (c->file.has_flags) {
            word[words++] = 0;
        }
        break;
    case TRACEDAT_IRQ_ENTRY:
    case TRACEDAT_IRQ_EXIT:
        word[words++] = (uint32_t)value(e, at, "irq");
        break;
    case TRACEDAT_SOFTIRQ_ENTRY:
    case TRACEDAT_SOFTIRQ_EXIT:
        word[words++] = SOFTIRQ_LINE + (uint32_t)value(e, at, "vec");
        break;
    case TRACEDAT_OTHER:
        if (e->as_text) {
            put_text(c, e, cpu);
            return;
        }
        for (unsigned n = 0; n < e->field_count; n++) {
            word[words++] = (uint32_t)tracedat_value(&e->fields[n], at->record, at->size);
        }
        break;
    }
    if (e->kind == TRACEDAT_IRQ_ENTRY || e->kind == TRACEDAT_SOFTIRQ_ENTRY) {
        name_line(c, e, cpu, word[0]);
    }
    if (c->file.has_flags) {
        word[words++] = flags_of(at);
    }
    put(c, cpu, e->id, word, words);
}

/* ------------------------------------------------------------------ the second pass */

/* @return the CPU with the earliest record, or `cpus` */
static unsigned earliest(const struct convert *c)
{
    unsigned found = c->file.cpus;

    for (unsigned cpu = 0; cpu < c->file.cpus; cpu++) {
        if (c->cursors[cpu].record != NULL &&
            (found == c->file.cpus || c->cursors[cpu].time < c->cursors[found].time)) {
            found = cpu;
        }
    }
    return found;
}

static void put_loss(struct convert *c, unsigned cpu)
{
    const struct tracedat_cursor *at = &c->cursors[cpu];

    encode_item(&c->encoder,
                &(struct spoor_item){.time = at->after != 0 ? at->after : at->time,
                                     .until = at->time,
                                     .kind = SPOOR_GAP,
                                     .cpu = (uint8_t)cpu,
                                     .count = at->lost != TRACEDAT_UNCOUNTED ? (uint32_t)at->lost : 1});
}

static void put_state(struct convert *c, unsigned cpu, uint32_t thread)
{
    put(c, cpu, c->file.state_id, (uint32_t[]){SPOOR_WIRE_LEFT_RUNS, thread, 0, cpu}, 4);
}

static void put_all(struct convert *c)
{
    bool begun[TRACEDAT_CPUS] = {false};
    uint64_t last = 0;

    for (unsigned cpu; (cpu = earliest(c)) < c->file.cpus; tracedat_next(&c->file, &c->cursors[cpu])) {
        struct tracedat_cursor *at = &c->cursors[cpu];
        const struct tracedat_event *e = event_of(c, at);

        at->time = at->time > last ? at->time : last; /* in a damaged file it may decrease */
        last = at->time;
        if (at->lost != 0) {
            put_loss(c, cpu);
        }
        if (!begun[cpu]) {
            put_state(c, cpu, c->switched[cpu] ? c->runs[cpu] : common_thread(at, cpu));
        } else if (at->lost != 0 && common_thread(at, cpu) < IDLE) {
            put_state(c, cpu, common_thread(at, cpu)); /* known without the lost switch */
        }
        begun[cpu] = true;
        if (e != NULL) {
            put_record(c, e, cpu);
        }
    }
    encode_end(&c->encoder, last, "", 0);
}

static void put_threads(struct convert *c)
{
    for (unsigned cpu = 0; cpu < c->file.cpus; cpu++) {
        char name[32];

        if (hash_find_key(&c->by_number, IDLE + cpu) == HASH_NONE) {
            snprintf(name, sizeof name, "swapper/%u", cpu);
            add_thread(c, IDLE + cpu, name, strlen(name), UINT64_MAX);
        }
    }
    for (size_t n = 0; n < c->thread_count; n++) {
        const struct thread *t = &c->threads[n];

        encode_thread(&c->encoder, &(struct spoor_thread){.number = t->number,
                                                          .priority = t->priority,
                                                          .name = t->name,
                                                          .idle = t->number >= IDLE});
    }
}

static int to_bytes(void *arg, const char *bytes, size_t n)
{
    struct bytes *b = arg;

    bytes_add(b, bytes, n);
    return b->failed ? ENOMEM : 0;
}

static void set_header(struct convert *c, uint64_t now)
{
    struct spoor_header *h = &c->recording.header;

    c->recording.id = 1;
    c->recording.cpus = h->cpus = c->file.cpus;
    h->seen = true;
    h->hz = 1000000000;
    h->now = now;
    h->build_id_bytes = TRACEDAT_BUILD_ID;
    snprintf(h->board, sizeof h->board, "%s", c->file.system[0] != 0 ? c->file.system : "Linux");
}

static bool convert(struct convert *c, const struct spoor_report *report, const char *name,
                    struct bytes *program)
{
    if (!tracedat_read(&c->file)) {
        return false;
    }
    add_listed(c);
    rewind_all(c);
    survey(c);
    if (!number_events(c)) {
        snprintf(c->file.wrong, sizeof c->file.wrong, "it has records of more than %d kinds of events",
                 SPOOR_WIRE_IDS - SPOOR_WIRE_ID_FIRST);
        return false;
    }
    rewind_all(c);
    unsigned first = earliest(c);

    if (first == c->file.cpus) {
        snprintf(c->file.wrong, sizeof c->file.wrong, "it has no events");
        return false;
    }
    set_header(c, c->cursors[first].time);
    if (!tracedat_program(&c->file, program, c->recording.header.build_id)) {
        return false;
    }
    c->elf = spoor_elf_open_memory(program->data, program->used, name, report);
    if (c->elf == NULL) {
        return false;
    }
    encode_begin(&c->encoder, &c->out, c->elf, &c->recording, c->cursors[first].time, true, "", 0);
    put_threads(c);
    put_all(c);
    out_flush(&c->out);
    return c->out.error == 0 && !c->failed && !c->encoder.failed;
}

bool tracedat_convert(const uint8_t *bytes, size_t size, const char *name, const struct spoor_report *report,
                      struct bytes *program, struct bytes *recording)
{
    struct convert *c = calloc(1, sizeof *c);

    if (c != NULL) {
        c->file.bytes = bytes;
        c->file.size = size;
        c->out.sink = to_bytes;
        c->out.arg = recording;
    }
    bool good = c != NULL && convert(c, report, name, program);

    if (!good) {
        message_say(report, name, "trace.dat: %s",
                    c != NULL && c->file.wrong[0] != 0 ? c->file.wrong : strerror(ENOMEM));
    }
    if (c != NULL) {
        spoor_elf_close(c->elf);
        tracedat_free(&c->file);
        hash_free(&c->by_number);
        free(c->threads);
    }
    free(c);
    return good;
}
