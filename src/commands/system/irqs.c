/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * irqs: attached interrupt handlers and how often they ran.
 */
#include <stdio.h>
#include <kernel/irq.h>
#include <shell/shell.h>
#include <shell/table.h>

static const struct table_column columns[] = {
    {"Line", TABLE_RIGHT}, {"Level", TABLE_RIGHT}, {"Name", TABLE_LEFT}, {"Count", TABLE_RIGHT}};

static int irqs_command(int argc, char **argv)
{
    /* A copy: the counts don't stand still between measuring and printing. */
    struct irq_info rows[CONFIG_IRQ_HANDLERS];
    unsigned n = 0;
    struct table t;

    if (argc != 1) {
        return shell_usage_error(argv[0]);
    }
    while (n < CONFIG_IRQ_HANDLERS && irq_get_info(n, &rows[n]) == 0) {
        n++;
    }
    table_begin(&t, columns, sizeof(columns) / sizeof(columns[0]));
    while (table_pass(&t)) {
        for (unsigned i = 0; i < n; i++) {
            table_cell(&t, "%u", rows[i].line);
            table_cell(&t, "%u", rows[i].level);
            table_cell(&t, "%s", rows[i].name);
            table_cell(&t, "%lu", (unsigned long)rows[i].count);
        }
    }
    printf("total %lu, spurious %lu\n", (unsigned long)irq_count(), (unsigned long)irq_spurious_count());
    return 0;
}

SHELL_COMMAND("irqs", "show interrupt handlers and their counts", "", irqs_command, NULL);
