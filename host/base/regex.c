/* SPDX-License-Identifier: BSD-2-Clause */
/* The expression is compiled to steps with relative jumps, and all paths through them are followed at once
 * (Thompson, "Regular expression search algorithm", 1968). */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <base/regex.h>

#define STEPS_MAX 300
#define SETS_MAX  32
#define DEPTH_MAX 32

enum op { CHAR, ANY, SET, BEGIN, END, SPLIT, JUMP, MATCH };

struct step {
    uint8_t op, c; /* a character, or the index of a set */
    int16_t a, b;  /* distances to the next steps */
};

struct regex {
    unsigned count, sets;
    struct step steps[STEPS_MAX];
    uint8_t set[SETS_MAX][32];
};

struct compiler {
    struct regex *r;
    const char *at, *wrong;
    unsigned depth;
};

static void insert(struct compiler *c, unsigned at, struct step s)
{
    if (c->r->count == STEPS_MAX) {
        c->wrong = "too long";
        return;
    }
    memmove(c->r->steps + at + 1, c->r->steps + at, (c->r->count - at) * sizeof s);
    c->r->steps[at] = s;
    c->r->count++;
}

static void append(struct compiler *c, enum op op, unsigned char character, int a, int b)
{
    insert(c, c->r->count,
           (struct step){.op = (uint8_t)op, .c = character, .a = (int16_t)a, .b = (int16_t)b});
}

/* Compile a set, after its bracket. */
static void compile_set(struct compiler *c)
{
    bool inverted = *c->at == '^', first = true;

    c->at += inverted;
    if (c->r->sets == SETS_MAX) {
        c->wrong = "too many sets";
        return;
    }
    uint8_t *set = c->r->set[c->r->sets];

    for (; *c->at != 0 && (first || *c->at != ']'); first = false) {
        unsigned char from = (unsigned char)*c->at++, to = from;

        if (c->at[0] == '-' && c->at[1] != 0 && c->at[1] != ']') {
            to = (unsigned char)c->at[1];
            c->at += 2;
        }
        for (unsigned n = from; n <= to; n++) {
            set[n / 8] |= (uint8_t)(1 << n % 8);
        }
    }
    if (*c->at++ != ']') {
        c->at--;
        c->wrong = "a [ isn't closed";
    }
    for (unsigned n = 0; inverted && n < 32; n++) {
        set[n] = (uint8_t)~set[n];
    }
    append(c, SET, (unsigned char)c->r->sets++, 1, 0);
}

static void compile_any_of(struct compiler *c);

static void compile_atom(struct compiler *c)
{
    char first = *c->at++;

    switch (first) {
    case '(':
        if (++c->depth > DEPTH_MAX) {
            c->wrong = "too many parentheses";
            return;
        }
        compile_any_of(c);
        c->depth--;
        if (c->wrong == NULL && *c->at != ')') {
            c->wrong = "a ( isn't closed";
        }
        c->at += c->wrong == NULL;
        break;
    case '[':
        compile_set(c);
        break;
    case '.':
        append(c, ANY, 0, 1, 0);
        break;
    case '^':
        append(c, BEGIN, 0, 1, 0);
        break;
    case '$':
        append(c, END, 0, 1, 0);
        break;
    case '*':
    case '+':
    case '?':
        c->wrong = "nothing is before a *, + or ?";
        break;
    case '\\':
        if (*c->at == 0) {
            c->wrong = "nothing is after the last \\";
            return;
        }
        append(c, CHAR, (unsigned char)*c->at++, 1, 0);
        break;
    default:
        append(c, CHAR, (unsigned char)first, 1, 0);
        break;
    }
}

static void compile_repeated(struct compiler *c)
{
    unsigned begin = c->r->count;

    compile_atom(c);
    for (; c->wrong == NULL && *c->at != 0 && strchr("*+?", *c->at) != NULL; c->at++) {
        int length = (int)(c->r->count - begin);

        if (*c->at == '+') {
            append(c, SPLIT, 0, -length, 1);
        } else {
            insert(c, begin,
                   (struct step){.op = SPLIT, .a = 1, .b = (int16_t)(length + 1 + (*c->at == '*'))});
            if (*c->at == '*') {
                append(c, JUMP, 0, -(length + 1), 0);
            }
        }
    }
}

static void compile_any_of(struct compiler *c)
{
    unsigned begin = c->r->count;

    while (c->wrong == NULL && *c->at != 0 && *c->at != '|' && *c->at != ')') {
        compile_repeated(c);
    }
    if (c->wrong == NULL && *c->at == '|') {
        c->at++;
        insert(c, begin, (struct step){.op = SPLIT, .a = 1, .b = (int16_t)(c->r->count - begin + 2)});
        unsigned jump = c->r->count;

        append(c, JUMP, 0, 0, 0);
        if (c->wrong == NULL && ++c->depth <= DEPTH_MAX) {
            compile_any_of(c);
            c->r->steps[jump].a = (int16_t)(c->r->count - jump);
        } else if (c->wrong == NULL) {
            c->wrong = "too many |";
        }
        c->depth--;
    }
}

struct regex *regex_compile(const char *text, const char **wrong)
{
    struct compiler c = {.r = calloc(1, sizeof *c.r), .at = text};

    if (c.r == NULL) {
        *wrong = "out of memory";
        return NULL;
    }
    compile_any_of(&c);
    if (c.wrong == NULL && *c.at != 0) {
        c.wrong = "a ) has no (";
    }
    append(&c, MATCH, 0, 0, 0);
    if (c.wrong != NULL) {
        *wrong = c.wrong;
        free(c.r);
        return NULL;
    }
    return c.r;
}

/* The steps reached before a character. */
struct reached {
    uint16_t step[STEPS_MAX];
    unsigned count;
    bool has[STEPS_MAX];
};

/* @return whether the match is reached */
static bool reach(const struct regex *r, struct reached *to, unsigned n, bool at_begin, bool at_end)
{
    while (!to->has[n]) {
        const struct step *s = &r->steps[n];

        to->has[n] = true;
        if (s->op == MATCH) {
            return true;
        }
        if (s->op <= SET) {
            to->step[to->count++] = (uint16_t)n;
            return false;
        }
        if ((s->op == BEGIN && !at_begin) || (s->op == END && !at_end)) {
            return false;
        }
        if (s->op == SPLIT && reach(r, to, n + (unsigned)s->b, at_begin, at_end)) {
            return true;
        }
        n += (unsigned)s->a;
    }
    return false;
}

static bool takes(const struct regex *r, const struct step *s, unsigned char c)
{
    return s->op == ANY || (s->op == CHAR ? s->c == c : (r->set[s->c][c / 8] >> c % 8 & 1) != 0);
}

bool regex_matches(const struct regex *r, const char *text)
{
    struct reached lists[2], *now = &lists[0], *next = &lists[1];

    memset(now, 0, sizeof *now);
    for (const char *at = text;; at++) {
        if (reach(r, now, 0, at == text, *at == 0)) {
            return true;
        }
        if (*at == 0) {
            return false;
        }
        memset(next, 0, sizeof *next);
        for (unsigned n = 0; n < now->count; n++) {
            unsigned step = now->step[n];

            if (takes(r, &r->steps[step], (unsigned char)*at) &&
                reach(r, next, step + 1, false, at[1] == 0)) {
                return true;
            }
        }
        struct reached *swap = now;

        now = next;
        next = swap;
    }
}

void regex_free(struct regex *r)
{
    free(r);
}
