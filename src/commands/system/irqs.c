/* SPDX-License-Identifier: BSD-2-Clause */
/* irqs: show attached interrupt handlers and how often they ran. */
#include <stdio.h>
#include <kernel/irq.h>
#include <spoor/shell/shell.h>
#include <spoor/shell/table.h>

static const char columns[] = ">Line\0>Level\0<Name\0>Count";

static int irqs_command(int argc, char **argv)
{
    /* A copy, because the counts change between measuring and printing. */
    struct irq_info rows[CONFIG_IRQ_HANDLERS];
    unsigned n = 0;
    struct spoor_table t;

    if (argc != 1) {
        return spoor_shell_usage_error(argv[0]);
    }
    while (n < CONFIG_IRQ_HANDLERS && irq_get_info(n, &rows[n]) == 0) {
        n++;
    }
    spoor_table_begin(&t, columns, 4);
    while (spoor_table_pass(&t)) {
        for (unsigned i = 0; i < n; i++) {
            spoor_table_number(&t, rows[i].line);
            spoor_table_number(&t, rows[i].level);
            spoor_table_text(&t, rows[i].name);
            spoor_table_number(&t, rows[i].count);
        }
    }
    printf("total %lu, spurious %lu\n", (unsigned long)irq_count(), (unsigned long)irq_spurious_count());
    return 0;
}

SPOOR_SHELL_COMMAND("irqs", "show interrupt handlers and their counts", "", irqs_command, NULL);
