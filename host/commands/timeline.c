/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * spoor timeline: a picture in plain text. A row is a CPU or a thread, and a column is a stretch of time. A
 * sign shows the share of the stretch in which it ran, or why it didn't run.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <base/sort.h>
#include <analysis/analysis.h>
#include <cli/cli.h>
#include <query/pass.h>

static struct {
    uint64_t width;
    bool ascii;
    struct pass_options pass;
} given;

static const struct option options[] = {
    {"width", 0, OPTION_COUNT, &given.width, "N",
     "The width of the picture with its names, 40 to 4096 (default 100)."},
    {"ascii", 'a', OPTION_FLAG, &given.ascii, NULL, "Use ASCII characters only."},
    PASS_OPTIONS(given.pass),
    OPTION_END};

static const struct doc_item examples[] = {
    {"spoor timeline -e ELF FILE", "Draw the whole recording."},
    {"spoor timeline --range 500ms..510ms --width 150 -e ELF FILE", "Draw 10 ms of it."},
    {NULL}};

/* A bin is a power of two of cycles, which doubles when time exceeds the last bin: memory is constant. */
#define BINS     4096u
#define ROWS_MAX 256

enum { KIND_CPU, KIND_IRQ, KIND_THREAD };
enum { RUNS, READY, UNKNOWN, SHARES };

struct row {
    unsigned kind;
    uint32_t number;
    uint64_t run; /* cycles in total */
    uint64_t bins[SHARES][BINS];
};

struct picture {
    struct out *out;
    struct row *row[ROWS_MAX];
    unsigned rows, left_out;
    unsigned shift; /* a bin is 2^shift cycles */
    uint64_t begin;
    bool begun, failed;
};

/* ------------------------------------------------------------------ bins */

static struct row *row_of(struct picture *p, unsigned kind, uint32_t number)
{
    for (unsigned n = 0; n < p->rows; n++) {
        if (p->row[n]->kind == kind && p->row[n]->number == number) {
            return p->row[n];
        }
    }
    struct row *row = p->rows < ROWS_MAX ? calloc(1, sizeof *row) : NULL;

    if (row == NULL) {
        p->failed |= p->rows < ROWS_MAX;
        p->left_out++;
        return NULL;
    }
    row->kind = kind;
    row->number = number;
    p->row[p->rows++] = row;
    return row;
}

static void halve(struct picture *p)
{
    for (unsigned n = 0; n < p->rows; n++) {
        for (unsigned share = 0; share < SHARES; share++) {
            uint64_t *bins = p->row[n]->bins[share];

            for (unsigned i = 0; i < BINS / 2; i++) {
                bins[i] = bins[2 * i] + bins[2 * i + 1];
            }
            memset(bins + BINS / 2, 0, BINS / 2 * sizeof *bins);
        }
    }
    p->shift++;
}

/* Add the cycles of an interval to the bins that it covers. */
static void add(struct picture *p, unsigned kind, uint32_t number, unsigned share, uint64_t from, uint64_t to)
{
    struct row *row = row_of(p, kind, number);

    if (row == NULL || to <= from || from < p->begin) {
        return;
    }
    from -= p->begin;
    to -= p->begin;
    while ((to - 1) >> p->shift >= BINS) {
        halve(p);
    }
    row->run += share == RUNS ? to - from : 0;
    while (from < to) {
        uint64_t bin = from >> p->shift, end = (bin + 1) << p->shift;

        row->bins[share][bin] += (end < to ? end : to) - from;
        from = end;
    }
}

static void take_interval(struct pass *pass, const struct interval *i)
{
    struct picture *p = pass->arg;

    if (!p->begun) {
        p->begun = true;
        p->begin = pass->begin;
    }
    if (i->kind == INTERVAL_IRQ && i->depth == 0) {
        add(p, KIND_IRQ, i->cpu, RUNS, i->from, i->to);
    } else if (i->kind == INTERVAL_STATE && i->state == FOLLOW_RUNS) {
        if (!spoor_is_idle(pass->input->reader, i->thread)) {
            add(p, KIND_CPU, i->cpu, RUNS, i->from, i->to);
            add(p, KIND_THREAD, i->thread, RUNS, i->from, i->to);
        } else {
            (void)row_of(p, KIND_CPU, i->cpu);
        }
    } else if (i->kind == INTERVAL_STATE && i->state == FOLLOW_READY &&
               !spoor_is_idle(pass->input->reader, i->thread)) {
        add(p, KIND_THREAD, i->thread, READY, i->from, i->to);
    }
}

static void take_item(struct pass *pass, const struct spoor_item *item)
{
    struct picture *p = pass->arg;

    if (item->kind == SPOOR_GAP || item->kind == SPOOR_MISSING || item->kind == SPOOR_CLEARED) {
        if (!p->begun) {
            p->begun = true;
            p->begin = pass->begin;
        }
        add(p, KIND_CPU, item->cpu, UNKNOWN, item->time, item->until);
    }
}

/* ------------------------------------------------------------------ drawing */

/* Sum up the cycles of a column, with parts of the bins at its ends. */
static double sum_of(const struct picture *p, const struct row *row, unsigned share, double from, double to)
{
    double sum = 0, size = (double)(UINT64_C(1) << p->shift);

    if (from >= BINS * size) {
        return 0; /* after the last record */
    }
    for (unsigned n = (unsigned)(from / size); n < BINS && n * size < to; n++) {
        double low = n * size > from ? n * size : from, high = (n + 1) * size < to ? (n + 1) * size : to;

        sum += (double)row->bins[share][n] * (high - low) / size;
    }
    return sum;
}

static void put_sign(struct out *o, double run, double ready, double unknown)
{
    static const char *const blocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

    if (unknown > 0) {
        out_text(o, given.ascii ? "?" : "╳");
    } else if (run > 0) {
        unsigned eighth = run >= 1 ? 7 : (unsigned)(run * 8);

        out_text(o, !given.ascii ? blocks[eighth] : run >= 0.5 ? "#" : run >= 0.125 ? "+" : "-");
    } else {
        out_text(o, ready > 0 ? given.ascii ? "." : "·" : " ");
    }
}

static void put_label(struct pass *pass, const struct row *row)
{
    const struct spoor_thread *t = spoor_thread(pass->input->reader, row->number);
    struct out *o = ((struct picture *)pass->arg)->out;
    char label[32];

    if (row->kind == KIND_THREAD && t != NULL && strlen(t->name) <= 14) {
        size_t before = o->used;

        out_escaped(o, t->name, strlen(t->name));
        for (size_t n = o->used - before; o->used > before && n < 15; n++) {
            out_char(o, ' ');
        }
        return;
    }
    snprintf(label, sizeof label,
             row->kind == KIND_CPU   ? "CPU %u"
             : row->kind == KIND_IRQ ? "  interrupts %u"
                                     : "thread %u",
             row->number);
    out_padded(o, label, 15);
}

static int compare(const void *a, const void *b)
{
    const struct row *x = *(struct row *const *)a, *y = *(struct row *const *)b;

    if ((x->kind == KIND_THREAD) != (y->kind == KIND_THREAD)) {
        return x->kind == KIND_THREAD ? 1 : -1;
    }
    if (x->number != y->number) {
        return x->number < y->number ? -1 : 1;
    }
    return (int)x->kind - (int)y->kind;
}

static void put_axis(struct pass *pass, unsigned columns, uint64_t span)
{
    struct out *o = ((struct picture *)pass->arg)->out;
    uint32_t hz = pass->hz != 0 ? pass->hz : 1;
    char text[64];

    out_padded(o, "", 15);
    for (unsigned n = 0; n < columns; n++) {
        out_text(o, given.ascii ? (n % 10 == 0 ? "|" : "-") : n % 10 == 0 ? "┬" : "─");
    }
    out_literal(o, "\n");
    snprintf(text, sizeof text, "%15s%.6f s, a column is %.3f us", "", (double)pass->begin / hz,
             (double)span * 1e6 / hz / columns);
    out_text(o, text);
    out_literal(o, "\n");
}

static void draw(struct pass *pass, struct picture *p)
{
    struct out *o = p->out;
    unsigned width = given.width != 0 ? (unsigned)given.width : 100;
    unsigned columns = width - 15 - 8;
    uint64_t span = pass->end > p->begin ? pass->end - p->begin : 1;
    char share[16];

    sort_stable(p->row, p->rows, sizeof p->row[0], compare);
    for (unsigned n = 0; n < p->rows; n++) {
        const struct row *row = p->row[n];

        put_label(pass, row);
        for (unsigned c = 0; c < columns; c++) {
            double from = (double)span * c / columns, to = (double)span * (c + 1) / columns, size = to - from;

            put_sign(o, sum_of(p, row, RUNS, from, to) / size, sum_of(p, row, READY, from, to) / size,
                     sum_of(p, row, UNKNOWN, from, to) / size);
        }
        snprintf(share, sizeof share, " %6.2f%%\n", 100.0 * (double)row->run / (double)span);
        out_text(o, share);
    }
    put_axis(pass, columns, span);
    out_text(
        o,
        given.ascii
            ? "               # runs for half or more of the column, + for an eighth, - for less; . ready, "
              "doesn't run; ? records lost\n"
            : "               ▁ to █: share of the column in which it runs; · ready, doesn't run; ╳ records "
              "lost\n");
    if (p->left_out != 0) {
        out_literal(o, "               only the first 256 rows are shown\n");
    }
}

static int timeline(struct cli *cli)
{
    struct picture p = {.out = &cli->out};

    if (given.width != 0 && (given.width < 40 || given.width > 4096)) {
        return cli_usage("--width is 40 to 4096", "");
    }
    struct pass pass = {.input = &cli->input,
                        .options = &given.pass,
                        .arg = &p,
                        .after = take_item,
                        .interval = take_interval};
    int result = pass_run(&pass);

    if (result == CLI_OK && p.rows == 0) {
        result = fault_set(&cli->input.fault, CLI_CANT_SAY, "timeline needs %s",
                           cli->input.tracer != NULL ? "thread switches, which this recording doesn't have"
                                                     : analysis_remedy(NEEDS_SWITCH));
    } else if (result == CLI_OK) {
        draw(&pass, &p);
        result = p.failed ? CLI_UNREADABLE : CLI_OK;
    }
    for (unsigned n = 0; n < p.rows; n++) {
        free(p.row[n]);
    }
    pass_close(&pass);
    return result;
}

SPOOR_COMMAND(
    timeline, CLI_LOOK, "FILE", "draw CPUs and threads over time, in plain text", CLI_RECORDING, timeline,
    options,
    .more = "A row is a CPU, an interrupt or a thread, and a column is a stretch of time. The legend below "
            "the picture explains its signs.",
    .examples = examples, .see = "tui report dump");
