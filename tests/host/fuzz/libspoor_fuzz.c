/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fuzz the library. An input is a line of words that choose a call, then the bytes of the recording:
 *
 *     CALL NAME|RANGE|FILTER|SORT|PROGRAM\n        CALL: one of "tecvx" and a digit
 *
 * PROGRAM is the size of an ELF file at the end of the input; without it, the recording gets the program of
 * the unit tests. An input without such a line is a recording for each call in turn. A call that fails must
 * have a reason of one line, and must not have failed in the open call; the same call must answer the same.
 */
#include <stdlib.h>
#include <string.h>
#include <engine/libspoor.h>
#include "read_make.h"

#define LINE_MAX  200
#define SUM_FIRST 5381

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static struct make program;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    make_usual_elf(&program);
    return 0;
}

static void require(int truth)
{
    if (!truth) {
        abort();
    }
}

static void message(void *arg, const char *text)
{
    (void)arg;
    require(strchr(text, '\n') == NULL && strlen(text) > 0);
}

/* What a call wrote. A sink that is full fails. */
struct got {
    uint32_t sum;
    size_t used, most;
};

static int take(void *arg, const char *bytes, size_t n)
{
    struct got *g = arg;

    for (size_t i = 0; i < n; i++) {
        g->sum = g->sum * 33 + (uint8_t)bytes[i];
    }
    g->used += n;
    return g->used > g->most ? 28 /* ENOSPC */ : 0;
}

struct call {
    char kind;
    unsigned digit;
    const char *name, *sort;
    struct libspoor_part part;
};

static const char *nth_of(const char *(*name)(unsigned n), unsigned n)
{
    unsigned count = 0;

    while (name(count) != NULL) {
        count++;
    }
    return name(n % count);
}

static int ask(struct libspoor *s, const struct call *c, struct got *g, struct libspoor_error *error)
{
    const struct libspoor_sink to = {take, g};
    const struct libspoor_options options = {.form = (enum libspoor_form)(c->digit % 3),
                                             .sort = c->sort,
                                             .top = c->digit,
                                             .bin_ns = c->digit * UINT64_C(1000000),
                                             .deadline_ns = c->digit * UINT64_C(1000),
                                             .thread = "worker",
                                             .begin_event = "sched_wake",
                                             .end_event = "hits",
                                             .key = c->digit % 2 != 0 ? "value" : NULL};

    switch (c->kind) {
    case 't':
        return libspoor_table(s, c->name, &c->part, &options, &to, error);
    case 'e':
        return libspoor_events(s, &c->part, c->digit / 2, c->digit, &to, error);
    case 'c':
        return libspoor_chosen(s, &c->part, c->name, &to, error);
    case 'v':
        return libspoor_view(s, (enum libspoor_view)(c->digit % 5), &c->part, c->digit * 10, &to, error);
    default:
        return libspoor_export(s, c->name, &c->part, &to, error);
    }
}

static void check_error(int status, const struct libspoor_error *e)
{
    require(status == (int)e->status && status >= LIBSPOOR_OK && status <= LIBSPOOR_CANT_SAY);
    require((status == LIBSPOOR_OK) == (e->text[0] == 0));
    require(strchr(e->text, '\n') == NULL && memchr(e->text, 0, sizeof e->text) != NULL);
}

/* Ask twice. The answer must be the same. Some formats contain the date. */
static void ask_twice(struct libspoor *s, const struct call *c)
{
    struct libspoor_error error;
    struct got first = {SUM_FIRST, 0, c->digit == 7 ? 1000 : SIZE_MAX / 2}, second = first;
    int status = ask(s, c, &first, &error);

    check_error(status, &error);
    require(c->digit != 7 || status != LIBSPOOR_OK || first.used <= first.most);
    int again = ask(s, c, &second, &error);

    check_error(again, &error);
    require(again == status && (c->kind == 'x' || (second.used == first.used && second.sum == first.sum)));
}

static void use(const uint8_t *bytes, size_t n, const uint8_t *elf, size_t elf_size, const struct call *c)
{
    struct libspoor_error error;
    uint8_t *exact = malloc(n + 1); /* on the heap, so that the sanitizer detects overruns */

    memcpy(exact, bytes, n);
    struct libspoor *s = libspoor_open(&(struct libspoor_input){.path = "fuzz",
                                                                .bytes = exact,
                                                                .size = n,
                                                                .program_bytes = elf,
                                                                .program_size = elf_size,
                                                                .rate = c->digit == 3 ? 1000 : 0,
                                                                .message = message},
                                       &error);

    require((s != NULL) == (error.status == LIBSPOOR_OK));
    check_error((int)error.status, &error);
    if (s != NULL) {
        ask_twice(s, c);
    }
    libspoor_close(s);
    free(exact);
}

static const char *word(char **at)
{
    char *begin = *at, *end = strchr(begin, '|');

    *at = end != NULL ? end + 1 : begin + strlen(begin);
    if (end != NULL) {
        *end = 0;
    }
    return *begin != 0 ? begin : NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    const uint8_t *end = n == 0 ? NULL : memchr(bytes, '\n', n < LINE_MAX ? n : LINE_MAX);
    char line[LINE_MAX + 1];
    struct call c = {.kind = 't'};

    if (end == NULL || bytes[0] == 0 || strchr("tecvx", bytes[0]) == NULL ||
        memchr(bytes, 0, (size_t)(end - bytes)) != NULL || end - bytes < 3) {
        c.digit = n != 0 ? bytes[n / 2] : 0;
        c.kind = "tecvx"[c.digit % 5];
        c.digit /= 5;
        c.name = c.kind == 'x' ? nth_of(libspoor_format_name, c.digit) : nth_of(libspoor_table_name, c.digit);
        c.name = c.kind == 'c' ? "event=hits || duration>1us" : c.name;
        use(bytes, n, program.bytes, program.used, &c);
        return 0;
    }
    memcpy(line, bytes, (size_t)(end - bytes));
    line[end - bytes] = 0;
    char *at = line + 2;

    c.kind = line[0];
    c.digit = (uint8_t)(line[1] - '0');
    c.name = word(&at);
    c.part.range = word(&at);
    c.part.where = word(&at);
    c.sort = word(&at);
    size_t left = n - (size_t)(end + 1 - bytes), size = strtoul(at, NULL, 10);

    c.name = c.name != NULL ? c.name : c.kind == 'x' ? nth_of(libspoor_format_name, c.digit) : "threads";
    if (size != 0 && size <= left) {
        use(end + 1, left - size, end + 1 + left - size, size, &c);
    } else {
        use(end + 1, left, program.bytes, program.used, &c);
    }
    return 0;
}
