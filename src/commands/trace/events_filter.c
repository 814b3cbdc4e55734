/* SPDX-License-Identifier: BSD-2-Clause */
/* --thread and --cpu of trace_events: select the threads and CPUs that record. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS && CONFIG_TRACE_FILTERS && CONFIG_TRACE_SHELL

#include <errno.h>
#include <spoor/filter.h>
#include <spoor/port/port.h>
#include <spoor/shell/print.h>
#include <spoor/util/text.h>
#include "command_priv.h"
#include "events_priv.h"

void spoor_events_show_filters(void)
{
    uint32_t id;

    for (unsigned n = 0; (id = trace_filter_chosen(n)) != 0; n++) {
        spoor_printf("%s thread %lu\n", trace_filter_get_mode() == TRACE_FILTER_ONLY ? "only" : "except",
                     (unsigned long)id);
    }
}

/* Add the threads that a word selects to the filter. @return the number of threads selected */
static int choose(const char *word, bool perform, int *error)
{
    struct spoor_port_thread t;
    int found = 0;

    for (unsigned n = 0; spoor_port_thread(n, &t); n++) {
        if (trace_word_names(word, t.number, t.name)) {
            found++;
            if (perform && trace_filter_thread(t.number, true) != 0) {
                spoor_printf("trace_events: --thread: at most %d threads\n", TRACE_FILTER_THREADS);
                *error = -ENOSPC;
            }
        }
    }
    return found;
}

static void forget_threads(void)
{
    uint32_t id;

    while ((id = trace_filter_chosen(0)) != 0) {
        (void)trace_filter_thread(id, false);
    }
}

int spoor_events_filter_threads(char **words, int n, bool perform)
{
    bool but = words[0][0] == '!';
    int error = 0;

    if (perform) {
        forget_threads();
        trace_filter_set_mode(but ? TRACE_FILTER_EXCLUDE : TRACE_FILTER_ONLY);
    }
    if (n == 1 && spoor_text_is(words[0], "all")) {
        return 0;
    }
    for (int i = 0; i < n && error == 0; i++) {
        const char *word = words[i] + (but && i == 0);

        if (choose(word, perform, &error) == 0) {
            spoor_printf("trace_events: no thread \"%s\"; see ps\n", word);
            error = -ENOENT;
        }
    }
    return error;
}

int spoor_events_filter_cpus(char **words, int n, bool perform)
{
    uint32_t shown = 0;

    for (int i = 0; i < n; i++) {
        uint32_t cpu;

        if (spoor_text_is(words[i], "all")) {
            shown = UINT32_MAX;
        } else if (spoor_text_number(words[i], &cpu) && cpu < CONFIG_CPUS) {
            shown |= 1u << cpu;
        } else {
            spoor_printf("trace_events: no CPU \"%s\"; there are 0 to %d\n", words[i], CONFIG_CPUS - 1);
            return -ENOENT;
        }
    }
    for (unsigned cpu = 0; cpu < CONFIG_CPUS && perform; cpu++) {
        (void)trace_filter_cpu(cpu, !(shown >> cpu & 1));
    }
    return 0;
}

#endif
