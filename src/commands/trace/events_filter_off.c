/* SPDX-License-Identifier: BSD-2-Clause */
/* Replaces events_filter.c if CONFIG_TRACE_FILTERS is 0: the options are refused. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS && !CONFIG_TRACE_FILTERS && CONFIG_TRACE_SHELL

#include <errno.h>
#include <spoor/shell/print.h>
#include "events_priv.h"

void spoor_events_show_filters(void)
{
}

static int refuse(void)
{
    spoor_printf("trace_events: this image has no filters; see CONFIG_TRACE_FILTERS\n");
    return -ENOTSUP;
}

int spoor_events_filter_threads(char **words, int n, bool perform)
{
    (void)words;
    (void)n;
    (void)perform;
    return refuse();
}

int spoor_events_filter_cpus(char **words, int n, bool perform)
{
    (void)words;
    (void)n;
    (void)perform;
    return refuse();
}

#endif
