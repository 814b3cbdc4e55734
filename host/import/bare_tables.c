/* SPDX-License-Identifier: BSD-2-Clause */
/* The tables in a result of `spoor record --bare`: addresses become names and places. */
#include <string.h>
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

static const char *function_at(struct profile *p, const struct program *program, uint64_t address)
{
    const struct program_function *f = program_before(program, address);
    char text[32];

    if (f != NULL && (f->size == 0 || address - f->address < f->size)) {
        return keep(p, f->name);
    }
    snprintf(text, sizeof text, "0x%llx", (unsigned long long)address);
    return keep(p, text);
}

static const char *place_at(struct profile *p, struct program *program, uint64_t address)
{
    struct spoor_source source;
    char text[400];

    if (program_line(program, address, &source) && source.file != NULL) {
        snprintf(text, sizeof text, "%.380s:%u", source.file, source.line);
    } else {
        snprintf(text, sizeof text, "0x%llx", (unsigned long long)address);
    }
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

static void take_masked(struct profile *p, struct program *program, const uint64_t *n)
{
    if (!VECTOR_GROW(p->masked, p->masked_count)) {
        p->failed = true;
        return;
    }
    p->masked[p->masked_count++] = (struct profile_masked){
        .function = function_at(p, program, n[0]),
        .begun = place_at(p, program, n[0]),
        .caller = n[1] != 0 ? function_at(p, program, n[1] - 1) : NULL,
        .called = n[1] != 0 ? place_at(p, program, n[1] - 1) : NULL,
        .ended = n[2] != 0 ? place_at(p, program, n[2]) : NULL,
        .count = n[3],
        .total = n[4],
        .longest = n[5],
    };
}

static void take_unknown(struct profile *p, struct program *program, const uint64_t *n)
{
    if (!VECTOR_GROW(p->unknown, p->unknown_count)) {
        p->failed = true;
        return;
    }
    p->unknown[p->unknown_count++] =
        (struct profile_unknown){function_at(p, program, n[0]), place_at(p, program, n[0]), n[1]};
}

bool bare_take_table(struct profile *p, struct program *program, const struct import_line *line,
                     const char **wrong)
{
    static const struct {
        char letter;
        const char *form, *wrong;
        void (*take)(struct profile *p, struct program *program, const uint64_t *numbers);
    } kinds[] = {
        {'m', "xxxddd", "masked sections expected: three addresses and three numbers", take_masked},
        {'u', "xd", "an address and a count expected", take_unknown},
    };
    uint64_t numbers[NUMBERS_MAX];

    for (unsigned n = 0; n < sizeof kinds / sizeof kinds[0]; n++) {
        if (line->length < 2 || line->text[0] != kinds[n].letter || line->text[1] != ' ') {
            continue;
        }
        if (take_numbers(line, kinds[n].form, numbers)) {
            kinds[n].take(p, program, numbers);
        } else {
            *wrong = kinds[n].wrong;
        }
        return true;
    }
    return false;
}
