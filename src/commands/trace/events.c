/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * trace_events: list events, switch them on and off, and set the rings' mode and filters. The shell is one of
 * several clients of the services: a service that the shell stops keeps running while another client uses it.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS && CONFIG_TRACE_SHELL

#include <errno.h>
#include <spoor/port/port.h>
#include <spoor/port/unwind.h>
#include <spoor/event.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include <spoor/shell/options.h>
#include <spoor/shell/print.h>
#include <spoor/shell/shell.h>
#include <spoor/util/glob.h>
#include <spoor/util/text.h>
#include "command_priv.h"
#include "events_priv.h"

static struct trace_client client;

static void be_client(void)
{
    (void)trace_client_register(&client, "shell"); /* calls after the first one are refused */
}

/* @return the services that a word names, including services without events */
static uint32_t services_of(const char *word)
{
    uint32_t mask = 0;

    for (uint32_t bit = 1; spoor_events_is_service(word) && bit <= TRACE_SERVICES_ALL; bit <<= 1) {
        if (spoor_glob_match(word + sizeof TRACE_SERVICE_PREFIX - 1, trace_service_name(bit))) {
            mask |= bit;
        }
    }
    return mask;
}

static int check_word(char *word)
{
    if (services_of(word) != 0) {
        return 0;
    }
    spoor_array_spread_foreach_ptr(e, trace_events)
    {
        if (spoor_events_means(word, e)) {
            return 0;
        }
    }
    if (spoor_events_is_service(word)) {
        return spoor_events_refuse_service("trace_events", word + sizeof TRACE_SERVICE_PREFIX - 1);
    }
    uint32_t number;

    if (spoor_text_number(word, &number)) {
        spoor_printf("trace_events: ID %s: the events are %d to %u\n", word, SPOOR_WIRE_ID_FIRST,
                     (unsigned)(SPOOR_WIRE_ID_FIRST + SPOOR_ARRAY_SPREAD_SIZE(trace_events) - 1));
    } else {
        trace_refuse_name("trace_events", "event", word);
    }
    return -ENOENT;
}

static int check_words(char **words, int n)
{
    int error = 0;

    for (int i = 0; i < n && error == 0; i++) {
        error = check_word(words[i]);
    }
    return error;
}

/* ------------------------------------------------------------------ actions of the options */

/* Activate the selected events. If their service wasn't running, its other events stay off. */
static void activate(char **words, int n)
{
    uint32_t whole = 0, parts = 0;
    unsigned count = 0;

    for (int i = 0; i < n; i++) {
        whole |= services_of(words[i]);
    }
    spoor_array_spread_foreach_ptr(e, trace_events)
    {
        if (spoor_events_selected(e, words, n)) {
            parts |= e->service;
            count++;
        }
    }
    uint32_t silent = parts & ~whole & ~trace_services();

    spoor_array_spread_foreach_ptr(e, trace_events)
    {
        if (spoor_events_selected(e, words, n)) {
            trace_event_enable(e, true);
        } else if (e->service & silent) {
            trace_event_enable(e, false);
        }
    }
    trace_service_start(&client, whole | parts);
    spoor_printf("enabled %u events\n", count);
}

static void deactivate(char **words, int n)
{
    uint32_t whole = 0;
    unsigned count = 0;

    for (int i = 0; i < n; i++) {
        whole |= services_of(words[i]);
    }
    trace_service_stop(&client, whole);
    spoor_array_spread_foreach_ptr(e, trace_events)
    {
        if (spoor_events_selected(e, words, n)) {
            if (!(e->service & whole)) {
                trace_event_enable(e, false);
            }
            count++;
        }
    }
    spoor_printf("disabled %u events\n", count);
    for (const struct trace_client *c = trace_clients(); c != NULL; c = c->next) {
        if (c->wanted & whole) {
            spoor_printf("%s still uses some of them\n", c->name);
        }
    }
}

/* @return the number of a mode, or 3 if there is no such mode */
static unsigned mode_of(const char *word)
{
    unsigned m = 0;

    while (m < 3 && !spoor_text_is(word, spoor_text_nth(SPOOR_EVENTS_MODES, m))) {
        m++;
    }
    return m;
}

#if CONFIG_TRACE_STACKS
/* Name the threads that may lack the stack for unwinding. Later, what was used includes unwinding itself. */
static void check_room(void)
{
    static bool checked;
    struct spoor_port_thread t;
    uint32_t unused;

    for (unsigned n = 0; !checked && spoor_port_thread(n, &t); n++) {
        if (spoor_port_stack_unused(t.number, &unused) && unused < SPOOR_UNWIND_BYTES) {
            spoor_printf("thread %s: %u bytes of its stack are unused, and unwinding takes up to %u;\n"
                         "  its stacks may end after one frame\n",
                         t.name, (unsigned)unused, (unsigned)SPOOR_UNWIND_BYTES);
        }
    }
    checked = true;
}

static void set_depth(char **words, int n)
{
    uint32_t depth;

    (void)spoor_text_number(words[n - 1], &depth);
    if (depth > 1) {
        check_room();
    }
    spoor_array_spread_foreach_ptr(e, trace_events)
    {
        if (spoor_events_selected(e, words, n - 1)) {
            (void)trace_event_set_depth(e, depth);
        }
    }
}
#endif

/* ------------------------------------------------------------------ command-line options */

enum { HELP, SHOW, BUFFERS, ACTIVATE, DEACTIVATE, MODE, CLEAR, STACK, THREADS, CPUS, OPTIONS };

#if CONFIG_TRACE_STACKS
#define STACK_OPTION "-k\0ID... N\trecord stacks of up to N frames with them, 0 for none\0"
#else
#define STACK_OPTION "-k\0\tneeds CONFIG_TRACE_STACKS, SPOOR_STACKS in a product\0"
#endif
#if CONFIG_TRACE_FILTERS
#define FILTER_OPTIONS                                                                                       \
    "--thread\0ID...\trecord only these threads; with ! before the first, all\n"                             \
    "            except these; or all\0"                                                                     \
    "--cpu\0N...\trecord only these CPUs, or all\0"
#else
#define FILTER_OPTIONS "--thread\0\tneeds CONFIG_TRACE_FILTERS\0--cpu\0\tneeds CONFIG_TRACE_FILTERS\0"
#endif

static const char option_list[] =
    "-h\0\t\0"
    "-s\0[ID...]\tshow the events, as without an option\0"
    "-b\0\tshow buffers, clients and filters\0"
    "-a\0ID...\tactivate events; if their service wasn't running, only these\0"
    "-d\0ID...\tdeactivate them; a service stops when no other client wants it\0"
    "-m\0MODE\twhen a buffer is full: stream drops new records, overwrite the oldest,\n"
    "      stop ends recording\0"
    "-c\0\tclear the buffers and the losses, and record again\0" STACK_OPTION FILTER_OPTIONS;

static int check_mode(const char *word)
{
    unsigned mode = mode_of(word);

    if (mode == 3) {
        spoor_printf("trace_events: -m \"%s\": the modes are stream, overwrite and stop\n", word);
        return -EINVAL;
    }
    if (mode != SPOOR_WIRE_MODE_STREAM && !CONFIG_TRACE_RING_MODES) {
        spoor_printf(
            "trace_events: -m: the rings of this image can only stream; see CONFIG_TRACE_RING_MODES\n");
        return -ENOTSUP;
    }
    return 0;
}

#if CONFIG_TRACE_STACKS
static int check_stack(char **words, int n)
{
    uint32_t depth;

    if (!spoor_text_number(words[n - 1], &depth) || depth > TRACE_EVENT_DEPTH) {
        spoor_printf("trace_events: -k: \"%s\" isn't a number of frames, 0 to %d\n", words[n - 1],
                     TRACE_EVENT_DEPTH);
        return -EINVAL;
    }
    if (depth != 0 && !spoor_unwind_possible()) {
        spoor_printf("trace_events: -k: this image has no tables to unwind by\n");
        return -ENOTSUP;
    }
    return check_words(words, n - 1);
}
#endif

static int check(SPOOR_SHELL_OPTION_ARGUMENTS)
{
    (void)arg;
    switch (option) {
    case MODE:
        return check_mode(words[0]);
#if CONFIG_TRACE_STACKS
    case STACK:
        return check_stack(words, n);
#endif
#if CONFIG_TRACE_FILTERS
    case THREADS:
        return spoor_events_filter_threads(words, n, false);
    case CPUS:
        return spoor_events_filter_cpus(words, n, false);
#endif
    default:
        return check_words(words, n);
    }
}

static void help(void);

static int run(SPOOR_SHELL_OPTION_ARGUMENTS)
{
    (void)arg;
    switch (option) {
    case SHOW:
        spoor_events_show(words, n);
        break;
    case HELP:
        help();
        break;
    case BUFFERS:
        spoor_events_show_buffers();
        break;
    case ACTIVATE:
        activate(words, n);
        break;
    case DEACTIVATE:
        deactivate(words, n);
        break;
    case MODE:
        return trace_rings_set_mode((enum spoor_wire_mode)mode_of(words[0]));
    case CLEAR:
        trace_rings_clear();
        spoor_printf("cleared\n");
        break;
#if CONFIG_TRACE_STACKS
    case STACK:
        set_depth(words, n);
        break;
#endif
#if CONFIG_TRACE_FILTERS
    case THREADS:
        return spoor_events_filter_threads(words, n, true);
    case CPUS:
        return spoor_events_filter_cpus(words, n, true);
#endif
    }
    return 0;
}

/* Offer modes for -m; for other options the names of events, then service:NAME. */
static const char *offer(unsigned option, const struct spoor_shell_words *words, int at, unsigned n)
{
    unsigned count = SPOOR_ARRAY_SPREAD_SIZE(trace_events);

    (void)words;
    (void)at;
    if (option == MODE) {
        return spoor_text_nth(SPOOR_EVENTS_MODES, n);
    }
    if (option >= THREADS) {
        return NULL;
    }
    return n < count ? spoor_events_name(&SPOOR_SPREAD_LAUNDER(trace_events)[n])
                     : trace_service_word(n - count);
}

static const struct spoor_shell_options options = {option_list, OPTIONS, check, run, offer};

static void help(void)
{
    spoor_shell_print_options(&options, "trace_events");
    spoor_events_print_services(
        spoor_printf("ID is a number of the table, a name, a pattern, or " TRACE_SERVICE_PREFIX "NAME of"));
}

static int trace_events_command(int argc, char **argv)
{
    be_client();
    return spoor_shell_run_options(&options, argc, argv, NULL);
}

static const char *complete(const struct spoor_shell_words *words, unsigned n)
{
    return spoor_shell_complete_options(&options, words, n);
}

SPOOR_SHELL_COMMAND("trace_events", "show and switch events", SPOOR_SHELL_OPTIONS_USAGE, trace_events_command,
                    complete);

#endif
