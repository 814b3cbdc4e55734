/* SPDX-License-Identifier: BSD-2-Clause */
/* -i of trace_points and trace_blocks: the details of one item. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_SHELL

#include <stddef.h>
#include <string.h>
#include <spoor/histogram.h>
#include <spoor/shell/print.h>
#include <spoor/trace.h>
#include <spoor/shell/table.h>
#include <spoor/util/format.h>
#include "command_priv.h"

#define LABEL     "  %-11s"
#define BAR_WIDTH 40u

void trace_place_cell(struct spoor_table *t, const struct spoor_location_func *location)
{
    const char *folders = location != NULL ? strrchr(location->at.file, '/') : NULL;

    if (location == NULL) {
        spoor_table_text(t, "-");
    } else {
        spoor_table_cell(t, "%s:%d", folders != NULL ? folders + 1 : location->at.file, location->at.line);
    }
}

/* The offset of a time in the statistics; 0 means none. */
#define AT(member) offsetof(struct trace_block_stats, member)

static void print_times(const struct trace_block_stats *s)
{
    static const char columns[] = "<\0>Last\0>Min\0>Max\0>Avg\0>Total";
    static const struct {
        char name[5];
        uint8_t at[5];
    } rows[] = {
        {"wall", {AT(last_ns), AT(min_ns), AT(max_ns), AT(avg_ns), AT(sum_ns)}},
#if CONFIG_TRACE_NET
        {"net", {AT(net_last_ns), AT(net_min_ns), AT(net_max_ns), AT(net_avg_ns), AT(net_sum_ns)}},
        {"self", {0, 0, 0, AT(self_avg_ns), AT(self_sum_ns)}},
#endif
    };
    char text[SPOOR_FORMAT_TIME_BYTES];
    struct spoor_table t;
    uint64_t ns;

    spoor_table_begin(&t, columns, 6);
    while (spoor_table_pass(&t)) {
        for (unsigned row = 0; row < sizeof rows / sizeof rows[0]; row++) {
            spoor_table_cell(&t, "  %-9s", rows[row].name);
            for (unsigned i = 0; i < sizeof rows[0].at; i++) {
                memcpy(&ns, (const char *)s + rows[row].at[i], sizeof ns);
                spoor_table_text(&t, rows[row].at[i] != 0 && s->count != 0 ? spoor_format_time_ns(text, ns)
                                                                           : "-");
            }
        }
    }
}

#if CONFIG_TRACE_HISTOGRAM

static void print_percentiles(const struct trace_histogram *h)
{
    static const uint8_t percents[] = {50, 90, 99};
    char text[SPOOR_FORMAT_TIME_BYTES];

    spoor_printf(LABEL, "wall about");
    for (unsigned i = 0; i < sizeof(percents); i++) {
        spoor_printf("%sp%u %s", i == 0 ? "" : ", ", percents[i],
                     spoor_format_time_ns(text, trace_histogram_percentile_ns(h, percents[i])));
    }
    spoor_printf("\n");
}

/* Print a bar. It has at least one mark if there was a visit, and BAR_WIDTH marks for the fullest bucket. */
static void print_bar(uint32_t count, uint32_t most)
{
    uint32_t width = count == 0 ? 0 : 1 + (uint32_t)((uint64_t)(count - 1) * BAR_WIDTH / most);

    while (width-- > 0) {
        spoor_putchar('#');
    }
    spoor_printf("%s%lu\n", count != 0 ? " " : "", (unsigned long)count);
}

#define BARS_MAX 20u

/* @return the number of visits in `buckets` buckets, starting at bucket `n` */
static uint32_t sum_of(const struct trace_histogram *h, unsigned n, unsigned buckets)
{
    uint32_t sum = 0;

    for (unsigned end = n + buckets; n < end && n < TRACE_HISTOGRAM_BUCKETS; n++) {
        sum += h->buckets[n];
    }
    return sum;
}

/* Print one bar per bucket, or one per power of two if that would be too many. */
static void print_bars(const struct trace_histogram *h)
{
    unsigned first = TRACE_HISTOGRAM_BUCKETS, last = 0, step = 1;
    uint32_t most = 1;

    for (unsigned n = 0; n < TRACE_HISTOGRAM_BUCKETS; n++) {
        if (h->buckets[n] != 0) {
            first = n < first ? n : first;
            last = n;
        }
    }
    if (last - first >= BARS_MAX) {
        step = CONFIG_TRACE_HISTOGRAM_STEPS;
        first -= first % step;
    }
    for (unsigned n = first; n <= last; n += step) { /* no iterations if all visits are long ones */
        most = sum_of(h, n, step) > most ? sum_of(h, n, step) : most;
    }
    for (unsigned n = first; n <= last && !spoor_shell_stopped(); n += step) {
        char text[SPOOR_FORMAT_TIME_BYTES];

        spoor_printf("  from %9s  ", spoor_format_time_ns(text, trace_histogram_floor_ns(n)));
        print_bar(sum_of(h, n, step), most);
    }
    if (h->long_count != 0) {
        char text[SPOOR_FORMAT_TIME_BYTES];

        spoor_printf("  from %9s  ",
                     spoor_format_time_ns(text, trace_histogram_floor_ns(TRACE_HISTOGRAM_BUCKETS)));
        print_bar(h->long_count, h->long_count > most ? h->long_count : most);
    }
}

static void print_histogram(const struct trace_block *b)
{
    static struct trace_histogram h; /* too large for the shell's stack */

    trace_block_get_histogram(b, &h);
    if (trace_histogram_total(&h) != 0) {
        print_percentiles(&h);
        print_bars(&h);
    }
}

#else

static void print_histogram(const struct trace_block *b)
{
    (void)b;
}

#endif

static void print_place(const struct spoor_location_func *l)
{
    if (l != NULL) {
        spoor_printf(LABEL "%s:%d\n", "file", l->at.file, l->at.line);
        spoor_printf(LABEL "%s\n", "function", l->func[0] != '\0' ? l->func : "- (at file scope)");
    } else {
        spoor_printf(LABEL "needs CONFIG_TRACE_NAMES; spoor names prints it\n", "place");
    }
}

#if TRACE_SITES_LOADED
static const char *sites_text(enum trace_sites state)
{
    return state == TRACE_SITES_OFF    ? ", patched off"
           : state == TRACE_SITES_PART ? ", patched off in part"
                                       : "";
}
#endif

void trace_show_details(const struct trace_kind *k, unsigned id)
{
    struct trace_row row;

    k->read(id, &row);
    spoor_printf("%s %u %s\n", k->one, id, k->name(id));
#if TRACE_SITES_LOADED
    spoor_printf(LABEL "%s%s\n", "state", row.on ? "on" : "off", sites_text(trace_item_sites(k, id)));
#else
    spoor_printf(LABEL "%s\n", "state", row.on ? "on" : "off");
#endif
    spoor_printf(LABEL "%lu\n", "count", (unsigned long)row.stats.count);
    if (k->timed) {
        spoor_printf(LABEL, "mismatches");
        if (trace_has_mismatches(&row)) {
            trace_print_mismatches(&row);
        } else {
            spoor_printf("none\n");
        }
        if (row.stats.too_long != 0) {
            spoor_printf(LABEL "%lu visits, not counted\n", "too long", (unsigned long)row.stats.too_long);
        }
    }
    if (CONFIG_SHELL_CONDITIONS) {
        trace_show_watches(k, id);
    }
    print_place(k->location(id));
    if (k->timed) {
        print_times(&row.stats);
        print_histogram(k->block(id));
    }
}

#endif
