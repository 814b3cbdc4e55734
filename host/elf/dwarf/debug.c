/* SPDX-License-Identifier: BSD-2-Clause */
/* Looks up addresses in debug information. */
#include <stdlib.h>
#include <base/sort.h>
#include <elf/dwarf/constants.h>
#include <elf/dwarf/entries.h>
#include <elf/dwarf/lines.h>
#include <elf/dwarf/scopes.h>

static const uint8_t nothing[1];

/* Texts must be terminated: cut off what follows the last 0. */
static void cut_texts(struct debug_bytes *s)
{
    while (s->size != 0 && s->bytes[s->size - 1] != 0) {
        s->size--;
    }
}

struct debug *debug_open(const struct debug_bytes sections[DEBUG_SECTIONS], bool code_at_zero)
{
    struct debug *d = calloc(1, sizeof *d);

    if (d == NULL) {
        return NULL;
    }
    for (unsigned n = 0; n < DEBUG_SECTIONS; n++) {
        const struct debug_bytes *s = &sections[n];

        /* Indexes have 32 bits. */
        d->sections[n] = s->bytes != NULL && s->size < UINT32_MAX ? *s : (struct debug_bytes){nothing, 0};
    }
    cut_texts(&d->sections[DEBUG_STR]);
    cut_texts(&d->sections[DEBUG_LINE_STR]);
    d->abbreviations_left = d->sections[DEBUG_ABBREV].size;
    d->lines_left = d->sections[DEBUG_LINE].size;
    d->ranges_left = (uint64_t)d->sections[DEBUG_RANGES].size + d->sections[DEBUG_RNGLISTS].size;
    d->lowest = code_at_zero ? 0 : 1;
    if (!units_read(d)) {
        debug_close(d);
        return NULL;
    }
    return d;
}

void debug_close(struct debug *d)
{
    if (d == NULL) {
        return;
    }
    for (size_t n = 0; n < d->unit_count; n++) {
        scopes_free(&d->units[n]);
        lines_free(&d->units[n]);
    }
    abbreviations_free(d);
    spans_free(&d->unit_spans);
    free(d->units);
    free(d->variables);
    free(d);
}

/* ------------------------------------------------------------------ source lines */

/* Set the location of the call of an inlined function. */
static void set_call_site(struct spoor_source *s, struct lines *l, const struct entry *inlined)
{
    const struct value *line = entry_value(inlined, VALUE_CALL_LINE);
    const struct value *file = entry_value(inlined, VALUE_CALL_FILE);
    uint64_t number;

    *s = (struct spoor_source){.line = 0};
    if (line != NULL && value_number(line, &number)) {
        s->line = (uint32_t)number;
    }
    if (file != NULL && value_number(file, &number)) {
        s->file = files_path(&l->files, number);
    }
}

/* Set the functions of a scope and those around it, up to one that isn't inlined. @return their number */
static unsigned set_functions(struct debug *d, const struct unit *u, uint32_t scope,
                              struct spoor_source *list, unsigned most)
{
    unsigned n = 0;

    while (scope != NONE && n < most) {
        const struct scope *s = &u->scopes->list[scope];
        struct entry e;

        if (!entry_read(d, u, s->entry, &e)) {
            break;
        }
        list[n++].function = entry_name(d, &e);
        if (!s->inlined) {
            break;
        }
        if (n < most) {
            set_call_site(&list[n], u->lines, &e);
        }
        scope = s->parent;
    }
    return n;
}

static bool pass_sequence(struct lines *l, const struct span *span, debug_line_fn take, void *arg)
{
    const struct row *rows = &l->rows[l->sequences[span->item].first];
    size_t count = l->sequences[span->item].count;

    for (size_t n = 0; n < count; n++) {
        uint64_t end = n + 1 < count ? rows[n + 1].address : span->high;

        if (end > rows[n].address &&
            !take(arg, rows[n].address, end, files_path(&l->files, rows[n].file), rows[n].line)) {
            return false;
        }
    }
    return true;
}

bool debug_lines(struct debug *d, debug_line_fn take, void *arg)
{
    for (size_t n = 0; n < d->unit_count; n++) {
        struct lines *l = lines_get(d, &d->units[n]);

        if (l == NULL) {
            return false;
        }
        for (size_t i = 0; i < l->spans.count; i++) {
            if (!pass_sequence(l, &l->spans.list[i], take, arg)) {
                return false;
            }
        }
    }
    return true;
}

unsigned debug_source(struct debug *d, uint64_t address, struct spoor_source *list, unsigned most)
{
    uint32_t index;

    if (most == 0 || !spans_find(&d->unit_spans, address, &index)) {
        return 0;
    }
    struct unit *u = &d->units[index];
    struct lines *l = lines_get(d, u);

    if (l == NULL || scopes_get(d, u) == NULL) {
        return 0;
    }
    const struct row *row = lines_find(l, address);

    list[0] = (struct spoor_source){.line = 0};
    if (row != NULL) {
        list[0].file = files_path(&l->files, row->file);
        list[0].line = row->line;
    }
    unsigned n = set_functions(d, u, scopes_find(d, u, address), list, most);

    return n == 0 && row != NULL ? 1 : n;
}

/* ------------------------------------------------------------------ static variables */

static int compare(const void *a, const void *b)
{
    const struct variable *x = a, *y = b;

    if (x->address != y->address) {
        return x->address < y->address ? -1 : 1;
    }
    return x->order < y->order ? -1 : x->order > y->order;
}

/* Index the variables of all units. */
static void collect_variables(struct debug *d)
{
    size_t count = 0;

    for (size_t n = 0; n < d->unit_count; n++) {
        const struct scopes *s = scopes_get(d, &d->units[n]);

        count += s != NULL ? s->variable_count : 0;
    }
    d->variables = calloc(count + 1, sizeof *d->variables);
    for (size_t n = 0; n < d->unit_count && d->variables != NULL; n++) {
        const struct scopes *s = d->units[n].scopes;

        for (size_t i = 0; s != NULL && i < s->variable_count; i++) {
            d->variables[d->variable_count] = s->variables[i];
            d->variables[d->variable_count].order = (uint32_t)d->variable_count;
            d->variable_count++;
        }
    }
    if (d->variable_count != 0) {
        sort_stable(d->variables, d->variable_count, sizeof *d->variables, compare);
    }
}

/* @return the first variable at an address in the order of the file, or NULL */
static const struct variable *variable_at(const struct debug *d, uint64_t address)
{
    size_t low = 0, high = d->variable_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (d->variables[middle].address < address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < d->variable_count && d->variables[low].address == address ? &d->variables[low] : NULL;
}

/* Functions without a name around a variable; more are damage. */
#define NAMELESS_MAX 16

const char *debug_function_of(struct debug *d, uint64_t address)
{
    if (!d->has_variables) {
        d->has_variables = true;
        collect_variables(d);
    }
    const struct variable *v = variable_at(d, address);
    const struct unit *u = v != NULL ? &d->units[v->unit] : NULL;
    unsigned nameless = 0;

    if (v == NULL) {
        return NULL;
    }
    for (uint32_t scope = v->scope; scope != NONE && nameless < NAMELESS_MAX;
         scope = u->scopes->list[scope].parent) {
        const struct scope *s = &u->scopes->list[scope];
        struct entry e;

        if (s->inlined || !entry_read(d, u, s->entry, &e)) {
            continue;
        }
        const char *name = entry_name(d, &e);

        if (name != NULL) {
            return name;
        }
        nameless++;
    }
    return "";
}
