/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * load: the work of each CPU, by thread and interrupt, in bins of time. The shares of a bin, including the
 * unknown time, add up to 100 %.
 */
#include <stdlib.h>
#include <base/sort.h>
#include <analysis/group.h>
#include <analysis/analysis.h>

/* Keys of rows: bin and CPU; kind and number of the context. */
#define KIND_THREAD  (UINT64_C(0) << 32)
#define KIND_IRQ     (UINT64_C(1) << 32)
#define KIND_UNKNOWN (UINT64_C(2) << 32)

struct share {
    struct group_row row;
    uint64_t cycles;
};

struct load {
    struct group shares;
    uint64_t bin; /* cycles; 0: a single bin */
};

static void add(struct stats *s, uint64_t bin, unsigned cpu, uint64_t who, uint64_t cycles)
{
    struct load *l = s->state;

    l->shares.row_bytes = sizeof(struct share);
    struct share *share = group_get(&l->shares, bin << 8 | cpu, who);

    if (share == NULL) {
        s->failed = true;
    } else {
        share->cycles += cycles;
    }
}

/* Each bin is a row: more indicates a wrong unit in --bin. */
#define BINS_MAX 1000000

/* Distribute the `net` cycles of an interval over its bins, in proportion to its part in each. */
static void add_interval(struct stats *s, const struct interval *i, uint64_t who)
{
    struct load *l = s->state;
    uint64_t from = i->from, left = i->net;

    if (l->bin == 0 && s->options->bin_ns != 0) {
        l->bin = spoor_cycles(s->options->bin_ns, s->hz);
        l->bin = l->bin != 0 ? l->bin : 1;
    }
    if (l->bin == 0 || i->to == i->from) {
        add(s, 0, i->cpu, who, i->net);
        return;
    }
    if ((i->to - s->begin) / l->bin >= BINS_MAX) {
        s->refusal = "the recording has more than a million bins: use a longer --bin TIME";
        return;
    }
    while (from < i->to) {
        uint64_t bin = (from - s->begin) / l->bin, end = s->begin + (bin + 1) * l->bin;
        uint64_t to = end < i->to ? end : i->to;
        uint64_t part =
            to == i->to ? left : (uint64_t)((double)i->net * (double)(to - from) / (double)(i->to - i->from));

        part = part < left ? part : left;
        add(s, bin, i->cpu, who, part);
        left -= part;
        from = to;
    }
}

static void load_interval(struct stats *s, const struct interval *i)
{
    if (i->kind == INTERVAL_IRQ) {
        add_interval(s, i, KIND_IRQ | i->line);
    } else if (i->kind == INTERVAL_STATE && i->state == FOLLOW_RUNS) {
        add_interval(s, i, KIND_THREAD | i->thread);
    }
}

/* Sort by bin and CPU, the largest share first. */
static int compare(const void *a, const void *b)
{
    const struct share *x = *(struct share *const *)a, *y = *(struct share *const *)b;

    if (x->row.a != y->row.a) {
        return x->row.a < y->row.a ? -1 : 1;
    }
    return x->cycles < y->cycles   ? 1
           : x->cycles > y->cycles ? -1
                                   : (x->row.b > y->row.b) - (x->row.b < y->row.b);
}

static void load_end(struct stats *s)
{
    struct load *l = s->state;
    size_t known = l->shares.count;
    uint64_t span = s->end - s->begin;
    unsigned cpus = spoor_recording(s->reader)->cpus;
    uint64_t bins = l->bin != 0 ? (span + l->bin - 1) / l->bin : 1;

    if (s->refusal != NULL) {
        return;
    }
    for (uint64_t bin = 0; bin < bins && known != 0; bin++) {
        uint64_t length = l->bin == 0 ? span : bin + 1 == bins ? span - bin * l->bin : l->bin;

        for (unsigned cpu = 0; cpu < cpus; cpu++) {
            uint64_t sum = 0;

            for (size_t n = 0; n < known && l->bin == 0; n++) {
                const struct share *share = group_nth(&l->shares, n);

                sum += (share->row.a & 0xFF) == cpu ? share->cycles : 0;
            }
            if (l->bin == 0 && sum < length) {
                add(s, bin, cpu, KIND_UNKNOWN, length - sum);
            }
        }
    }
    if (l->shares.count != 0) {
        sort_stable(l->shares.rows, l->shares.count, sizeof *l->shares.rows, compare);
    }
    for (size_t n = 0; n < l->shares.count; n++) {
        const struct share *share = group_nth(&l->shares, n);
        uint64_t bin = share->row.a >> 8, who = share->row.b;
        uint64_t length = l->bin == 0 ? span : bin + 1 == bins ? span - bin * l->bin : l->bin;

        analysis_time(s, s->begin + bin * l->bin);
        table_number(s->table, (int64_t)(share->row.a & 0xFF));
        if (who >= KIND_UNKNOWN) {
            table_text(s->table, "unknown");
            table_empty(s->table);
        } else if (who >= KIND_IRQ) {
            table_text(s->table, "irq");
            analysis_irq(s, (uint32_t)who);
        } else {
            table_text(s->table, "thread");
            analysis_thread(s, (uint32_t)who);
        }
        analysis_us(s, share->cycles);
        table_ratio(s->table, share->cycles, length);
        table_end_row(s->table);
    }
}

static void load_free(struct stats *s)
{
    group_free(&((struct load *)s->state)->shares, NULL);
}

static const struct column columns[] = {
    {"time_s", COLUMN_TIME, "start of the bin (--bin)"},
    {"cpu", COLUMN_NUMBER, "the CPU"},
    {"kind", COLUMN_TEXT, "thread, irq, or unknown: before the first context switch, and in losses"},
    {"name", COLUMN_TEXT, "name of the thread or interrupt"},
    {"run_us", COLUMN_SUM_US, "how long it ran in the bin, without nested interrupts"},
    {"share_percent", COLUMN_PERCENT, "share of the bin"},
};

SPOOR_ANALYSIS(
    load, "load", "the work of each CPU, by thread and interrupt; --bin 10ms: over time", NEEDS_SWITCH,
    METRIC,
    PAGE(TABLES, 10, "Load", "The work of each CPU: its threads and its interrupts.", 200,
         .card = {"Load", "share_percent", {"cpu", "name", "share_percent"}, .without = {"kind", "unknown"}}),
    struct load, columns, .intervals = INTERVALS_RUNS | INTERVALS_IRQS, .interval = load_interval,
    .end = load_end, .free = load_free);
