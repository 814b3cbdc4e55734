/* SPDX-License-Identifier: BSD-2-Clause */
/* Passes on the records of a trace.dat. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <base/count.h>
#include "tracedat_priv.h"

#define SOFTIRQ_LINE 1000u /* plus the vector */
#define TEXT_MAX     140   /* characters of an event, so that it fits in a packet */
#define STACK_MOST   32

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

/* Name an interrupt, at its first record. */
static void name_line(struct foreign *f, const struct tracedat_event *e, const struct tracedat_cursor *at,
                      uint32_t line)
{
    static const char *const vectors[] = {"HI",       "TIMER",   "NET_TX", "NET_RX",  "BLOCK",
                                          "IRQ_POLL", "TASKLET", "SCHED",  "HRTIMER", "RCU"};
    const struct tracedat_field *field = tracedat_field(e, "name");
    const char *text = "";
    size_t n = 0;

    if (e->kind == TRACEDAT_SOFTIRQ_ENTRY) {
        char name[32];

        if (line - SOFTIRQ_LINE < COUNT_OF(vectors)) {
            snprintf(name, sizeof name, "softirq %s", vectors[line - SOFTIRQ_LINE]);
            foreign_name(f, SPOOR_WIRE_NAMED_IRQ, line, name, strlen(name));
        }
        return;
    }
    if (field != NULL && field->is_text) {
        n = tracedat_chars(field, at->record, at->size, &text);
    }
    foreign_name(f, SPOOR_WIRE_NAMED_IRQ, line, text, n);
}

static void put_stack(struct tracedat_file *file, const struct tracedat_event *e,
                      const struct tracedat_cursor *at, unsigned cpu)
{
    struct tracedat_field f = *tracedat_field(e, "caller");
    uint32_t stack[STACK_MOST];
    unsigned depth = 0;

    f.size = file->long_bytes;
    for (; f.offset + f.size <= at->size && depth < STACK_MOST; f.offset += f.size) {
        uint64_t address = tracedat_value(&f, at->record, at->size);

        if (address != 0 && address >> (8 * f.size - 1) >> 1 == 0 && address + 1 != 0) {
            stack[depth++] = (uint32_t)address | 1; /* a return address */
        }
    }
    foreign_stack(file->to, cpu, at->time, stack, depth);
}

/* Write the fields as text: name=value. */
static void put_text(struct tracedat_file *file, const struct tracedat_event *e,
                     const struct tracedat_cursor *at, unsigned cpu)
{
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
    if (file->has_flags) {
        print_flags(&b, flags_of(at));
    }
    foreign_data(file->to, cpu, at->time, e->event, b.data, b.used);
    bytes_free(&b);
}

void tracedat_record(struct tracedat_file *f, const struct tracedat_event *e,
                     const struct tracedat_cursor *at, unsigned cpu)
{
    uint32_t word[SPOOR_WIRE_WORDS_MAX];
    unsigned words = 0;

    switch (e->kind) {
    case TRACEDAT_STACK:
        put_stack(f, e, at, cpu);
        return;
    case TRACEDAT_CALL:
    case TRACEDAT_RETURN:
        foreign_record(f->to, cpu, at->time, e->kind == TRACEDAT_CALL ? FOREIGN_ENTER : FOREIGN_LEAVE,
                       (uint32_t[]){(uint32_t)tracedat_number(e, at, "func")}, 1);
        return;
    case TRACEDAT_SWITCH:
        word[words++] = tracedat_number(e, at, "prev_pid") != 0
                            ? reason_of(tracedat_number(e, at, "prev_state"))
                            : SPOOR_WIRE_LEFT_PREEMPTED; /* the idle thread doesn't wait */
        word[words++] = tracedat_thread(tracedat_number(e, at, "next_pid"), cpu);
        break;
    case TRACEDAT_WAKE:
        word[words++] = (uint32_t)tracedat_number(e, at, "target_cpu");
        word[words++] = (uint32_t)tracedat_number(e, at, "pid");
        if (f->has_flags) {
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
            put_text(f, e, at, cpu);
            return;
        }
        for (unsigned n = 0; n < e->field_count; n++) {
            word[words++] = (uint32_t)tracedat_value(&e->fields[n], at->record, at->size);
        }
        break;
    }
    if (e->kind == TRACEDAT_IRQ_ENTRY || e->kind == TRACEDAT_SOFTIRQ_ENTRY) {
        name_line(f->to, e, at, word[0]);
    }
    if (f->has_flags) {
        word[words++] = flags_of(at);
    }
    foreign_record(f->to, cpu, at->time, e->event, word, words);
}
