/* SPDX-License-Identifier: BSD-2-Clause */
/* What SystemView's packets tell of names: of interrupts, modules' events, markers, data; and its printf. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <base/vector.h>
#include "sysview_priv.h"

#define RANGE 1u /* kind of an event that begins and ends */

static uint64_t key_of(unsigned kind, uint32_t id)
{
    return (uint64_t)kind << 32 | id;
}

const struct sysview_named *sysview_named(const struct sysview *s, unsigned kind, uint32_t id)
{
    uint32_t index = hash_find_key(&s->by_id, key_of(kind, id));

    return index != HASH_NONE ? &s->named[index] : NULL;
}

/* Copy a name, without characters that separate fields in a descriptor. */
static void copy_name(char *to, size_t room, const char *from, size_t n)
{
    size_t used = 0;

    for (size_t k = 0; k < n && used < room - 1; k++) {
        to[used++] = strchr(",+:/ ", from[k]) != NULL || from[k] < ' ' ? '_' : from[k];
    }
    to[used] = 0;
}

/* @return a new entry; NULL: there is one, or memory ran out */
static struct sysview_named *add(struct sysview *s, unsigned kind, uint32_t id, const char *name, size_t n)
{
    if (n == 0 || sysview_named(s, kind, id) != NULL) {
        return NULL;
    }
    if (!VECTOR_GROW(s->named, s->named_count) ||
        !hash_add(&s->by_id, key_of(kind, id), (uint32_t)s->named_count)) {
        s->failed = true;
        return NULL;
    }
    struct sysview_named *e = &s->named[s->named_count++];

    *e = (struct sysview_named){.kind = kind, .id = id};
    copy_name(e->name, sizeof e->name, name, n);
    return e;
}

/* ------------------------------------------------------------------ modules */

static const char *field_of(char format)
{
    switch (format) {
    case 'd':
    case 'i':
        return "i32";
    case 'x':
    case 'X':
        return "x32";
    case 'p':
    case 'I':
        return "ptr";
    case 't':
        return "thread";
    default:
        return "u32";
    }
}

/* Describe an event: "5 Name first=%u second=%t | Returns %u", without the number. */
static void add_event(struct sysview *s, uint32_t id, const char *text, size_t n)
{
    const char *bar = memchr(text, '|', n); /* what the call returns follows */
    size_t at = 0, name = 0;
    struct bytes fields = {0};

    n = bar != NULL ? (size_t)(bar - text) : n;

    while (name < n && text[name] != ' ') {
        name++;
    }
    struct sysview_named *e = add(s, SYSVIEW_NAMED_EVENT, id, text, name);

    for (at = name; e != NULL && at < n;) {
        const char *equal = memchr(text + at, '=', n - at), *percent = memchr(text + at, '%', n - at);
        char field[32];

        if (percent == NULL || percent + 1 == text + n || e->count == sizeof e->formats) {
            break;
        }
        const char *begin = text + at + (text[at] == ' '),
                   *end = equal != NULL && equal < percent ? equal : begin;

        copy_name(field, sizeof field, begin, (size_t)(end - begin));
        e->formats[e->count] = percent[1];
        bytes_print(&fields, "%s", e->count != 0 ? "," : "");
        if (field[0] != 0) {
            bytes_print(&fields, "%s:%s", field, field_of(percent[1]));
        } else {
            bytes_print(&fields, "p%u:%s", e->count, field_of(percent[1]));
        }
        e->count++;
        at = (size_t)(percent - text) + 2;
        while (at < n && text[at] != ' ') {
            at++;
        }
    }
    if (e != NULL) {
        bytes_u8(&fields, 0);
        bool as_text = e->count > SPOOR_WIRE_WORDS_MAX || memchr(e->formats, 's', e->count) != NULL;

        e->more = as_text;
        e->event =
            foreign_event(s->to, e->name, as_text || fields.failed ? "text:str" : (const char *)fields.data,
                          as_text || fields.failed ? FOREIGN_DATA : 0);
    }
    bytes_free(&fields);
}

/* Describe a module: "M=Name,0 First x=%u,1 Second". */
static void add_module(struct sysview *s, uint32_t offset, struct part text)
{
    const char *at = (const char *)text.at, *end = at + text.left;

    while (at < end) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        const char *stop = comma != NULL ? comma : end;
        uint32_t number = 0;

        while (at < stop && *at == ' ') {
            at++;
        }
        if (at < stop && isdigit((unsigned char)*at)) {
            while (at < stop && isdigit((unsigned char)*at)) {
                number = 10 * number + (uint32_t)(*at++ - '0');
            }
            while (at < stop && *at == ' ') {
                at++;
            }
            add_event(s, offset + number, at, (size_t)(stop - at));
        }
        at = stop + 1;
    }
}

/* ------------------------------------------------------------------ other names */

/* Take the system's description: "N=Application,D=Cortex-M4,O=FreeRTOS,I#15=SysTick". */
static void add_description(struct sysview *s, struct part text)
{
    const char *at = (const char *)text.at, *end = at + text.left;

    while (at < end) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        const char *stop = comma != NULL ? comma : end, *equal = memchr(at, '=', (size_t)(stop - at));

        if (equal != NULL && at[0] == 'I' && at[1] == '#') {
            uint32_t line = 0;

            for (const char *c = at + 2; c < equal && isdigit((unsigned char)*c); c++) {
                line = 10 * line + (uint32_t)(*c - '0');
            }
            foreign_name(s->to, SPOOR_WIRE_NAMED_IRQ, line, equal + 1, (size_t)(stop - equal) - 1);
        } else if (equal != NULL && at[0] == 'D' && equal == at + 1) {
            foreign_system(s->to, equal + 1, (size_t)(stop - equal) - 1);
        } else if (equal != NULL && at[0] == 'N' && equal == at + 1) {
            foreign_name(s->to, SPOOR_WIRE_NAMED_PROGRAM, 0, equal + 1, (size_t)(stop - equal) - 1);
        }
        at = stop + 1;
    }
}

/* Markers have a range, and an event for those without a duration. */
static void add_marker(struct sysview *s, uint32_t id, const char *name, size_t n)
{
    struct sysview_named *e = add(s, SYSVIEW_NAMED_MARKER, id, name, n);
    char text[sizeof e->name + 8];

    if (e != NULL) {
        e->event = foreign_event(s->to, e->name, "begin", RANGE);
        snprintf(text, sizeof text, "%s_mark", e->name);
        e->more = foreign_event(s->to, text, "", 0);
    }
}

static void add_data(struct sysview *s, struct part *p)
{
    uint32_t id = sysview_number(p);
    struct part name = sysview_text(p);
    struct sysview_named *e = add(s, SYSVIEW_NAMED_DATA, id, (const char *)name.at, name.left);

    if (e != NULL) {
        e->more = p->left > 0 ? sysview_number(p) : 0;
        e->event = foreign_event(s->to, e->name,
                                 e->more == 2   ? "text:str"
                                 : e->more == 1 ? "value:i32"
                                                : "value",
                                 e->more == 2 ? FOREIGN_DATA : FOREIGN_COUNTER);
    }
}

static void add_extended(struct sysview *s, struct part p)
{
    uint32_t kind = sysview_number(&p);

    if (kind == SYSVIEW_EX_NAME_MARKER) {
        uint32_t id = sysview_number(&p);
        struct part name = sysview_text(&p);

        add_marker(s, id, (const char *)name.at, name.left);
    } else if (kind == SYSVIEW_EX_REGISTER_DATA) {
        add_data(s, &p);
    }
}

void sysview_describe(struct sysview *s, const struct sysview_packet *packet)
{
    struct part p = packet->body, text;
    uint32_t id, priority;

    switch (packet->id) {
    case SYSVIEW_INIT:
        s->hz = sysview_number(&p);
        (void)sysview_number(&p);
        s->base = sysview_number(&p);
        s->shift = sysview_number(&p);
        break;
    case SYSVIEW_TASK_INFO:
        id = sysview_number(&p);
        priority = sysview_number(&p);
        text = sysview_text(&p);
        foreign_thread(s->to, sysview_address(s, id), (const char *)text.at, text.left, priority, false);
        break;
    case SYSVIEW_SYSDESC:
        add_description(s, sysview_text(&p));
        break;
    case SYSVIEW_MODULEDESC:
        (void)sysview_number(&p);
        id = sysview_number(&p);
        add_module(s, id, sysview_text(&p));
        break;
    case SYSVIEW_NAME_RESOURCE:
        id = sysview_number(&p);
        text = sysview_text(&p);
        foreign_name(s->to, SPOOR_WIRE_NAMED_OBJECT, sysview_address(s, id), (const char *)text.at,
                     text.left);
        break;
    case SYSVIEW_EX:
        add_extended(s, p);
        break;
    default:
        break;
    }
}

/* ------------------------------------------------------------------ printf */

/* Append a number as one conversion says: "%-08x". @return the characters of the conversion */
static size_t print_one(struct bytes *b, const char *at, const char *end, uint32_t value)
{
    char format[24] = "%", *to = format + 1;
    const char *c = at + 1;

    while (c < end && strchr("-+ #0123456789.", *c) != NULL && *c != 0 && to < format + 10) {
        *to++ = *c++;
    }
    while (c < end && *c == 'l') {
        c++;
    }
    char type = c < end ? *c : 0;

    if (strtoul(format + 1 + strspn(format + 1, "-+ #0"), NULL, 10) > 99 || strchr("diuxXcp", type) == NULL ||
        type == 0) {
        bytes_add(b, at, (size_t)(c - at) + (c < end)); /* as it is */
        return (size_t)(c - at) + (c < end);
    }
    if (type == 'c') {
        bytes_u8(b, value >= ' ' && value < 127 ? (uint8_t)value : '?');
    } else if (type == 'd' || type == 'i') {
        strcpy(to, PRId32);
        bytes_print(b, format, (int32_t)value); // NOLINT
    } else {
        strcpy(to, type == 'u' ? PRIu32 : type == 'X' ? PRIX32 : PRIx32);
        bytes_print(b, format, value); // NOLINT
    }
    return (size_t)(c - at) + 1;
}

void sysview_print(struct bytes *b, struct part format, struct part numbers)
{
    const char *at = (const char *)format.at, *end = at + format.left;

    while (at < end) {
        if (*at != '%') {
            bytes_u8(b, (unsigned char)*at++);
        } else if (at + 1 < end && at[1] == '%') {
            bytes_u8(b, '%');
            at += 2;
        } else {
            at += print_one(b, at, end, numbers.left > 0 ? sysview_number(&numbers) : 0);
        }
    }
}
