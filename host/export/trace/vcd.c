/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Value change dump (IEEE 1364, 18): each thread a wire that is high while it runs and one while it is ready,
 * each interrupt a wire, counters and fields a|b|c as vectors: for GTKWave and PulseView, beside a logic
 * analyser's signals. Changes go to a file first: the header names all wires.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <base/vector.h>
#include <export/trace/exporter.h>

enum wire_kind { WIRE_RUNS, WIRE_READY, WIRE_IRQ, WIRE_VALUE };

struct vcd_wire {
    enum wire_kind kind;
    uint32_t number, field; /* a thread, a line, an ID */
    uint32_t value;
};

struct vcd {
    FILE *changes;
    struct bytes line;
    struct vcd_wire *wires;
    size_t count;
    uint64_t time;
    bool timed;
};

/* The n-th identifier: printable characters from ! on, in base 94. */
static void put_code(struct bytes *b, size_t n)
{
    do {
        bytes_u8(b, (unsigned)('!' + n % 94));
        n /= 94;
    } while (n != 0);
}

static size_t wire_of(struct trace_export *e, enum wire_kind kind, uint32_t number, uint32_t field)
{
    struct vcd *v = e->to.state;

    for (size_t n = 0; n < v->count; n++) {
        if (v->wires[n].kind == kind && v->wires[n].number == number && v->wires[n].field == field) {
            return n;
        }
    }
    if (!VECTOR_GROW(v->wires, v->count)) {
        e->to.error = ENOMEM;
        return SIZE_MAX;
    }
    v->wires[v->count] = (struct vcd_wire){kind, number, field, UINT32_MAX};
    return v->count++;
}

static void change(struct trace_export *e, uint64_t cycles, enum wire_kind kind, uint32_t number,
                   uint32_t field, uint32_t value)
{
    struct vcd *v = e->to.state;
    size_t wire = wire_of(e, kind, number, field);
    uint64_t ns = export_ns(e, cycles);

    if (wire == SIZE_MAX || (v->wires[wire].value == value && kind != WIRE_VALUE)) {
        return;
    }
    v->wires[wire].value = value;
    if (!v->timed || ns != v->time) {
        bytes_print(&v->line, "#%llu\n", (unsigned long long)ns);
        v->time = ns;
        v->timed = true;
    }
    if (kind == WIRE_VALUE) {
        bytes_u8(&v->line, 'b');
        for (unsigned bit = 32; bit-- > 0;) {
            bytes_u8(&v->line, value >> bit & 1 ? '1' : '0');
        }
        bytes_u8(&v->line, ' ');
    } else {
        bytes_u8(&v->line, value != 0 ? '1' : '0');
    }
    put_code(&v->line, wire);
    bytes_u8(&v->line, '\n');
    export_write(&e->to, v->changes, &v->line);
}

/* The state after a record: of the threads that it changed, and of the interrupt. */
static void vcd_item(struct trace_export *e, const struct spoor_item *item, const struct spoor_id *id)
{
    struct vcd *v = e->to.state;

    if (v->changes == NULL && e->to.error == 0 && (v->changes = tmpfile()) == NULL) {
        e->to.error = errno;
    }
    if (item->kind != SPOOR_RECORD || v->changes == NULL) {
        return;
    }
    struct linux_event l = export_linux(e, item, id);

    switch (l.kind) {
    case LINUX_SWITCH:
        if (l.known) {
            change(e, item->time, WIRE_RUNS, l.thread, 0, 0);
            change(e, item->time, WIRE_READY, l.thread, 0, l.state == LINUX_RUNNING);
        }
        change(e, item->time, WIRE_READY, l.other, 0, 0);
        change(e, item->time, WIRE_RUNS, l.other, 0, 1);
        break;
    case LINUX_WAKING:
        change(e, item->time, WIRE_READY, l.other, 0, 1);
        break;
    case LINUX_IRQ_ENTRY:
    case LINUX_IRQ_EXIT:
        change(e, item->time, WIRE_IRQ, l.line, item->cpu, l.kind == LINUX_IRQ_ENTRY);
        break;
    default:
        break;
    }
    if (id->class == SPOOR_COUNTER) {
        change(e, item->time, WIRE_VALUE, item->id, 0, item->word[0]);
    }
    for (unsigned n = 0; n < id->field_count && id->class == SPOOR_EVENT && id->role == SPOOR_WIRE_ROLE_NONE;
         n++) {
        if (id->fields[n].format == SPOOR_ENUM) {
            change(e, item->time, WIRE_VALUE, item->id, n, spoor_value(&id->fields[n], item->word));
        }
    }
}

/* A name without blanks: they would end it. */
static void put_name(struct bytes *b, const char *name)
{
    for (; *name != 0; name++) {
        unsigned char c = (unsigned char)*name;

        bytes_u8(b, c > ' ' && c < 0x7F && c != '[' && c != ']' && c != '$' ? c : '_');
    }
}

static void put_wire(struct trace_export *e, struct bytes *b, size_t n)
{
    const struct vcd_wire *w = &((struct vcd *)e->to.state)->wires[n];

    bytes_print(b, "$var %s %u ", w->kind == WIRE_VALUE ? "integer" : "wire", w->kind == WIRE_VALUE ? 32 : 1);
    put_code(b, n);
    bytes_u8(b, ' ');
    switch (w->kind) {
    case WIRE_RUNS:
    case WIRE_READY:
        put_name(b, export_thread(e, w->number));
        bytes_print(b, "_%u_%s", w->number, w->kind == WIRE_RUNS ? "runs" : "ready");
        break;
    case WIRE_IRQ:
        put_name(b, export_irq(e, w->number));
        bytes_print(b, "_cpu%u", w->field);
        break;
    default: {
        const struct spoor_id *id = spoor_id(e->elf, w->number);

        put_name(b, id->name);
        if (id->class != SPOOR_COUNTER && w->field < id->field_count) {
            bytes_u8(b, '_');
            put_name(b, id->fields[w->field].name);
        }
        break;
    }
    }
    bytes_text(b, " $end\n");
}

static void vcd_end(struct trace_export *e)
{
    struct vcd *v = e->to.state;
    static char buffer[65536];
    struct bytes b = {0};
    size_t n;

    bytes_text(&b, "$timescale 1ns $end\n$scope module spoor $end\n");
    for (size_t i = 0; i < v->count; i++) {
        put_wire(e, &b, i);
    }
    bytes_text(&b, "$upscope $end\n$enddefinitions $end\n");
    export_flush(&e->to, &b);
    bytes_free(&b);
    if (v->changes == NULL) {
        return;
    }
    rewind(v->changes);
    while ((n = fread(buffer, 1, sizeof buffer, v->changes)) > 0) {
        out_bytes(e->to.out, buffer, n);
    }
}

static void vcd_free(struct trace_export *e)
{
    struct vcd *v = e->to.state;

    if (v->changes != NULL) {
        fclose(v->changes);
    }
    bytes_free(&v->line);
    free(v->wires);
}

static const struct trace_exporter vcd_exporter = {
    .format = {"vcd", "GTKWave, PulseView: threads, interrupts, counters as wires", EXPORT_TEXT},
    .state_bytes = sizeof(struct vcd),
    .item = vcd_item,
    .end = vcd_end,
    .free = vcd_free,
};
SPOOR_TRACE_EXPORTER(vcd);
