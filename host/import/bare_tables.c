/* SPDX-License-Identifier: BSD-2-Clause */
/* The tables in a result of `spoor record --bare`: addresses become names and places. */
#include <string.h>
#include <base/count.h>
#include <base/vector.h>
#include <import/bare.h>

static unsigned digit_of(char c)
{
    return c >= '0' && c <= '9' ? (unsigned)(c - '0') : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10 : 99;
}

bool bare_number(const char **at, const char *end, unsigned base, uint64_t *number)
{
    const char *digits = *at + 1;

    *number = 0;
    if (*at >= end || **at != ' ') {
        return false;
    }
    for ((*at)++; *at < end && digit_of(**at) < base; (*at)++) {
        if (*number > (UINT64_MAX - digit_of(**at)) / base) {
            return false;
        }
        *number = *number * base + digit_of(**at);
    }
    return *at > digits;
}

/* ------------------------------------------------------------------ names */

static const char *keep(struct profile *p, const char *text)
{
    return profile_keep(p, text, strlen(text));
}

static const char *address_text(struct profile *p, uint64_t address)
{
    char text[32];

    snprintf(text, sizeof text, "0x%llx", (unsigned long long)address);
    return keep(p, text);
}

static const char *function_at(struct profile *p, const struct program *program, uint64_t address)
{
    const struct program_function *f = program_before(program, address);
    bool is_inside = f != NULL && (f->size == 0 || address - f->address < f->size);

    return is_inside ? keep(p, f->name) : address_text(p, address);
}

/* @return the line in the function of the address, also if another was inlined there: masking interrupts
 * often is */
static const char *place_at(struct profile *p, struct program *program, uint64_t address)
{
    struct spoor_source source;
    char text[400];

    if (!program_source(program, address, &source) || source.file == NULL) {
        return address_text(p, address);
    }
    snprintf(text, sizeof text, "%.380s:%u", source.file, source.line);
    return keep(p, text);
}

/* ------------------------------------------------------------------ lines */

#define NUMBERS_MAX 8

/* The numbers of a line. `form` has a letter for each: x or d. */
static bool take_numbers(const struct import_line *line, const char *form, uint64_t *numbers)
{
    const char *at = line->text + 1, *end = line->text + line->length;

    for (; *form != 0; form++) {
        if (!bare_number(&at, end, *form == 'x' ? 16 : 10, numbers++)) {
            return false;
        }
    }
    return at == end;
}

static void take_masked(struct bare_tables *t, const uint64_t *n)
{
    struct profile *p = t->p;

    if (!VECTOR_GROW(p->masked, p->masked_count)) {
        p->failed = true;
        return;
    }
    p->masked[p->masked_count++] = (struct profile_masked){
        .function = function_at(p, t->program, n[0]),
        .begun = place_at(p, t->program, n[0]),
        .caller = n[1] != 0 ? function_at(p, t->program, n[1] - 1) : NULL,
        .called = n[1] != 0 ? place_at(p, t->program, n[1] - 1) : NULL,
        .ended = n[2] != 0 ? place_at(p, t->program, n[2]) : NULL,
        .count = n[3],
        .total = n[4],
        .longest = n[5],
    };
}

static void take_unknown(struct bare_tables *t, const uint64_t *n)
{
    struct profile *p = t->p;

    if (!VECTOR_GROW(p->unknown, p->unknown_count)) {
        p->failed = true;
        return;
    }
    p->unknown[p->unknown_count++] =
        (struct profile_unknown){function_at(p, t->program, n[0]), place_at(p, t->program, n[0]), n[1]};
}

/* @return the name of a thread, or NULL if it has none */
static const char *thread_name(const struct profile *p, uint64_t key)
{
    for (uint32_t n = 0; n < p->frame_count; n++) {
        if (p->frames[n].kind == PROFILE_THREAD && p->frames[n].key == key) {
            return p->frames[n].name;
        }
    }
    return NULL;
}

/* @return the name of an object of the program, or NULL */
static const char *name_in(struct profile *p, const struct object *list, size_t count, uint64_t address)
{
    const struct object *o = objects_at(list, count, address);

    return o != NULL ? keep(p, o->name) : NULL;
}

static void take_stack(struct bare_tables *t, const uint64_t *n)
{
    struct profile *p = t->p;
    const char *name = name_in(p, t->objects.list, t->objects.count, n[2]);

    if (!VECTOR_GROW(p->stacks, p->stack_count)) {
        p->failed = true;
        return;
    }
    p->stacks[p->stack_count++] = (struct profile_stack){
        .name = name != NULL ? name : address_text(p, n[3]),
        .thread = n[4] != 0 ? thread_name(p, n[4]) : NULL,
        .begin = n[0],
        .end = n[1],
        .lowest = n[2],
        .highest = n[3],
    };
}

static void take_region(struct bare_tables *t, const uint64_t *n)
{
    struct profile *p = t->p;

    if (!VECTOR_GROW(p->regions, p->region_count)) {
        p->failed = true;
        return;
    }
    p->regions[p->region_count++] = (struct profile_region){
        .name = name_in(p, t->objects.list, t->objects.count, n[0]),
        .section = name_in(p, t->objects.sections, t->objects.section_count, n[0]),
        .begin = n[0],
        .end = n[1],
        .reads = n[2],
        .writes = n[3],
    };
}

bool bare_take_table(struct bare_tables *t, const struct import_line *line, const char **wrong)
{
    static const struct {
        char letter;
        const char *form, *wrong;
        void (*take)(struct bare_tables *t, const uint64_t *numbers);
    } kinds[] = {
        {'m', "xxxddd", "masked sections expected: three addresses and three numbers", take_masked},
        {'u', "xd", "an address and a count expected", take_unknown},
        {'s', "xxxxx", "a stack expected: four addresses and a thread", take_stack},
        {'r', "xxdd", "memory expected: two addresses and two counts", take_region},
    };
    uint64_t numbers[NUMBERS_MAX];

    for (unsigned n = 0; n < COUNT_OF(kinds); n++) {
        if (line->length < 2 || line->text[0] != kinds[n].letter || line->text[1] != ' ') {
            continue;
        }
        if (take_numbers(line, kinds[n].form, numbers)) {
            kinds[n].take(t, numbers);
        } else {
            *wrong = kinds[n].wrong;
        }
        return true;
    }
    return false;
}
