/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * trace_masked: show the longest section with interrupts masked of each CPU, and who masked them. Function
 * names aren't on the target: the table has addresses, which `spoor symbols` replaces by names.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_MASKED && CONFIG_TRACE_SHELL

#include <errno.h>
#include <spoor/masked.h>
#include <spoor/port/port.h>
#include <spoor/shell/options.h>
#include <spoor/shell/print.h>
#include <spoor/shell/shell.h>
#include <spoor/shell/table.h>
#include <spoor/trigger.h>
#include <spoor/util/divide.h>
#include <spoor/util/format.h>

#define NS_PER_S UINT32_C(1000000000)

static const char *span(char text[SPOOR_FORMAT_TIME_BYTES], uint32_t cycles)
{
    return spoor_format_time_ns(text, spoor_divide_to_ns(cycles, spoor_port_cycles_hz()));
}

static void print_row(struct spoor_table *t, unsigned cpu)
{
    char text[SPOOR_FORMAT_TIME_BYTES];
    struct trace_masked m;

    trace_masked_get(cpu, &m);
    spoor_table_number(t, cpu);
    if (m.cycles != 0) {
        spoor_table_text(t, span(text, m.cycles));
        spoor_table_cell(t, "0x%08lx", (unsigned long)m.caller);
    } else {
        spoor_table_text(t, "-");
        spoor_table_text(t, "-");
    }
    spoor_table_number(t, m.sections);
}

static void show(void)
{
    char text[SPOOR_FORMAT_TIME_BYTES];
    struct spoor_table t;

    spoor_table_begin(&t, ">CPU\0>Longest\0<Caller\0>Sections", 4);
    while (spoor_table_pass(&t)) {
        for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
            print_row(&t, cpu);
        }
    }
    spoor_printf(trace_masked_is_on() ? "on\n" : "off\n");
    if (trace_masked_record() != 0) {
        spoor_printf("recorded: the longest, and all of at least %s\n", span(text, trace_masked_record()));
    }
}

/* ------------------------------------------------------------------ the line */

enum { HELP, SHOW, ACTIVATE, DEACTIVATE, RESET, RECORD, OPTIONS };

#if CONFIG_TRACE_EVENTS && CONFIG_TRACE_BLOCKS
#define RECORD_OPTION "-e\0[TIME]\talso record each of at least TIME, while the service irq runs\0"
#elif CONFIG_TRACE_EVENTS
#define RECORD_OPTION "-e\0\tneeds CONFIG_TRACE_BLOCKS\0"
#else
#define RECORD_OPTION "-e\0\tneeds CONFIG_TRACE_EVENTS\0"
#endif

static const char option_list[] = "-h\0\t\0"
                                  "-s\0\tshow the table, as without an option\0"
                                  "-a\0\tmeasure\0"
                                  "-d\0\tstop measuring; keep the numbers\0"
                                  "-r\0\treset the numbers\0" RECORD_OPTION;

#if CONFIG_TRACE_EVENTS && CONFIG_TRACE_BLOCKS

/*
 * Parse a time, and round it up to a cycle. @return 0, or a negative errno after a message
 */
static int read_cycles(const char *word, uint32_t *cycles)
{
    uint32_t hz = spoor_port_cycles_hz(), rest, fraction;
    uint64_t ns, whole;
    const char *complaint = trace_time_parse(word, &ns);

    if (complaint != NULL) {
        spoor_printf("trace_masked: -e: \"%s\": %s\n", word, complaint);
        return -EINVAL;
    }
    whole = spoor_divide(ns, NS_PER_S, &rest) * hz;
    whole += spoor_divide((uint64_t)rest * hz, NS_PER_S, &fraction) + (fraction != 0);
    if (whole == 0 || whole > UINT32_MAX) {
        char text[SPOOR_FORMAT_TIME_BYTES];

        spoor_printf("trace_masked: -e: \"%s\": the time is above 0, and at most %s, a wrap of the counter\n",
                     word, span(text, UINT32_MAX));
        return -EINVAL;
    }
    *cycles = (uint32_t)whole;
    return 0;
}

static int check(SPOOR_SHELL_OPTION_ARGUMENTS)
{
    uint32_t cycles;

    (void)arg;
    return option == RECORD && n > 0 ? read_cycles(words[0], &cycles) : 0;
}

static void record(char **words, int n)
{
    uint32_t cycles = 0;

    if (n == 0 || read_cycles(words[0], &cycles) == 0) {
        trace_masked_set_record(cycles);
    }
}

#else

static int check(SPOOR_SHELL_OPTION_ARGUMENTS)
{
    (void)option, (void)words, (void)n, (void)arg;
    return 0;
}

static void record(char **words, int n)
{
    (void)words, (void)n;
}

#endif

static void help(void);

static int run(SPOOR_SHELL_OPTION_ARGUMENTS)
{
    (void)arg;
    switch (option) {
    case SHOW:
        show();
        break;
    case HELP:
        help();
        break;
    case RECORD:
        record(words, n);
        break;
    case RESET:
        trace_masked_reset();
        break;
    default:
        trace_masked_enable(option == ACTIVATE);
    }
    return 0;
}

static const char *offer(unsigned option, const struct spoor_shell_words *words, int at, unsigned n)
{
    (void)option, (void)words, (void)at, (void)n;
    return NULL;
}

static const struct spoor_shell_options options = {option_list, OPTIONS, check, run, offer};

static void help(void)
{
    spoor_shell_print_options(&options, "trace_masked");
}

static int trace_masked_command(int argc, char **argv)
{
    return spoor_shell_run_options(&options, argc, argv, NULL);
}

static const char *complete(const struct spoor_shell_words *words, unsigned n)
{
    return spoor_shell_complete_options(&options, words, n);
}

SPOOR_SHELL_COMMAND("trace_masked", "show who masks interrupts for the longest", SPOOR_SHELL_OPTIONS_USAGE,
                    trace_masked_command, complete);

#endif
