/* SPDX-License-Identifier: BSD-2-Clause */
/* Encodes the records of a trace.dat. */
#include <inttypes.h>
#include <stdio.h>
#include "tracedat_convert.h"

#define SOFTIRQ_LINE 1000u /* plus the vector */
#define TEXT_MAX     140   /* characters of an event, so that it fits in a packet */

enum { FLAG_IRQS_OFF = 1, FLAG_RESCHED = 4, FLAG_HARDIRQ = 8, FLAG_SOFTIRQ = 16, FLAG_NMI = 64 };

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

bool tracedat_has_flags(const struct tracedat_cursor *at)
{
    return (at->record[2] & (FLAG_IRQS_OFF | FLAG_RESCHED)) != 0 || at->record[3] != 0;
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

void convert_words(struct convert *c, unsigned cpu, unsigned id, const uint32_t *word, unsigned words)
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

void convert_record(struct convert *c, const struct tracedat_event *e, unsigned cpu)
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
        convert_words(c, cpu, e->id, (uint32_t[]){(uint32_t)tracedat_number(e, at, "func")}, 1);
        return;
    case TRACEDAT_SWITCH:
        word[words++] = tracedat_number(e, at, "prev_pid") != 0
                            ? reason_of(tracedat_number(e, at, "prev_state"))
                            : SPOOR_WIRE_LEFT_PREEMPTED; /* the idle thread doesn't wait */
        word[words++] = tracedat_thread_of(tracedat_number(e, at, "next_pid"), cpu);
        break;
    case TRACEDAT_WAKE:
        word[words++] = (uint32_t)tracedat_number(e, at, "target_cpu");
        word[words++] = (uint32_t)tracedat_number(e, at, "pid");
        if (c->file.has_flags) {
            word[words++] = 0;
        }
        break;
    case TRACEDAT_IRQ_ENTRY:
    case TRACEDAT_IRQ_EXIT:
        word[words++] = (uint32_t)tracedat_number(e, at, "irq");
        break;
    case TRACEDAT_SOFTIRQ_ENTRY:
    case TRACEDAT_SOFTIRQ_EXIT:
        word[words++] = SOFTIRQ_LINE + (uint32_t)tracedat_number(e, at, "vec");
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
    convert_words(c, cpu, e->id, word, words);
}
