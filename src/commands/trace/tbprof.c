/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * tbprof: run a command, and show the blocks that took the most time meanwhile, in all threads and
 * interrupts. All blocks are on during that time. Their statistics aren't reset: the rows are differences.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_SHELL && CONFIG_SHELL_SUMMARIES

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <spoor/shell/print.h>
#include <spoor/shell/table.h>
#include <spoor/util/format.h>
#include <spoor/util/text.h>
#include "command_priv.h"

#define ROWS_MAX 1000

/* A block's numbers: before the command as they were, after it the difference. */
struct used {
    uint64_t self_ns, net_ns;
    uint32_t count;
    bool was_on, shown;
};

static struct used read_used(unsigned id)
{
    struct trace_block_stats s;

    trace_block_get_stats(&trace_blocks[id], &s);
    return (struct used){s.self_sum_ns, s.net_sum_ns, s.count, trace_block_is_on(&trace_blocks[id]), false};
}

/* If the command reset the block, all its visits are new. */
static struct used difference(const struct used *before, const struct used *now)
{
    if (now->count < before->count || now->net_ns < before->net_ns || now->self_ns < before->self_ns) {
        return *now;
    }
    return (struct used){now->self_ns - before->self_ns, now->net_ns - before->net_ns,
                         now->count - before->count, before->was_on, false};
}

/* A single word is a line of its own: -c "sleep 100". */
static int run_command(int argc, char **argv)
{
    char *words[SPOOR_SHELL_ARGS + 1];

    if (argc == 1) {
        return spoor_shell_run(argv[0]);
    }
    memcpy(words, argv, (size_t)argc * sizeof words[0]);
    words[argc] = NULL;
    return spoor_shell_run_words(argc, words);
}

/* @return the costliest block not shown yet, or NULL if no other was visited */
static struct used *costliest(struct used *blocks, unsigned n)
{
    struct used *most = NULL;

    for (struct used *b = blocks; b < blocks + n; b++) {
        if (!b->shown && b->count != 0 && (most == NULL || b->self_ns > most->self_ns)) {
            most = b;
        }
    }
    return most;
}

static void print_row(struct spoor_table *t, unsigned id, const struct used *b, uint64_t elapsed_ns)
{
    char text[SPOOR_FORMAT_TIME_BYTES], share[SPOOR_FORMAT_SHARE_BYTES];
    const struct trace_block_desc *d = trace_block_desc(&trace_blocks[id]);

    spoor_table_number(t, id);
    spoor_table_text(t, d != NULL ? d->name : trace_number_name(id));
    spoor_table_number(t, b->count);
    spoor_table_text(t, spoor_format_time_ns(text, b->self_ns));
    spoor_table_text(t, spoor_format_time_ns(text, b->net_ns));
    spoor_table_text(t, spoor_format_share(share, b->self_ns, elapsed_ns));
}

static void print(struct used *blocks, unsigned n, unsigned rows, uint64_t elapsed_ns)
{
    static const char columns[] = ">ID\0<Name\0>Count\0>Self\0>Net\0>Self%";
    char text[SPOOR_FORMAT_TIME_BYTES];
    unsigned visited = 0;
    struct spoor_table t;

    for (unsigned id = 0; id < n; id++) {
        visited += blocks[id].count != 0;
    }
    spoor_printf("%s, %u of %u blocks visited:\n", spoor_format_time_ns(text, elapsed_ns), visited, n);
    spoor_table_begin(&t, columns, 6);
    while (spoor_table_pass(&t)) {
        for (unsigned id = 0; id < n; id++) {
            blocks[id].shown = false;
        }
        for (unsigned row = 0; row < rows && row < visited; row++) {
            struct used *b = costliest(blocks, n);

            b->shown = true;
            print_row(&t, (unsigned)(b - blocks), b, elapsed_ns);
        }
    }
}

static int profile(unsigned rows, int argc, char **argv)
{
    unsigned n = SPOOR_ARRAY_SPREAD_SIZE(trace_blocks);
    struct used *blocks = SPOOR_MALLOC(n * sizeof *blocks + 1);

    if (blocks == NULL) {
        spoor_printf("tbprof: not enough memory for the times of %u blocks\n", n);
        return -ENOMEM;
    }
    for (unsigned id = 0; id < n; id++) {
        blocks[id] = read_used(id);
        trace_block_enable(&trace_blocks[id], true);
    }
    uint64_t begin_ns = spoor_shell_now_ns();
    int result = run_command(argc, argv);
    uint64_t elapsed_ns = spoor_shell_now_ns() - begin_ns;

    for (unsigned id = 0; id < n; id++) {
        struct used now = read_used(id);

        if (!blocks[id].was_on) {
            trace_block_enable(&trace_blocks[id], false);
        }
        blocks[id] = difference(&blocks[id], &now);
    }
    print(blocks, n, rows, elapsed_ns);
    SPOOR_FREE(blocks);
    return result;
}

static int tbprof_command(int argc, char **argv)
{
    uint32_t rows = 10;
    int at = 1;

    if (argc > 2 && spoor_text_is(argv[1], "-n")) {
        if (!spoor_text_number(argv[2], &rows) || rows == 0 || rows > ROWS_MAX) {
            spoor_printf("tbprof: -n \"%s\": the number of blocks to show is 1 to %d\n", argv[2], ROWS_MAX);
            return -EINVAL;
        }
        at = 3;
    }
    if (argc < at + 2 || !spoor_text_is(argv[at], "-c")) {
        return spoor_shell_usage_error(argv[0]);
    }
    return profile(rows, argc - at - 1, argv + at + 1);
}

SPOOR_SHELL_COMMAND("tbprof", "run a command, and show the N costliest blocks meanwhile",
                    "[-n N] -c COMMAND [WORD...]", tbprof_command, NULL);

#endif
