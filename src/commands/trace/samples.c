/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * trace_samples: show where the time is spent, by function and by thread. Function names aren't on the
 * target: the table has addresses, which `spoor symbols` replaces by names.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_SAMPLES && CONFIG_TRACE_SAMPLE_TABLE && CONFIG_TRACE_SHELL

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <spoor/port/port.h>
#include <spoor/sample.h>
#include <spoor/port/sampler.h>
#include <spoor/shell/options.h>
#include <spoor/shell/print.h>
#include <spoor/shell/shell.h>
#include <spoor/shell/table.h>
#include <spoor/util/text.h>
#include "command_priv.h"

#define DEFAULT_HZ 1000u

static const char *const groups[] = {"function", "thread", "both"};

enum { BY_FUNCTION, BY_THREAD, BY_BOTH, GROUPS };

/* ------------------------------------------------------------------ rows */

struct rows {
    unsigned count;
    uint32_t sum;
    struct trace_sample_row row[CONFIG_TRACE_SAMPLE_TABLE];
};

/* Clear the part of the key that the table doesn't group by. */
static void reduce(struct trace_sample_row *r, int by)
{
    if (by == BY_FUNCTION) {
        r->thread = r->level = 0;
    } else if (by == BY_THREAD) {
        r->function = 0;
    }
}

static void add(struct rows *rows, const struct trace_sample_row *r)
{
    struct trace_sample_row *at = rows->row;

    while (at < rows->row + rows->count &&
           (at->function != r->function || at->thread != r->thread || at->level != r->level)) {
        at++;
    }
    if (at == rows->row + rows->count) {
        rows->count++;
        *at = *r;
    } else {
        at->count += r->count;
        at->late += r->late;
    }
    rows->sum += r->count;
}

static int by_count(const void *a, const void *b)
{
    const struct trace_sample_row *first = a, *second = b;

    return first->count < second->count ? 1 : first->count > second->count ? -1 : 0;
}

static void take(struct rows *rows, int by)
{
    struct trace_sample_row r;

    for (unsigned n = 0; n < CONFIG_TRACE_SAMPLE_TABLE; n++) {
        if (trace_sample_row(n, &r) == 0) {
            reduce(&r, by);
            add(rows, &r);
        }
    }
    qsort(rows->row, rows->count, sizeof rows->row[0], by_count);
}

/* ------------------------------------------------------------------ the table */

/* @return the name of the thread with this number, or NULL if it has ended or the image has no events */
static const char *thread_name(uint32_t number)
{
#if CONFIG_TRACE_EVENTS
    struct spoor_port_thread t;

    for (unsigned n = 0; number != 0 && spoor_port_thread(n, &t); n++) {
        if (t.number == number) {
            return t.name;
        }
    }
#else
    (void)number;
#endif
    return NULL;
}

static void context_cell(struct spoor_table *t, const struct trace_sample_row *r)
{
    const char *name = thread_name(r->thread);

    if (r->level != 0) {
        spoor_table_cell(t, "(irq, depth %lu)", (unsigned long)r->level);
    } else if (name != NULL) {
        spoor_table_text(t, name);
    } else {
        spoor_table_cell(t, r->thread != 0 ? "thread %lu" : "?", (unsigned long)r->thread);
    }
}

static void print_rows(const struct rows *rows, int by)
{
    struct spoor_table t;

    spoor_table_begin(&t,
                      by == BY_FUNCTION ? ">Samples\0>Share\0>Late\0<Function"
                                        : ">Samples\0>Share\0>Late\0<Thread\0<Function",
                      by == BY_BOTH ? 5 : 4);
    while (spoor_table_pass(&t)) {
        for (const struct trace_sample_row *r = rows->row; r < rows->row + rows->count; r++) {
            uint32_t tenths = (uint32_t)(((uint64_t)r->count * 1000 + rows->sum / 2) / rows->sum);

            spoor_table_number(&t, r->count);
            spoor_table_cell(&t, "%lu.%lu%%", (unsigned long)tenths / 10, (unsigned long)tenths % 10);
            spoor_table_number(&t, r->late);
            if (by != BY_FUNCTION) {
                context_cell(&t, r);
            }
            if (by != BY_THREAD) {
                spoor_table_cell(&t, "0x%08lx", (unsigned long)r->function);
            }
        }
    }
}

static void print_sums(void)
{
    struct trace_sample_sums sums;

    trace_sample_sums(&sums);
    if (trace_sampler_hz() != 0) {
        spoor_printf("on, %lu a second, %lu taken\n", (unsigned long)trace_sampler_hz(),
                     (unsigned long)sums.taken);
    } else {
        spoor_printf("off, %lu taken\n", (unsigned long)sums.taken);
    }
    if (sums.late != 0) {
        spoor_printf("late: %lu were delayed by masked interrupts or by a handler of level 0\n",
                     (unsigned long)sums.late);
    }
    if (sums.full != 0) {
        spoor_printf("full: %lu samples of other functions are missing; see CONFIG_TRACE_SAMPLE_TABLE\n",
                     (unsigned long)sums.full);
    }
}

static int show(int by)
{
    struct rows *rows = SPOOR_MALLOC(sizeof *rows);

    if (rows == NULL) {
        spoor_printf("trace_samples: not enough memory for %u rows\n", (unsigned)CONFIG_TRACE_SAMPLE_TABLE);
        return -ENOMEM;
    }
    memset(rows, 0, sizeof *rows);
    take(rows, by);
    print_rows(rows, by);
    print_sums();
    SPOOR_FREE(rows);
    return 0;
}

/* ------------------------------------------------------------------ the line */

static int group_of(const char *word)
{
    int by = 0;

    while (by < GROUPS && !spoor_text_is(word, groups[by])) {
        by++;
    }
    return by;
}

enum { HELP, SHOW, ACTIVATE, DEACTIVATE, RESET, OPTIONS };

static const char option_list[] = "-h\0\t\0"
                                  "-s\0[BY]\tshow the table, as without an option\0"
                                  "-a\0[HZ]\ttake HZ samples a second on each CPU, default 1000\0"
                                  "-d\0\tstop taking samples\0"
                                  "-r\0\tempty the table\0";

static int check_group(const char *word)
{
    if (group_of(word) == GROUPS) {
        spoor_printf("trace_samples: \"%s\": the table is by function, thread or both\n", word);
        return -EINVAL;
    }
    return 0;
}

static int check_rate(const char *word)
{
    uint32_t hz;

    if (!spoor_text_number(word, &hz) || hz < TRACE_SAMPLER_HZ_MIN || hz > TRACE_SAMPLER_HZ_MAX) {
        spoor_printf("trace_samples: -a: \"%s\": the rate is %u to %u samples a second\n", word,
                     TRACE_SAMPLER_HZ_MIN, TRACE_SAMPLER_HZ_MAX);
        return -EINVAL;
    }
    return 0;
}

static int check(SPOOR_SHELL_OPTION_ARGUMENTS)
{
    (void)arg;
    return n == 0 ? 0 : option == SHOW ? check_group(words[0]) : check_rate(words[0]);
}

static int start(char **words, int n)
{
    uint32_t hz = DEFAULT_HZ;

    if (n > 0) {
        (void)spoor_text_number(words[0], &hz);
    }
    int result = trace_sampler_start(hz);

    if (result == -ENODEV) {
        spoor_printf("trace_samples: there is no timer for samples; see docs/samples.md\n");
    } else if (result != 0) {
        spoor_printf("trace_samples: the timer for samples is in use; see irqs\n");
    }
    return result;
}

static void help(void);

static int run(SPOOR_SHELL_OPTION_ARGUMENTS)
{
    (void)arg;
    switch (option) {
    case SHOW:
        return show(n > 0 ? group_of(words[0]) : BY_BOTH);
    case HELP:
        help();
        break;
    case ACTIVATE:
        return start(words, n);
    case DEACTIVATE:
        trace_sampler_stop();
        break;
    default:
        trace_sample_reset();
    }
    return 0;
}

static const char *offer(unsigned option, const struct spoor_shell_words *words, int at, unsigned n)
{
    (void)words;
    return option == SHOW && at == 0 && n < GROUPS ? groups[n] : NULL;
}

static const struct spoor_shell_options options = {option_list, OPTIONS, check, run, offer};

static void help(void)
{
    spoor_shell_print_options(&options, "trace_samples");
    spoor_printf("BY is function, thread or both.\n");
}

static int trace_samples_command(int argc, char **argv)
{
    return spoor_shell_run_options(&options, argc, argv, NULL);
}

static const char *complete(const struct spoor_shell_words *words, unsigned n)
{
    return spoor_shell_complete_options(&options, words, n);
}

SPOOR_SHELL_COMMAND("trace_samples", "show where time is spent, and take samples", SPOOR_SHELL_OPTIONS_USAGE,
                    trace_samples_command, complete);

#endif
