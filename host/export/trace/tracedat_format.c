/* SPDX-License-Identifier: BSD-2-Clause */
/* Descriptions of events in trace.dat: text as in Linux's events/SYSTEM/EVENT/format. */
#include <base/count.h>
#include "tracedat_priv.h"

/* Write a name as an identifier of C, which parsers of the format require. */
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

void tracedat_describe_kernel(struct bytes *h)
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

    static const struct field stack_fields[] = {{"int", "size", "", 8, 1}, /* the addresses are aligned */
                                                {"unsigned long", "caller", "[8]", 64, 0}};

    bytes_u32(h, 3);
    describe(h, "kernel_stack", EV_STACK, stack_fields, COUNT_OF(stack_fields),
             "\"\\t=> %ps\\n\\t=> %ps\\n\", (void *)REC->caller[0], (void *)REC->caller[1]");
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

/* Write text inside quotes of a format. */
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

void tracedat_describe(struct bytes *h, const struct spoor_id *id, unsigned number)
{
    struct bytes b = {0};
    unsigned fields = id->field_count != 0                 ? id->field_count
                      : id->words == SPOOR_WIRE_WORDS_DATA ? 1
                                                           : id->words;

    begin_format(&b, id->name, EV_IDS + number);
    for (unsigned n = 0; n < fields; n++) {
        bytes_text(&b, id->words == SPOOR_WIRE_WORDS_DATA ? "\tfield:__data_loc char[] "
                                                          : "\tfield:unsigned int ");
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
        bytes_text(&b, id->words == SPOOR_WIRE_WORDS_DATA   ? "=%s"
                       : n >= id->field_count               ? "=%u"
                       : id->fields[n].format == SPOOR_PTR  ? "=%ps"
                       : id->fields[n].format == SPOOR_I32  ? "=%d"
                       : id->fields[n].format == SPOOR_X32  ? "=0x%x"
                       : id->fields[n].format == SPOOR_ENUM ? "=%s"
                                                            : "=%u");
    }
    bytes_text(&b, "\"");
    for (unsigned n = 0; n < fields; n++) {
        if (id->words == SPOOR_WIRE_WORDS_DATA) {
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
