/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Value change dump (IEEE 1364, 18) for GTKWave and PulseView, to be shown with the signals of a logic
 * analyser. Each CPU is a vector with the number of its thread. Each thread is a wire: 1 while it runs, z
 * while it is ready, 0 while it waits, x while unknown. Each interrupt is a wire; counters and fields a|b|c
 * are vectors. Strings would be more readable, but PulseView reads their identifiers as changes. Changes are
 * first written to a temporary file, because the header names all wires.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <base/hash.h>
#include <base/sort.h>
#include <base/spill.h>
#include <base/vector.h>
#include <export/trace/exporter.h>

enum wire_kind { WIRE_CPU, WIRE_THREAD, WIRE_IRQ, WIRE_VALUE, WIRE_KINDS };

enum { LOW, HIGH, READY, UNKNOWN }; /* values of one-bit wires */

struct vcd_wire {
    enum wire_kind kind;
    uint32_t number, field; /* a CPU; a thread; line and CPU; ID and field */
    uint32_t value;
    uint32_t code;
    uint8_t cpu; /* CPU of the last change */
    bool known;  /* whether `value` is known */
};

struct vcd {
    FILE *changes;
    struct bytes line;
    struct vcd_wire *wires;
    size_t count;
    struct hash places;
    uint64_t time;
    bool timed;
};

/* Write the n-th identifier: printable characters from ! on, in base 94. */
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

    uint64_t key = (uint64_t)kind << 56 | (uint64_t)field << 32 | number;
    uint32_t n = hash_find_key(&v->places, key);

    if (n != HASH_NONE) {
        return n;
    }
    if (!VECTOR_GROW(v->wires, v->count) || !hash_add(&v->places, key, (uint32_t)v->count)) {
        e->to.error = ENOMEM;
        return SIZE_MAX;
    }
    v->wires[v->count] =
        (struct vcd_wire){.kind = kind, .number = number, .field = field, .code = (uint32_t)v->count};
    return v->count++;
}

static void put_time(struct vcd *v, uint64_t ns)
{
    if (!v->timed || ns > v->time) {
        bytes_print(&v->line, "#%llu\n", (unsigned long long)ns);
        v->time = ns;
        v->timed = true;
    }
}

static void change(struct trace_export *e, const struct spoor_item *item, enum wire_kind kind,
                   uint32_t number, uint32_t field, uint32_t value)
{
    struct vcd *v = e->to.state;
    size_t wire = wire_of(e, kind, number, field);

    if (wire == SIZE_MAX || (v->wires[wire].known && v->wires[wire].value == value && kind != WIRE_VALUE)) {
        return;
    }
    v->wires[wire].value = value;
    v->wires[wire].known = true;
    v->wires[wire].cpu = item->cpu;
    put_time(v, export_ns(e, item->time));
    if (kind == WIRE_VALUE || kind == WIRE_CPU) {
        bytes_u8(&v->line, 'b');
        for (unsigned bit = 32; bit-- > 0;) {
            bytes_u8(&v->line, value >> bit & 1 ? '1' : '0');
        }
        bytes_u8(&v->line, ' ');
    } else {
        bytes_u8(&v->line, (unsigned char)"01zx"[value]);
    }
    put_code(&v->line, wire);
    bytes_u8(&v->line, '\n');
    export_write(&e->to, v->changes, &v->line);
}

/* Set wires to unknown at a loss: everything that lost records may have changed, but not threads that run on
 * other CPUs. */
static void lose(struct trace_export *e, const struct spoor_item *item)
{
    struct vcd *v = e->to.state;

    for (size_t n = 0; n < v->count; n++) {
        struct vcd_wire *w = &v->wires[n];
        bool elsewhere = w->cpu != item->cpu && (w->kind != WIRE_THREAD || w->value == HIGH);

        if (w->known && w->kind != WIRE_VALUE && !elsewhere) {
            w->known = false;
            put_time(v, export_ns(e, item->time));
            bytes_text(&v->line, w->kind == WIRE_CPU ? "bx " : "x");
            put_code(&v->line, w->code);
            bytes_u8(&v->line, '\n');
        }
    }
    export_write(&e->to, v->changes, &v->line);
}

/* Write the state after a record: of the threads that it changed, and of the interrupt. */
static void vcd_item(struct trace_export *e, const struct spoor_item *item, const struct spoor_id *id)
{
    struct vcd *v = e->to.state;

    if (v->changes == NULL && e->to.error == 0 && (v->changes = spill_open()) == NULL) {
        e->to.error = errno;
    }
    if (v->changes != NULL && (item->kind == SPOOR_GAP || item->kind == SPOOR_MISSING ||
                               item->kind == SPOOR_CLEARED || item->kind == SPOOR_ENDED)) {
        lose(e, item);
    }
    if (item->kind != SPOOR_RECORD || v->changes == NULL) {
        return;
    }
    struct linux_event l = export_linux(e, item, id);

    switch (l.kind) {
    case LINUX_SWITCH:
        if (l.known) {
            change(e, item, WIRE_THREAD, l.thread, 0, l.state == LINUX_RUNNING ? READY : LOW);
        }
        change(e, item, WIRE_THREAD, l.other, 0, HIGH);
        change(e, item, WIRE_CPU, item->cpu, 0, l.other);
        break;
    case LINUX_WAKING:
        change(e, item, WIRE_THREAD, l.other, 0, READY);
        break;
    case LINUX_IRQ_ENTRY:
    case LINUX_IRQ_EXIT:
        change(e, item, WIRE_IRQ, l.line, item->cpu, l.kind == LINUX_IRQ_ENTRY ? HIGH : LOW);
        break;
    default:
        break;
    }
    if (id->role == SPOOR_WIRE_ROLE_STATE) { /* when recording begins, one CPU reports the states of all
                                              * threads */
        uint32_t state = spoor_value(&id->fields[0], item->word);
        bool ready = state == SPOOR_WIRE_LEFT_READY || state == SPOOR_WIRE_LEFT_PREEMPTED ||
                     state == SPOOR_WIRE_LEFT_YIELD;

        struct spoor_item its = *item;

        its.cpu = (uint8_t)spoor_value(&id->fields[3], item->word);
        change(e, &its, WIRE_THREAD, spoor_value(&id->fields[1], item->word), 0,
               state == SPOOR_WIRE_LEFT_RUNS ? HIGH
               : ready                       ? READY
                                             : LOW);
    }
    if (id->class == SPOOR_COUNTER) {
        change(e, item, WIRE_VALUE, item->id, 0, item->word[0]);
    }
    for (unsigned n = 0; n < id->field_count && id->class == SPOOR_EVENT && id->role == SPOOR_WIRE_ROLE_NONE;
         n++) {
        if (id->fields[n].format == SPOOR_ENUM) {
            change(e, item, WIRE_VALUE, item->id, n, spoor_value(&id->fields[n], item->word));
        }
    }
}

/* Write a name without blanks, which would end it. */
static void put_name(struct bytes *b, const char *name)
{
    for (; *name != 0; name++) {
        unsigned char c = (unsigned char)*name;

        bytes_u8(b, c > ' ' && c < 0x7F && c != '[' && c != ']' && c != '$' ? c : '_');
    }
}

static void put_wire(struct trace_export *e, struct bytes *b, const struct vcd_wire *w)
{
    bool wide = w->kind == WIRE_VALUE || w->kind == WIRE_CPU;

    bytes_print(b, "$var %s %u ", wide ? "integer" : "wire", wide ? 32 : 1);
    put_code(b, w->code);
    bytes_u8(b, ' ');
    switch (w->kind) {
    case WIRE_CPU:
        bytes_print(b, "cpu%u", w->number);
        break;
    case WIRE_THREAD:
        put_name(b, export_thread(e, w->number));
        bytes_print(b, "_%u", w->number);
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

static int by_place(const void *one, const void *other)
{
    const struct vcd_wire *a = one, *b = other;

    return a->kind != b->kind       ? (a->kind > b->kind) - (a->kind < b->kind)
           : a->number != b->number ? (a->number > b->number) - (a->number < b->number)
                                    : (a->field > b->field) - (a->field < b->field);
}

static void vcd_end(struct trace_export *e)
{
    struct vcd *v = e->to.state;
    struct bytes b = {0};

    bytes_text(&b, "$timescale 1ns $end\n$scope module spoor $end\n");
    if (v->count != 0) {
        sort_stable(v->wires, v->count, sizeof *v->wires, by_place);
    }
    for (size_t i = 0; i < v->count; i++) {
        static const char *const scopes[WIRE_KINDS] = {"cpu", "thread", "irq", "value"};
        enum wire_kind kind = v->wires[i].kind;

        if (i == 0 || v->wires[i - 1].kind != kind) {
            bytes_print(&b, "$scope module %s $end\n", scopes[kind]);
        }
        put_wire(e, &b, &v->wires[i]);
        if (i + 1 == v->count || v->wires[i + 1].kind != kind) {
            bytes_text(&b, "$upscope $end\n");
        }
    }
    bytes_text(&b, "$upscope $end\n$enddefinitions $end\n");
    export_flush(&e->to, &b);
    bytes_free(&b);
    if (v->changes != NULL) {
        export_copy(&e->to, v->changes);
    }
}

static void vcd_free(struct trace_export *e)
{
    struct vcd *v = e->to.state;

    if (v->changes != NULL) {
        fclose(v->changes);
    }
    bytes_free(&v->line);
    hash_free(&v->places);
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
