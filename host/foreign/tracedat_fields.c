/* SPDX-License-Identifier: BSD-2-Clause */
/* What trace.dat tells of events and of the kernel's functions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tracedat_priv.h"

/* ------------------------------------------------------------------ events */

#define FLAGS "irqs:on|off/1+resched:no|yes/1+context:thread|softirq|interrupt|nmi/2+preempt/28"

static const char *format_of(const struct tracedat_field *f)
{
    size_t n = strlen(f->name);

    return n >= 3 && strcmp(f->name + n - 3, "pid") == 0 && (n == 3 || f->name[n - 4] == '_') ? "thread"
           : f->is_signed                                                                     ? "i32"
                                                                                              : "u32";
}

void tracedat_fields(struct bytes *b, const struct tracedat_file *f, const struct tracedat_event *e)
{
    static const char *const fixed[] = {
        [TRACEDAT_SWITCH] =
            "reason:preempted|yielded|sleep|disk sleep|ended|stopped|traced|parked|idle,next:thread",
        [TRACEDAT_WAKE] = "cpu,thread:thread",
        [TRACEDAT_IRQ_ENTRY] = "line:irq",
        [TRACEDAT_IRQ_EXIT] = "line:irq",
        [TRACEDAT_SOFTIRQ_ENTRY] = "line:irq",
        [TRACEDAT_SOFTIRQ_EXIT] = "line:irq",
    };

    if (e->kind == TRACEDAT_OTHER && e->as_text) {
        bytes_text(b, "text:str");
        return;
    }
    for (unsigned n = 0; e->kind == TRACEDAT_OTHER && n < e->field_count; n++) {
        bytes_print(b, "%s%s:%s", n != 0 ? "," : "", e->fields[n].name, format_of(&e->fields[n]));
    }
    bytes_text(b, e->kind != TRACEDAT_OTHER ? fixed[e->kind] : "");
    if (f->has_flags) { /* the third field of a wake-up is its object */
        bytes_print(b, "%s%s" FLAGS, b->used != 0 ? "," : "", e->kind == TRACEDAT_WAKE ? "object:ptr," : "");
    }
}

unsigned tracedat_role(const struct tracedat_event *e)
{
    switch (e->kind) {
    case TRACEDAT_SWITCH:
        return SPOOR_WIRE_ROLE_SWITCH;
    case TRACEDAT_WAKE:
        return SPOOR_WIRE_ROLE_WAKE;
    case TRACEDAT_IRQ_ENTRY:
    case TRACEDAT_SOFTIRQ_ENTRY:
        return SPOOR_WIRE_ROLE_IRQ_ENTER;
    case TRACEDAT_IRQ_EXIT:
    case TRACEDAT_SOFTIRQ_EXIT:
        return SPOOR_WIRE_ROLE_IRQ_EXIT;
    default:
        return SPOOR_WIRE_ROLE_NONE;
    }
}

/* ------------------------------------------------------------------ symbols */

struct line {
    uint32_t address;
    bool function;
    const char *name;
    size_t length;
};

/* Read a line of kallsyms: address, type, name. Addresses are cut to 32 bits, which tell functions apart. */
static bool next_line(struct part *p, struct line *line)
{
    while (p->left > 0 && *p->at != 0) {
        const char *begin = (const char *)p->at;
        const uint8_t *end = memchr(p->at, '\n', p->left);
        size_t n = end != NULL ? (size_t)(end - p->at) : p->left;
        char text[40];

        (void)part_take(p, n + (end != NULL));
        snprintf(text, sizeof text, "%.*s", (int)(n < sizeof text ? n : sizeof text - 1), begin);
        char *type = NULL;
        uint64_t address = strtoull(text, &type, 16);

        if (type != text && type[0] == ' ' && type[1] != 0 && type[2] == ' ') {
            size_t head = (size_t)(type - text) + 3;

            line->address = (uint32_t)address;
            line->function = strchr("tTwW", type[1]) != NULL;
            line->name = begin + head;
            const char *tab = memchr(line->name, '\t', n - head); /* the name of a module follows */

            line->length = tab != NULL ? (size_t)(tab - line->name) : n - head;
            return true;
        }
    }
    return false;
}

#define FUNCTION_MOST 0x100000u /* bytes: a larger distance to the next symbol is a hole */

void tracedat_functions(struct foreign *f, struct part rest)
{
    struct line line, next;

    for (bool some = next_line(&rest, &line); some;) {
        some = next_line(&rest, &next);
        uint32_t size = some ? next.address - line.address : 0;

        if (line.length > 0 && line.function) {
            foreign_symbol(f, line.name, line.length, line.address, size < FUNCTION_MOST ? size : 0);
        }
        line = next;
    }
}
