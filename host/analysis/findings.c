/* SPDX-License-Identifier: BSD-2-Clause */
/* findings: what is wrong in a recording. The detectors (analysis/findings.h) read the rows of other tables.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <analysis/findings.h>
#include <base/quote.h>
#include <base/sort.h>
#include <base/time.h>
#include <base/vector.h>

#define DETECTORS_MAX 64

/* More findings of one kind aren't read by anybody: the worst are kept. */
#define FINDINGS_MAX 1000

struct kept {
    const struct detector *detector; /* NULL: a table that can't be made */
    bool failure, timed;
    char *subject, *cause, *text, *command;
    uint64_t count, order;
    int64_t cost_ns, at_ns;
};

struct findings {
    struct finder finder[DETECTORS_MAX];
    bool opened;
    struct kept *list;
    size_t count;
};

/* Set by the linker: the bounds of the section that SPOOR_DETECTOR() fills. */
extern const struct detector *const __start_spoor_detectors[], *const __stop_spoor_detectors[];

const struct detector *detector_nth(unsigned n)
{
    return n < (size_t)(__stop_spoor_detectors - __start_spoor_detectors) ? __start_spoor_detectors[n] : NULL;
}

/* ------------------------------------------------------------------ cells of a row */

static const struct cell *cell_of(const struct found_row *r, const char *column)
{
    for (unsigned n = 0; n < r->kind->count; n++) {
        if (strcmp(r->kind->columns[n].name, column) == 0) {
            return &r->cells[n];
        }
    }
    fprintf(stderr, "spoor: a detector reads the column %s, which the table %s lacks\n", column,
            r->kind->name);
    abort(); /* a bug, as a row that doesn't fit its table */
}

bool found_has(const struct found_row *r, const char *column)
{
    return !cell_of(r, column)->empty;
}

int64_t found_number(const struct found_row *r, const char *column)
{
    const struct cell *c = cell_of(r, column);

    return c->empty ? 0 : c->number;
}

const char *found_text(const struct found_row *r, const char *column)
{
    const struct cell *c = cell_of(r, column);

    return c->empty ? "" : c->text;
}

/* ------------------------------------------------------------------ words */

struct found_words found_span(int64_t ns)
{
    struct found_words w;
    double value = (double)ns;
    const char *unit = "ns";

    if (value >= 1e9) {
        value /= 1e9;
        unit = "s";
    } else if (value >= 1e6) {
        value /= 1e6;
        unit = "ms";
    } else if (value >= 1e3) {
        value /= 1e3;
        unit = "us";
    }
    snprintf(w.text, sizeof w.text, "%.*f %s",
             value >= 100 || *unit == 'n' ? 0
             : value >= 10                ? 1
                                          : 2,
             value, unit);
    return w;
}

struct found_words found_time(int64_t ns)
{
    struct found_words w;

    snprintf(w.text, sizeof w.text, "%.6f s", (double)ns / 1e9);
    return w;
}

struct found_words found_percent(int64_t thousandths)
{
    struct found_words w;

    snprintf(w.text, sizeof w.text, thousandths < 10000 ? "%.1f %%" : "%.0f %%", (double)thousandths / 1000);
    return w;
}

struct found_words found_times(uint64_t count)
{
    struct found_words w;

    if (count <= 2) {
        snprintf(w.text, sizeof w.text, "%s", count == 2 ? "twice" : "once");
    } else {
        snprintf(w.text, sizeof w.text, "%" PRIu64 " times", count);
    }
    return w;
}

int64_t found_length(const struct finder *f)
{
    return (int64_t)time_ns(f->stats->end - f->stats->begin, f->stats->hz);
}

bool found_share(const struct finder *f, int64_t ns, unsigned percent)
{
    int64_t length = found_length(f);

    return length >= LIMIT_SPAN_NS && ns >= length / 100 * percent;
}

bool found_idle(const struct finder *f, const char *name)
{
    const struct follow *all = intervals_follow(f->stats->intervals);

    for (size_t n = 0; n < all->thread_count; n++) {
        const struct spoor_thread *t = spoor_thread(f->stats->reader, all->threads[n].number);

        if (t != NULL && t->idle && strcmp(t->name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------------ what detectors report */

static void add_words(struct finder *f, va_list words)
{
    for (const char *w; (w = va_arg(words, const char *)) != NULL;) {
        quote_word(f->command, sizeof f->command, w);
    }
}

void finding_command(struct finder *f, ...)
{
    va_list words;

    f->command[0] = 0;
    va_start(words, f);
    add_words(f, words);
    va_end(words);
}

/* The range has the event at its end, so that what ended there is known. */
void finding_command_in(struct finder *f, int64_t from_ns, int64_t length_ns, ...)
{
    int64_t from = from_ns / 1000, to = (from_ns + length_ns) / 1000 + 2;
    char range[80];
    va_list words;

    snprintf(range, sizeof range, "%" PRId64 ".%06" PRId64 "..%" PRId64 ".%06" PRId64, from / 1000000,
             from % 1000000, to / 1000000, to % 1000000);
    f->command[0] = 0;
    va_start(words, length_ns);
    add_words(f, words);
    va_end(words);
    quote_word(f->command, sizeof f->command, "--range");
    quote_word(f->command, sizeof f->command, range);
}

static char *copy(struct stats *s, const char *text)
{
    char *copied = text != NULL && *text != 0 ? strdup(text) : NULL;

    s->failed |= copied == NULL && text != NULL && *text != 0;
    return copied;
}

static struct kept *keep(struct stats *s)
{
    struct findings *all = s->state;

    if (!VECTOR_GROW(all->list, all->count)) {
        s->failed = true;
        return NULL;
    }
    struct kept *k = &all->list[all->count];

    *k = (struct kept){.order = all->count++};
    return k;
}

void finding_report(struct finder *f, const struct finding *what, const char *format, ...)
{
    struct kept *k = keep(f->stats);
    char text[1200];
    va_list words;

    if (k == NULL) {
        return;
    }
    va_start(words, format);
    vsnprintf(text, sizeof text, format, words);
    va_end(words);
    k->detector = f->detector;
    k->failure = what->failure;
    k->count = what->count;
    k->cost_ns = what->cost_ns;
    k->timed = what->timed;
    k->at_ns = what->at_ns;
    k->subject = copy(f->stats, what->subject);
    k->cause = copy(f->stats, what->cause);
    k->text = copy(f->stats, text);
    k->command = copy(f->stats, f->command);
}

/* ------------------------------------------------------------------ the analysis */

static struct finder *finders(struct stats *s)
{
    struct findings *all = s->state;
    const struct detector *d;

    for (unsigned n = 0; !all->opened && n < DETECTORS_MAX && (d = detector_nth(n)) != NULL; n++) {
        struct finder *f = &all->finder[n];

        f->detector = d;
        f->state = d->state_bytes != 0 ? calloc(1, d->state_bytes) : NULL;
        s->failed |= d->state_bytes != 0 && f->state == NULL;
    }
    all->opened = true;
    for (unsigned n = 0; n < DETECTORS_MAX; n++) {
        all->finder[n].stats = s;
    }
    return all->finder;
}

static bool findings_reads(const struct analysis *other)
{
    const struct detector *d;

    for (unsigned n = 0; (d = detector_nth(n)) != NULL; n++) {
        if (strcmp(d->table, other->name) == 0) {
            return true;
        }
    }
    return false;
}

static void findings_row(struct stats *s, const struct table_kind *kind, const struct cell *cells)
{
    const struct found_row row = {kind, cells};
    struct finder *f = finders(s);

    for (unsigned n = 0; n < DETECTORS_MAX && f[n].detector != NULL && !s->failed; n++) {
        if (&analysis_find(f[n].detector->table)->kind == kind) {
            f[n].detector->row(&f[n], &row);
        }
    }
}

static void findings_lacks(struct stats *s, const struct analysis *of)
{
    struct kept *k = keep(s);

    if (k != NULL) {
        k->subject = copy(s, of->name);
        k->text = copy(s, (s->foreign ? analysis_missing : analysis_remedy)(of->needs & ~s->seen));
    }
}

/* Failures come first, then what costs most, then tables that can't be made. */
static unsigned class_of(const struct kept *k)
{
    return k->detector == NULL ? 2 : k->failure ? 0 : 1;
}

static int compare(const void *a, const void *b)
{
    const struct kept *x = a, *y = b;

    if (class_of(x) != class_of(y)) {
        return class_of(x) < class_of(y) ? -1 : 1;
    }
    if (x->cost_ns != y->cost_ns) {
        return x->cost_ns > y->cost_ns ? -1 : 1;
    }
    return x->order < y->order ? -1 : 1;
}

static void put(struct stats *s, const char *text)
{
    if (text != NULL) {
        table_text(s->table, text);
    } else {
        table_empty(s->table);
    }
}

static void put_finding(struct stats *s, const struct kept *k)
{
    static const char *const classes[] = {"failure", "cost", "not examined"};

    put(s, k->detector != NULL ? k->detector->name : NULL);
    put(s, classes[class_of(k)]);
    put(s, k->subject);
    put(s, k->cause);
    if (k->detector != NULL) {
        table_number(s->table, (int64_t)k->count);
        table_number(s->table, k->cost_ns);
    } else {
        table_empty(s->table);
        table_empty(s->table);
    }
    if (k->timed) {
        table_number(s->table, k->at_ns);
    } else {
        table_empty(s->table);
    }
    put(s, k->detector != NULL ? k->detector->table : NULL);
    put(s, k->text);
    put(s, k->command);
    table_end_row(s->table);
}

static void findings_end(struct stats *s)
{
    struct findings *all = s->state;
    struct finder *f = finders(s);

    for (unsigned n = 0; n < DETECTORS_MAX && f[n].detector != NULL && !s->failed; n++) {
        if (f[n].detector->end != NULL) {
            f[n].detector->end(&f[n]);
        }
    }
    if (all->count != 0) {
        sort_stable(all->list, all->count, sizeof *all->list, compare);
    }
    for (size_t n = 0; n < all->count && n < FINDINGS_MAX; n++) {
        put_finding(s, &all->list[n]);
    }
}

static void findings_free(struct stats *s)
{
    struct findings *all = s->state;

    for (size_t n = 0; n < all->count; n++) {
        free(all->list[n].subject);
        free(all->list[n].cause);
        free(all->list[n].text);
        free(all->list[n].command);
    }
    free(all->list);
    for (unsigned n = 0; n < DETECTORS_MAX; n++) {
        free(all->finder[n].state);
    }
}

static const struct column columns[] = {
    {"finding", COLUMN_TEXT, "what was found, as in `spoor explain --help`; empty if a table can't be made"},
    {"class", COLUMN_TEXT,
     "failure: a limit was exceeded, or data was lost; cost: it only costs time; not examined: a table can't "
     "be made, since its events weren't recorded"},
    {"subject", COLUMN_TEXT, "the thread, interrupt, CPU, function or object; or the table"},
    {"cause", COLUMN_TEXT, "the thread, interrupt or place that caused it; empty if unknown"},
    {"count", COLUMN_NUMBER, "how often it occurred"},
    {"cost_us", COLUMN_US, "the time that it costs in all; 0 if that is unknown"},
    {"at_s", COLUMN_TIME, "when it occurred, or when the worst occurrence began"},
    {"source", COLUMN_TEXT, "the table that it was read from"},
    {"text", COLUMN_TEXT, "the finding in words; or how to record the missing events"},
    {"command", COLUMN_TEXT, "what shows it: the words after `spoor`, without the files"},
};

SPOOR_ANALYSIS(findings, "findings",
               "what is wrong, and what costs most: failures first, as in `spoor explain`", 0, NO_METRIC,
               PAGE(TABLES, 5, "Findings", "What is wrong, and what costs most. Failures come first.", 40,
                    .jump = {HISTORY_THREAD, "subject"},
                    .card = {"Findings", "cost_us", {"finding", "subject", "cost_us"}}),
               struct findings, columns, .reads = findings_reads, .row = findings_row,
               .lacks = findings_lacks, .end = findings_end, .free = findings_free);
