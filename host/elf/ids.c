/* SPDX-License-Identifier: BSD-2-Clause */
/* Sets up the meaning of IDs from the descriptors in the ELF file: section 5 of docs/wire-format.md. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/count.h>
#include <elf/demangle/demangle.h>
#include <elf/opened.h>

static const struct elf_section *section_of(const struct elf_file *e, size_t index)
{
    for (size_t i = 0; i < e->section_count; i++) {
        if (e->sections[i].index == index) {
            return &e->sections[i];
        }
    }
    return NULL;
}

#define STRING_MAX 65536

static const char *string_at(const struct elf_file *e, const struct elf_section *home, uint32_t address)
{
    size_t room = 0;
    const uint8_t *at = elf_at(e, home, address, &room);

    room = room < STRING_MAX ? room : STRING_MAX; /* unterminated text is treated as empty */
    return at != NULL && memchr(at, 0, room) != NULL ? (const char *)at : "";
}

struct array {
    uint32_t begin, end;
    const struct elf_section *home;
};

static bool find_array(const struct elf_file *e, const char *name, struct array *a)
{
    char end_name[64];
    const struct symbol *begin = symbols_find(e, name);

    snprintf(end_name, sizeof end_name, "%s_spread_end", name);
    const struct symbol *end = symbols_find(e, end_name);

    if (begin == NULL || end == NULL || end->address < begin->address) {
        return false;
    }
    *a = (struct array){begin->address, end->address, section_of(e, begin->section)};
    return true;
}

/* Words of an event's descriptor: address, name, fields, file, line, kind. Of a block's or a point's:
 * address, name, file, line, function. */
struct desc_kind {
    const char *cells, *descs;
    unsigned words;
    enum spoor_class class;
};

/* @return the text that describes the fields */
static const char *describe_event(const struct elf_file *e, const struct array *a, const uint32_t *w,
                                  struct spoor_id *id)
{
    static const enum spoor_class classes[] = {SPOOR_EVENT, SPOOR_RANGE, SPOOR_COUNTER, SPOOR_DATA};
    uint32_t kind = w[5] & ((1 << SPOOR_WIRE_ROLE_SHIFT) - 1);

    id->file = string_at(e, a->home, w[3]);
    id->line = w[4];
    id->class = kind < COUNT_OF(classes) ? classes[kind] : SPOOR_NONE;
    id->role = (enum spoor_wire_role)(w[5] >> SPOOR_WIRE_ROLE_SHIFT);
    return string_at(e, a->home, w[2]);
}

static void describe(struct spoor_elf *elf, const struct array *a, const struct desc_kind *k,
                     const uint32_t *w, struct spoor_id *id)
{
    const struct elf_file *e = elf->file;
    const char *fields = k->class == SPOOR_BLOCK ? "wall:time" : "";

    id->address = w[0];
    id->name = string_at(e, a->home, w[1]);
    if (k->class == SPOOR_EVENT) {
        fields = describe_event(e, a, w, id);
    } else {
        id->class = k->class;
        id->file = string_at(e, a->home, w[2]);
        id->line = w[3];
        id->func = w[4] != 0 ? string_at(e, a->home, w[4]) : NULL;
    }
    plan_fields(elf, id, fields);
}

/* @return a description of the error, or NULL */
static const char *add_descs(struct spoor_elf *e, const struct desc_kind *k)
{
    struct array cells, descs;

    if (!find_array(e->file, k->cells, &cells) || !find_array(e->file, k->descs, &descs)) {
        return NULL;
    }
    unsigned desc_bytes = 4 * k->words;
    unsigned n = (descs.end - descs.begin) / desc_bytes;

    if (n == 0) {
        return NULL;
    }
    if ((descs.end - descs.begin) % desc_bytes != 0 || (cells.end - cells.begin) % n != 0 ||
        cells.end == cells.begin) {
        return "has an unknown layout; built with another version of Spoor?";
    }
    uint32_t cell_bytes = (cells.end - cells.begin) / n;

    for (unsigned i = 0; i < n; i++) {
        uint32_t w[6];

        if (!elf_words(e->file, descs.home, descs.begin + i * desc_bytes, w, k->words) ||
            w[0] < cells.begin || w[0] >= cells.end || (w[0] - cells.begin) % cell_bytes != 0) {
            return "has a descriptor that refers to no object";
        }
        uint32_t id = e->id_count + (w[0] - cells.begin) / cell_bytes;

        if (id < SPOOR_WIRE_IDS) { /* IDs from SPOOR_WIRE_IDS on are never recorded */
            describe(e, &descs, k, w, &e->ids[id]);
        }
    }
    if (k->class == SPOOR_EVENT) {
        e->events.address = cells.begin;
        e->events.bytes = cell_bytes;
        e->events.count = n < SPOOR_WIRE_IDS - SPOOR_WIRE_ID_FIRST ? n : SPOOR_WIRE_IDS - SPOOR_WIRE_ID_FIRST;
    }
    e->id_count += n;
    return NULL;
}

static const struct spoor_id none = {.name = "", .file = ""};

static void add_fixed(struct spoor_elf *e)
{
    static const struct {
        unsigned id;
        enum spoor_class class, planned;
        const char *name, *fields;
    } fixed[] = {
        {SPOOR_WIRE_ID_TIME, SPOOR_TIME, SPOOR_TIME, "time", "low,high"},
        {SPOOR_WIRE_ID_STACK, SPOOR_STACK, SPOOR_DATA, "stack", "frames:hex"},
        {SPOOR_WIRE_ID_THREAD, SPOOR_NAMED, SPOOR_DATA, "thread_name", "name:hex"},
        {SPOOR_WIRE_ID_ENTER, SPOOR_ENTER, SPOOR_ENTER, "enter", "function:ptr"},
        {SPOOR_WIRE_ID_LEAVE, SPOOR_LEAVE, SPOOR_LEAVE, "leave", "function:ptr"},
    };

    for (unsigned i = 0; i < SPOOR_WIRE_IDS; i++) {
        e->ids[i] = none;
    }
    for (size_t i = 0; i < COUNT_OF(fixed); i++) {
        struct spoor_id *id = &e->ids[fixed[i].id];

        id->name = fixed[i].name;
        id->class = fixed[i].planned;
        plan_fields(e, id, fixed[i].fields);
        id->class = fixed[i].class;
    }
    e->id_count = SPOOR_WIRE_ID_FIRST;
}

static void read_priorities(struct spoor_elf *e)
{
    const struct symbol *s = symbols_find(e->file, "trace_priority_range");
    uint32_t w[2];

    if (s != NULL && elf_words(e->file, NULL, s->address, w, 2)) {
        e->priorities = (struct spoor_wire_priority_range){.least_urgent = w[0], .most_urgent = w[1]};
    }
}

static const char *read_descs(struct spoor_elf *e)
{
    static const struct desc_kind kinds[] = {
        {"trace_events", "trace_event_descs", 6, SPOOR_EVENT},
        {"trace_blocks", "trace_block_descs", 5, SPOOR_BLOCK},
        {"trace_points", "trace_point_descs", 5, SPOOR_POINT},
    };

    add_fixed(e);
    read_priorities(e);
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        const char *wrong = add_descs(e, &kinds[i]);

        if (wrong != NULL) {
            snprintf(e->wrong, sizeof e->wrong, "%s %s", kinds[i].cells, wrong);
            return e->wrong;
        }
    }
    return NULL;
}

/* ------------------------------------------------------------------ opening */

static struct spoor_elf *with_ids(struct elf_file *file, const char *name, const struct spoor_report *report)
{
    struct spoor_elf *e = file != NULL ? calloc(1, sizeof *e) : NULL;
    const char *wrong = NULL;

    if (e != NULL) {
        e->file = file;
        e->name = strdup(name);
        wrong = e->name != NULL ? read_descs(e) : strerror(ENOMEM);
    }
    if (wrong != NULL) {
        message_say(report, name, "%s", wrong);
    }
    if (e != NULL && wrong == NULL && e->field_error[0] != 0) {
        message_say(report, name, "%s", e->field_error);
    }
    if (e == NULL || wrong != NULL) {
        elf_file_close(file);
        if (e != NULL) {
            plan_free(e);
            free(e->name);
        }
        free(e);
        return NULL;
    }
    return e;
}

void spoor_show_mangled(bool mangled)
{
    demangle_switch(!mangled);
}

struct spoor_elf *spoor_elf_open(const char *path, const struct spoor_report *report)
{
    return with_ids(elf_file_open(path, report), path, report);
}

struct spoor_elf *spoor_elf_open_memory(const void *bytes, size_t size, const char *name,
                                        const struct spoor_report *report)
{
    return with_ids(elf_file_open_memory(bytes, size, name, report), name, report);
}

void spoor_elf_close(struct spoor_elf *e)
{
    if (e != NULL) {
        elf_file_close(e->file);
        elf_file_close(e->code);
        plan_free(e);
        free(e->name);
        free(e);
    }
}

bool spoor_elf_set_code(struct spoor_elf *e, const char *path, const struct spoor_report *report)
{
    e->code = elf_file_open(path, report);
    return e->code != NULL;
}

void spoor_elf_take_code(struct spoor_elf *e, struct spoor_elf *code)
{
    e->code = code->file;
    code->file = NULL;
    spoor_elf_close(code);
}

static struct elf_file *code_of(const struct spoor_elf *e)
{
    return e->code != NULL ? e->code : e->file;
}

const char *spoor_elf_name(const struct spoor_elf *e)
{
    return e->name;
}

const struct spoor_id *spoor_id(const struct spoor_elf *e, unsigned id)
{
    return e != NULL && id < SPOOR_WIRE_IDS ? &e->ids[id] : &none;
}

unsigned spoor_ids(const struct spoor_elf *e)
{
    unsigned all = spoor_ids_all(e);

    return all < SPOOR_WIRE_IDS ? all : SPOOR_WIRE_IDS;
}

unsigned spoor_ids_all(const struct spoor_elf *e)
{
    return e != NULL ? e->id_count : 0;
}

const uint8_t *spoor_elf_build_id(const struct spoor_elf *e, size_t *bytes)
{
    *bytes = e != NULL ? e->file->build_id_bytes : 0;
    return e != NULL ? e->file->build_id : NULL;
}

const char *spoor_elf_symbol(const struct spoor_elf *e, uint32_t address, uint32_t *offset)
{
    const char *name = e != NULL ? elf_file_symbol(code_of(e), address, offset) : NULL;

    return name == NULL && e != NULL && e->code != NULL ? elf_file_symbol(e->file, address, offset) : name;
}

const char *spoor_reason(const struct spoor_elf *e, uint32_t reason)
{
    for (unsigned n = 0; n < spoor_ids(e); n++) {
        const struct spoor_id *id = spoor_id(e, n);

        if (id->role == SPOOR_WIRE_ROLE_SWITCH && id->fields[0].format == SPOOR_ENUM &&
            reason < id->fields[0].value_count && id->fields[0].values[reason][0] != 0) {
            return id->fields[0].values[reason];
        }
    }
    return NULL;
}

/* The distance of a priority from `end` of the range towards `other`; 0 for priorities beyond `end`. */
static uint32_t distance(uint32_t priority, uint32_t end, uint32_t other)
{
    uint32_t steps = other > end ? priority - end : end - priority;

    return (int32_t)steps > 0 ? steps : 0;
}

uint32_t spoor_urgency(const struct spoor_elf *e, uint32_t priority)
{
    const struct spoor_wire_priority_range *r = e != NULL ? &e->priorities : NULL;

    return r != NULL && r->least_urgent != r->most_urgent
               ? distance(priority, r->least_urgent, r->most_urgent)
               : priority;
}

uint32_t spoor_linux_priority(const struct spoor_elf *e, uint32_t priority)
{
    const struct spoor_wire_priority_range *r = e != NULL ? &e->priorities : NULL;

    return r != NULL && r->least_urgent != r->most_urgent
               ? distance(priority, r->most_urgent, r->least_urgent)
               : priority;
}

void spoor_elf_sizes(const struct spoor_elf *e, uint64_t *text, uint64_t *data, uint64_t *bss)
{
    elf_file_sizes(code_of(e), text, data, bss);
}

bool spoor_elf_symbol_nth(const struct spoor_elf *e, size_t n, struct spoor_symbol *symbol)
{
    if (e == NULL || n >= code_of(e)->placed_count) {
        return false;
    }
    const struct symbol *s = &code_of(e)->symbols[n];

    *symbol = (struct spoor_symbol){symbol_text(s), s->address, s->size, s->function};
    return true;
}

uint32_t spoor_elf_symbol_size(const struct spoor_elf *e, uint32_t address)
{
    return e != NULL ? elf_file_symbol_size(code_of(e), address) : 0;
}

const char *spoor_elf_symbol_section(const struct spoor_elf *e, uint32_t address)
{
    return e != NULL ? elf_file_symbol_section(code_of(e), address) : NULL;
}

unsigned spoor_elf_source(const struct spoor_elf *e, uint32_t address, struct spoor_source *list,
                          unsigned most)
{
    unsigned n = e != NULL ? elf_file_source(code_of(e), address, list, most) : 0;

    if (n == 1 && list->function == NULL) { /* no function in the debug information: assembly */
        list->function = spoor_elf_symbol(e, address, NULL);
    }
    return n;
}

const char *spoor_id_function(const struct spoor_elf *e, const struct spoor_id *id)
{
    const char *function = id->func != NULL ? id->func : elf_file_function_of(code_of(e), id->address);

    return function != NULL ? function : "?";
}
