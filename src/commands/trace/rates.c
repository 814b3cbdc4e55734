/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --rate of trace_points and trace_blocks: visits since the last --rate, visits per second, and the time in
 * blocks.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_SHELL && CONFIG_SHELL_RATES

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <spoor/shell/print.h>
#include <spoor/shell/table.h>
#include <spoor/util/divide.h>
#include <spoor/util/format.h>
#include "command_priv.h"

/* An item's numbers at the last --rate; packed to save memory. */
struct look {
    uint32_t count;
    uint64_t busy_ns; /* total over all visits; net time if it is measured */
} __attribute__((packed, aligned(4)));

static struct last_look {
    uint64_t at_ns;
    struct look *items;
} looks[2]; /* of points and of blocks */

static struct look now_of(const struct trace_kind *k, unsigned id)
{
    struct trace_row row;

    k->read(id, &row);
    return (struct look){row.stats.count, row.stats.count != 0 ? row.stats.net_sum_ns : 0};
}

/* If the item was reset in between, all visits are new. */
static struct look change_of(const struct look *before, const struct look *now)
{
    bool reset = now->count < before->count || now->busy_ns < before->busy_ns;

    return reset ? *now : (struct look){now->count - before->count, now->busy_ns - before->busy_ns};
}

/* Print a number given in tenths as "12.3"; from 1000 on without the tenth. */
static void tenths_cell(struct spoor_table *t, uint64_t tenths)
{
    if (tenths < 10000) {
        spoor_table_cell(t, "%u.%u", (unsigned)tenths / 10, (unsigned)tenths % 10);
    } else {
        spoor_table_cell(t, "%llu", (unsigned long long)spoor_divide(tenths + 5, 10, NULL));
    }
}

static void print_row(const struct trace_kind *k, struct spoor_table *t, unsigned id,
                      const struct look *change, uint64_t elapsed_ns)
{
    char text[SPOOR_FORMAT_TIME_BYTES], share[SPOOR_FORMAT_SHARE_BYTES];
    uint64_t us = spoor_divide(elapsed_ns, 1000, NULL) + 1, tenths = change->count * UINT64_C(10000000);

    for (; us >> 32 != 0; us >>= 1) {
        tenths >>= 1;
    }
    spoor_table_number(t, id);
    spoor_table_text(t, k->name(id));
    spoor_table_number(t, change->count);
    tenths_cell(t, spoor_divide(tenths, (uint32_t)us, NULL));
    if (k->timed) {
        spoor_table_text(t, change->count != 0 ? spoor_format_time_ns(
                                                     text, spoor_divide(change->busy_ns, change->count, NULL))
                                               : "-");
        spoor_table_text(t, spoor_format_share(share, change->busy_ns, elapsed_ns));
    }
}

/* Print the items that the words select; without words, those visited since the last --rate. */
static void print(const struct trace_kind *k, char **words, int n, const struct look *now,
                  const struct last_look *last, uint64_t elapsed_ns)
{
    static const char columns[] = ">ID\0<Name\0>New\0>PerSec\0>Avg\0>Busy%";
    struct spoor_table t;

    spoor_table_begin(&t, columns, k->timed ? 6 : 4);
    while (spoor_table_pass(&t)) {
        for (unsigned id = 0; id < k->size(); id++) {
            struct look change = change_of(&last->items[id], &now[id]);

            if (trace_selected(k, words, n, id) && (n != 0 || change.count != 0)) {
                print_row(k, &t, id, &change, elapsed_ns);
            }
        }
    }
}

int trace_show_rates(const struct trace_kind *k, char **words, int n)
{
    struct last_look *last = &looks[k->timed];
    char text[SPOOR_FORMAT_TIME_BYTES];
    size_t count = k->size();
    struct look *now = SPOOR_MALLOC(count * sizeof *now + 1);

    if (now != NULL && last->items == NULL) {
        last->items = SPOOR_MALLOC((count + 1) * sizeof *last->items);
        if (last->items != NULL) {
            memset(last->items, 0, (count + 1) * sizeof *last->items);
        }
    }
    if (now == NULL || last->items == NULL) {
        spoor_printf("%s: --rate: not enough memory for two copies of %u counts\n", k->command,
                     (unsigned)count);
        SPOOR_FREE(now);
        return -ENOMEM;
    }
    uint64_t at_ns = spoor_shell_now_ns(), elapsed_ns = at_ns - last->at_ns;

    for (unsigned id = 0; id < count; id++) {
        now[id] = now_of(k, id);
    }
    spoor_printf("%s %s:\n", spoor_format_time_ns(text, elapsed_ns),
                 last->at_ns != 0 ? "since the last --rate" : "since boot");
    print(k, words, n, now, last, elapsed_ns);
    SPOOR_FREE(last->items);
    *last = (struct last_look){at_ns, now};
    return 0;
}

#endif
