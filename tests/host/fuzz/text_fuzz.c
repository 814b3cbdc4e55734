/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fuzz the parsers of the command line and of files that users write. The first byte selects one: a filter,
 * which is then evaluated; options; bytes of a link and a template; budgets; a baseline.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <cli/option.h>
#include <compare/compare.h>
#include <query/filter.h>
#include <record/watch.h>
#include <report/page/template.h>
#include <foreign/swo.h>

static void count_bytes(void *arg, const uint8_t *bytes, size_t n)
{
    (void)bytes;
    *(size_t *)arg += n;
}

static void to_itm(void *arg, const uint8_t *bytes, size_t n)
{
    itm_read(arg, bytes, n);
}

/* An SWO capture, raw and in TPIU frames. */
static void use_swo(const uint8_t *bytes, size_t n)
{
    size_t count = 0;
    struct itm raw = {.port = 1, .take = count_bytes, .arg = &count}, framed = raw;
    struct tpiu t = {.id = 1, .take = to_itm, .arg = &framed};

    itm_read(&raw, bytes, n);
    tpiu_read(&t, bytes, n);
    if (count > 2 * n) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

#define TEXT_MAX 4000

static struct filter_value look_up(void *arg, const char *name)
{
    const unsigned *seed = arg;
    static const char *const texts[] = {"filter", "", NULL, "a*b?"};

    return (struct filter_value){.known = name[0] != 'x',
                                 .has_number = *seed & 1,
                                 .has_ns = *seed & 2,
                                 .number = (int64_t)*seed - 100,
                                 .ns = (int64_t)*seed * 1000,
                                 .text = texts[*seed % 4]};
}

static void use_filter(const char *text)
{
    const char *wrong = NULL;
    struct filter *f = filter_parse(text, &wrong);

    if (f == NULL && wrong == NULL) {
        abort();
    }
    for (unsigned seed = 0; f != NULL && seed < 8; seed++) {
        (void)filter_matches(f, look_up, &seed);
    }
    filter_free(f);
}

static void use_options(char *text)
{
    static bool flag;
    static const char *name;
    static uint64_t time, number;
    static struct option_list list;
    static const struct option options[] = {
        {"flag", 'f', OPTION_FLAG, &flag, NULL, ""}, {"name", 'n', OPTION_TEXT, &name, "a|bc", ""},
        {"to", 't', OPTION_TIME, &time, "TIME", ""}, {"number", 0, OPTION_NUMBER, &number, "N", ""},
        {"list", 'l', OPTION_LIST, &list, "X", ""},  OPTION_END};
    const struct option *table = options;
    const char *wrong[2] = {NULL, NULL};
    char *word[40] = {NULL};
    int count = 0;

    for (char *at = strtok(text, "\n"); at != NULL && count < 39; at = strtok(NULL, "\n")) {
        word[count++] = at;
    }
    options_reset(options);
    for (int i = 0; i < count; i++) {
        if (options_take(&table, 1, count, word, &i, wrong) < 0 && (wrong[0] == NULL || wrong[1] == NULL)) {
            abort();
        }
    }
}

/* Make a file with this text and set its path. */
static int make_file(const char *text, size_t n, char *path, size_t size)
{
    int fd = memfd_create("fuzz", 0);

    if (fd < 0 || write(fd, text, n) != (ssize_t)n) {
        abort();
    }
    snprintf(path, size, "/proc/self/fd/%d", fd);
    return fd;
}

static void use_files(const char *text, size_t n, bool is_baseline)
{
    static struct budgets budgets;
    struct baseline b = {.count = 0};
    struct comparisons c = {.count = 0};
    const char *wrong = NULL;
    char path[64];
    int fd = make_file(text, n, path, sizeof path);

    budgets.count = 0;
    bool loaded = is_baseline ? baseline_load(&b, path, &wrong) : budgets_load(&budgets, path, &wrong);

    if (!loaded && wrong == NULL) {
        abort();
    }
    if (loaded && !is_baseline) {
        struct metric *m = baseline_metric(&b, "block.filter_block");

        if (m != NULL) {
            *m = (struct metric){.name = m->name, .checked = true, .all = {3, 700, 0}, .max_ns = 500};
        }
    }
    if (loaded && compare(&c, &b, &b, &budgets, NULL)) {
        comparisons_free(&c);
    }
    baseline_free(&b);
    close(fd);
}

/* Every template has a block of two rows: text that needs escapes, and a number or nothing. */
static const struct table_kind *find_block(void *arg, const char *name)
{
    static const struct column columns[] = {{"name", COLUMN_TEXT, "text"},
                                            {"wait_us", COLUMN_US, "a number"}};
    static const struct table_kind kind = {"rows", columns, 2, NO_METRIC};

    (void)arg;
    return strcmp(name, kind.name) == 0 ? &kind : NULL;
}

static int put_rows(void *arg, const char *name, void (*take)(void *to, const struct cell *row), void *to,
                    struct fault *fault)
{
    const struct cell rows[][2] = {{{.text = "<\"\\\n", .length = 4}, {.number = -1500}},
                                   {{.text = "7", .length = 1, .bare = true}, {.empty = true}}};

    (void)arg;
    (void)name;
    (void)fault;
    take(to, rows[0]);
    take(to, rows[1]);
    return STATUS_OK;
}

static void use_template(const char *text)
{
    static struct out nowhere;
    const struct template_place place = {"title", "<b>", NULL, NULL};
    const struct template t = {NULL, &place, 1, NULL, find_block, put_rows};
    struct fault fault = {0};

    nowhere.error = 1;
    if (template_write(&t, text, &nowhere, &fault) != STATUS_OK && fault.text[0] == 0) {
        abort();
    }
    nowhere.used = 0;
}

/* The recorder's counters, fed in pieces of any length; and templates of a report. */
static void use_link(const uint8_t *bytes, size_t n)
{
    static struct watch w;
    char text[TEXT_MAX + 1];

    memset(&w, 0, sizeof w);
    for (size_t at = 0, step; at < n; at += step) {
        step = 1 + bytes[at] % 7 < n - at ? 1 + bytes[at] % 7 : n - at;
        watch_bytes(&w, bytes + at, step);
    }
    memcpy(text, bytes, n);
    text[n] = 0;
    use_template(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    char text[TEXT_MAX + 1];

    if (n < 1 || n > TEXT_MAX) {
        return 0;
    }
    memcpy(text, bytes + 1, n - 1);
    text[n - 1] = 0;
    switch (bytes[0] % 6) {
    case 0:
        use_filter(text);
        break;
    case 1:
        use_options(text);
        break;
    case 2:
        use_link(bytes + 1, n - 1);
        break;
    case 5:
        use_swo(bytes + 1, n - 1);
        break;
    default:
        use_files(text, n - 1, bytes[0] % 6 == 4);
        break;
    }
    return 0;
}
